"""Files that programs run or load by their names, or by how these end; none of their words need name them.

A text that writes one of them and then starts the program has run what it wrote. What stands behind `@` is in the line
of that name. Several programs with the same files are parted by commas.
"""

__all__ = ["LOADED"]

_TABLE = """
@python: pyproject.toml setup.cfg *.py *.pyc *.so *.pth *.egg-link pyvenv.cfg *.zip
@node: package.json .npmrc *.js *.cjs *.mjs *.node *.ts .babelrc .eslintrc.json tsconfig.json .lintstagedrc
@project: *.py pyproject.toml setup.cfg
@rust: rust-toolchain rust-toolchain.toml
@ssh: config *.so
@vim: .vimrc vimrc .exrc *.vim *.lua
@services: docker-compose.yml docker-compose.yaml compose.yml compose.yaml docker-compose.override.yml
    compose.override.yml docker-compose.override.yaml compose.override.yaml

git: .git config lefthook.yml .pre-commit-config.yaml
make: Makefile makefile GNUmakefile *.mk
just: justfile Justfile .justfile
task: Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml
mask: maskfile.md
invoke, inv: tasks.py *.py
fab: fabfile.py *.py
nox: noxfile.py *.py
doit: dodo.py *.py
scons: SConstruct SConscript *.py
snakemake: Snakefile *.smk *.py
waf: wscript *.py

npm: @node binding.gyp
npx: @node
yarn: @node .yarnrc .yarnrc.yml
pnpm: @node .pnpmfile.cjs
bun: @node bunfig.toml
node: @node
deno: @node deno.json deno.jsonc
nodemon: @node nodemon.json
jest, vitest, eslint, prettier, webpack, vite, rollup, gulp, grunt, next, nuxt, astro, svelte-kit, playwright: @node
mocha: @node .mocharc.yml .mocharc.yaml .mocharc.json
turbo: @node turbo.json
nx: @node nx.json project.json
pm2: @node ecosystem.config.js *.json *.yml
netlify: @node netlify.toml
vercel: @node vercel.json
wrangler: @node wrangler.toml wrangler.jsonc wrangler.json
serverless, sls: @node serverless.yml serverless.yaml
cdk: @node cdk.json
devcontainer: devcontainer.json .devcontainer.json

python: @python
pip: @project pip.conf .pydistutils.cfg pydistutils.cfg
pytest: @project pytest.ini tox.ini conftest.py
tox: @project tox.ini
uv: @project uv.toml
poetry, hatch, pdm, rye, pipx: @project
coverage: @project .coveragerc tox.ini
mypy: @project mypy.ini .mypy.ini
pylint: @project .pylintrc pylintrc
flake8: @project .flake8 tox.ini
mkdocs: *.py mkdocs.yml mkdocs.yaml
sphinx-build: *.py
behave: *.py behave.ini
locust: *.py locust.conf
scrapy: *.py scrapy.cfg
alembic: *.py alembic.ini
dbt: *.yml *.sql *.py
dvc: dvc.yaml *.dvc
mlflow: MLproject *.py
uvicorn, gunicorn, hypercorn, celery, flask, django-admin, streamlit, gradio, fastapi, robot: *.py *.robot *.conf
jupyter: *.ipynb *.py
conan: conanfile.py conanfile.txt *.py

perl: *.pl *.pm *.so
prove: *.t *.pl *.pm .proverc
perlcritic: .perlcriticrc *.pm
cpanm: cpanfile Makefile.PL Build.PL *.pm
ruby: *.rb *.so Gemfile
irb: *.rb .irbrc
bundle: *.rb Gemfile .bundle config
gem: *.gemspec *.rb
rake: Rakefile *.rb *.rake
rspec: *.rb .rspec
chef-client: *.rb
puppet: *.pp
vagrant: Vagrantfile
lua: *.lua *.so
luacheck: .luacheckrc
php: *.php *.ini
composer: composer.json *.php
phpunit: phpunit.xml phpunit.xml.dist *.php
php-cs-fixer: *.php
mix: mix.exs *.ex *.exs
rebar3: rebar.config *.erl
lein: project.clj *.clj
sbt: build.sbt *.sbt *.scala
ghci: .ghci *.hs
octave: .octaverc *.m
wolframscript: *.wl *.wls *.m

cargo: Cargo.toml build.rs config config.toml *.rs @rust
rustup: @rust
go: *.go go.mod go.work env
golangci-lint: .golangci.yml .golangci.yaml .golangci.toml
air: .air.toml
goreleaser: .goreleaser.yml .goreleaser.yaml
gcc: *.so specs
cmake: CMakeLists.txt *.cmake CMakePresets.json
ctest: CTestTestfile.cmake *.cmake
ninja: build.ninja *.ninja
meson: meson.build *.ini
bazel: BUILD BUILD.bazel WORKSPACE MODULE.bazel *.bzl .bazelrc
autoreconf, autoconf, automake: configure.ac configure.in *.m4 Makefile.am
zig: build.zig *.zig
swift: Package.swift *.swift
dotnet: *.csproj *.fsproj *.sln *.props *.targets
stack: stack.yaml package.yaml *.cabal *.hs
cabal: cabal.project *.cabal *.hs
dune: dune dune-project *.ml
gradle, gradlew: *.gradle *.kts gradle.properties
mvn, mvnw: pom.xml jvm.config maven.config
ant: build.xml
doxygen: Doxyfile
latexmk: latexmkrc .latexmkrc *.tex
pdflatex, latex, xelatex, lualatex, tex, luatex: *.tex *.sty *.lua

docker: Dockerfile @services docker-bake.hcl docker-bake.json config.json *.hcl
podman: Dockerfile Containerfile @services
docker-compose, podman-compose: @services Dockerfile
earthly: Earthfile
kubectl: config kustomization.yaml kustomization.yml
kustomize: kustomization.yaml kustomization.yml
skaffold: skaffold.yaml
tilt: Tiltfile
helmfile: helmfile.yaml helmfile.yml
terraform, tofu: *.tf .terraformrc *.tfrc *.tf.json
packer: *.hcl *.pkr.hcl *.json
pulumi: Pulumi.yaml @node *.py
nomad: *.nomad *.hcl
salt-call: *.sls
airflow: *.py
gitlab-runner: .gitlab-ci.yml
ansible, ansible-playbook: *.yml *.yaml ansible.cfg *.ini hosts
aws: config credentials
gh: config.yml
act: *.yml *.yaml
nix, nix-shell, nix-build: *.nix
direnv: .envrc .direnvrc direnvrc
mise: mise.toml .mise.toml .tool-versions
asdf: .tool-versions
foreman, honcho, overmind, heroku: Procfile
supervisord: *.conf
systemctl: *.service *.timer *.conf
logrotate: *.conf
nginx: *.conf
caddy: Caddyfile *.json
lefthook: lefthook.yml
pre-commit: .pre-commit-config.yaml

gdb: .gdbinit gdbinit .gdbearlyinit gdbearlyinit *.py
lldb: .lldbinit *.py
vim, vi, ex, view, nvim: @vim
emacs: .emacs init.el *.el .dir-locals.el
nano: .nanorc nanorc
ssh: @ssh rc
scp, rsync, sftp: @ssh
bash: .bashrc .bash_profile .profile .bash_login .bash_logout .inputrc
sh, dash, ksh, rbash: .profile .bashrc
man: .manpath
dpkg, apt, apt-get: .dpkg.cfg *.conf
rpm: .rpmmacros
gpg: gpg.conf gpg-agent.conf
sensible-editor, select-editor: .selected_editor
cpan: MyConfig.pm *.pm
zsh: .zshrc .zshenv .zprofile .zlogin .zlogout
sqlite3: .sqliterc
psql: .psqlrc
mysql: .my.cnf
tmux: .tmux.conf tmux.conf
screen: .screenrc
less: .less .lesskey lesskey .lessfilter
curl: .curlrc
wget: .wgetrc
svn: config
hg: .hgrc hgrc *.py
"""


def _read(table: str) -> dict[str, tuple[str, ...]]:
    made: dict[str, tuple[str, ...]] = {}
    for line in table.replace("\n    ", " ").split("\n"):
        names, _, files = line.partition(": ")
        listed: list[str] = []
        for file in files.split():
            listed += made[file] if file[0] == "@" else [file]
        for name in names.split(", "):
            made[name] = tuple(listed)
    return {name: files for name, files in made.items() if name[:1] not in ("", "@")}


LOADED = _read(_TABLE)
