"""Tools of developers, and everyday programs that take words of prose: what they run by their options, which is little.

A program stands here if it runs none of its operands, so that a message such as `rm old files` is nothing to ask about.
See `usage` for how a line reads.
"""

from wicket.shell.characters import listed
from wicket.shell.usage import table

# Subcommands as many programs have them, which run nothing that they are given.
COMMON = listed(
    """
    add alias apps auth build cache check clean clear clone completion config console cp create current delete deploy
    deprecate describe destroy diff doctor download edit enable disable env exists export fetch find get halt help
    history import info init inspect install installed item kill launch list lint lock log login logout logs ls mount
    move network new open outdated pack packages path pause plan profile project provision ps publish pull
    purge push python refresh reload remote remove rename reset restart restore resume rm rotate search secrets self set
    setup share shell-hook show signin snapshot source start status stop storage suspend sync tag test tool tree
    uninstall unset unshare update upgrade up use validate vault venv version versions view volume whence which whoami
    """
)
_CONTAINERS = listed(
    """
    attach build builder buildx checkpoint commit compose config container context cp create diff events exec export
    history image images import info inspect kill load login logout logs manifest network node pause plugin port ps pull
    push rename restart rm rmi run save search secret stack start stats stop swarm system tag top trust unpause update
    version volume wait
    """
)
_COMPOSED = listed(
    """
    attach build config cp create down events images kill logs ls pause port ps publish pull push restart rm scale start
    stats stop systemd top unpause up version volumes wait watch
    """
)

# What these are told to run is run on other machines.
HANDED_ON = frozenset(["aws ssm", "aws ecs", "aws ec2-instance-connect", "aws emr"])

# Programs that others extend with subcommands, or whose subcommands are a language of their own: here are those of
# their own that have no line and run nothing of what they are given. Any other is a program that nobody knows.
EXTENDED = {
    "git": listed(
        """
        notes merge-base show-ref for-each-ref name-rev check-ignore check-attr cherry count-objects hash-object
        fsck mktree pack-refs prune read-tree replace rerere show-branch sparse-checkout update-ref var
        verify-commit verify-tag verify-pack write-tree commit-tree help version maintenance bugreport repack
        check-ref-format check-mailmap column stripspace patch-id merge-file merge-tree lfs diagnose
        """
    ),
    "cargo": listed(
        """
        build b check c run r test t bench doc d clean update search publish install uninstall new init add remove rm
        tree metadata fetch fix clippy fmt rustc rustdoc login logout owner package pkgid vendor version yank help info
        locate-project generate-lockfile read-manifest report nextest expand audit deny outdated llvm-cov tarpaulin
        """
    ),
    "kubectl": listed(
        """
        get describe logs exec run debug apply delete create edit scale rollout set expose label annotate config top
        cluster-info cordon uncordon drain taint certificate attach port-forward proxy cp auth diff patch replace wait
        kustomize explain api-resources api-versions version options completion events autoscale
        """
    ),
    "deno": listed("fmt lint check test info cache add install remove doc types upgrade"),
    "bun": listed("test install i add remove rm update pm build init create upgrade link outdated"),
    "yarn": listed(
        """
        add install remove rm test build start lint why upgrade up info init link list outdated publish version cache
        set plugin pack audit dedupe import create global unlink
        """
    ),
    "pnpm": listed(
        """
        add install i remove rm un uninstall update up upgrade test t start build lint why info view list
        ls la ll outdated audit publish pack link ln unlink prune rebuild rb store init import create setup env server
        root bin config c get set pkg patch patch-commit patch-remove fetch dedupe deploy licenses doctor cat-file
        cat-index find-hash self-update approve-builds ignored-builds install-test it version help login logout whoami
        """
    ),
    "docker": _CONTAINERS,
    "podman": _CONTAINERS | listed("artifact auto-update farm generate init kube machine mount pod unmount untag"),
    "nerdctl": _CONTAINERS | listed("apparmor ipfs namespace"),
    "docker-compose": _COMPOSED,
    "podman-compose": _COMPOSED,
    "perf": listed("list report version"),
    "tmux": listed(
        """
        ls list-sessions lsw list-windows lsp list-panes a at attach attach-session kill-session kill-server kill-window
        killw kill-pane killp has has-session capturep capture-pane rename rename-session renamew rename-window selectw
        select-window selectp select-pane switch-client detach detach-client show show-options info lsk list-keys
        """
    ),
    "ip": listed("addr a address link l route r rule neigh n netns vrf -br maddr tunnel"),
    "mise": listed("install use ls list current"),
    "asdf": listed("install list current global local plugin"),
    "nix": listed("search build flake"),
    "direnv": listed("allow deny status reload"),
    "wicket": listed(
        """
        init verify doctor check test hook mcp policy serve pending approve deny grants audit demo ext shell trust
        untrust completion
        """
    ),
}

# What these are given are names that others keep: of containers, requests, branches, services. Neither an operand nor
# an option of theirs is about a file.
NAMING = {
    "docker": {
        name: listed("")
        for name in listed(
            "logs inspect stop restart kill rm pause unpause port stats wait rename rmi history tag pull push"
        )
    },
    "gh": {
        "pr": listed("view checks diff ready list status"),
        "run": listed("view watch rerun list"),
        "issue": listed("view list status"),
        "release": listed("view list"),
        "workflow": listed("view list"),
    },
    "systemctl": {name: listed("") for name in listed("status is-active is-enabled is-failed")},
    "git": {name: listed("") for name in listed("switch branch cherry-pick")},
}

EVERYDAY = table("""
@hub: -R|--repo=VALUE -t|--title=VALUE -b|--body|--description=VALUE -F|--body-file=READ -B|--base=VALUE -H|--head=VALUE
    -l|--label=VALUE -a|--assignee=VALUE -r|--reviewer=VALUE -m|--milestone=VALUE -n|--notes=VALUE -f|--raw-field=VALUE
    -q|--jq=VALUE -T|--template=VALUE -L|--limit=VALUE -s|--state=VALUE -S|--search=VALUE -A|--author=VALUE
    --json=VALUE --input=READ --notes-file=READ -D|--dir=WRITE -O|--output=WRITE --branch=VALUE --workflow=VALUE
    --commit=VALUE --event=VALUE --user=VALUE VALUE...
@remote: --config=CODE -R|--repository=VALUE --cwd=CD -e|--ssh=RUN --remotecmd=RUN -r|--rev=VALUE -b|--branch=VALUE
    VALUE...
gh: -R|--repo=VALUE --help --version SUB
gh *: @hub
gh alias: SUB
gh alias set: -s|--shell --clobber VALUE CODE
gh alias import: --clobber CODEFILE
gh config: SUB
gh config set: -h|--host=VALUE VALUE CODE
gh codespace: SUB
gh codespace ssh: -c|--codespace=VALUE -R|--repo=VALUE --profile=VALUE --server-port=VALUE TEXT...
gh repo: SUB
gh repo clone: -u|--upstream-remote-name=VALUE VALUE...
gh repo fork: --clone --remote --fork-name=VALUE --org=VALUE --remote-name=VALUE VALUE...
gh gist: SUB
gh gist clone: VALUE...
glab: -R|--repo=VALUE --help --version SUB
glab *: @hub
glab alias: SUB
glab alias set: -s|--shell VALUE CODE
glab config: SUB
glab config set: -g|--global -h|--host=VALUE VALUE CODE
jj: --config=CODE --config-toml=CODE --config-file=CONFIGFILE -R|--repository=VALUE --at-op|--at-operation=VALUE SUB
jj *: --config=CODE --config-toml=CODE --config-file=CONFIGFILE -R|--repository=VALUE -m|--message=VALUE
    -r|--revision=VALUE --tool=PROGRAM VALUE...
jj util: SUB
jj util exec: COMMAND...
jj config: SUB
jj config set: --user --repo --workspace VALUE CODE
hg: --config=CODE -R|--repository=VALUE --cwd=CD SUB
hg *: --config=CODE -R|--repository=VALUE --cwd=CD -m|--message=VALUE -l|--logfile=READ -u|--user=VALUE -d|--date=VALUE
    -r|--rev=VALUE -t|--tool=PROGRAM VALUE...
hg clone: @remote
hg pull: @remote
hg push: @remote
hg incoming: @remote
hg outgoing: @remote
hg identify: @remote
hg bisect: --config=CODE -c|--command=RUN -r|--reset -g|--good -b|--bad -s|--skip VALUE...
hg extdiff: --config=CODE -p|--program=RUN -o|--option=VALUE -r|--rev=VALUE VALUE...
svn: --config-option=CODE --config-dir=CONFIGFILE --editor-cmd=RUN --diff-cmd=RUN --diff3-cmd=RUN SUB
svn *: --config-option=CODE --config-dir=CONFIGFILE --editor-cmd=RUN --diff-cmd=RUN --diff3-cmd=RUN -m|--message=VALUE
    -F|--file=READ -r|--revision=VALUE VALUE...
pip: --python=PROGRAM --log=WRITE SUB
pip *: --python=PROGRAM --log=WRITE -r|--requirement=READ -c|--constraint=READ -e|--editable=VALUE -t|--target=WRITE
    -i|--index-url=VALUE --extra-index-url=VALUE --prefix=WRITE --root=WRITE -d|--dest=WRITE -w|--wheel-dir=WRITE
    --editor=RUN VALUE...
pre-commit: SUB
pre-commit *: -c|--config=CONFIGFILE --files=READ VALUE...
uv tool: SUB
uv tool run: --isolated --no-cache --offline --refresh --quiet --verbose --from=PROGRAM --with=PACKAGE -p|--python=VALUE
    --index=VALUE COMMAND...
npm explore: --shell=PROGRAM VALUE COMMAND...
npm config: SUB
npm config set: -g|--global -L|--location=VALUE --userconfig=CONFIGEDIT NPM...
npm config delete: -g|--global -L|--location=VALUE --userconfig=CONFIGEDIT VALUE...
npm set: -g|--global -L|--location=VALUE --userconfig=CONFIGEDIT NPM...
npm pkg: SUB
npm pkg set: --json NPM...
npm set-script: VALUE RUN
pnpm config: SUB
pnpm config set: -g|--global --location=VALUE NPM...
pnpm pkg: SUB
pnpm pkg set: NPM...
yarn config: SUB
yarn config set: NPM...
yarn node: -e|--eval=CODE -p|--print=CODE -r|--require=CODEFILE VALUE...
docker debug: -c|--command=RUN --shell=PROGRAM --image=VALUE --host=VALUE --privileged VALUE...
podman machine: SUB
podman machine ssh: --username=VALUE TEXT...
yq: -i|--inplace|--in-place:INPLACE -o|--output-format=VALUE -p|--input-format=VALUE --from-file=READ
    -s|--split-exp=WRITES -e|--exit-status -n|--null-input -r|--unwrapScalar -P|--prettyPrint -C -M -j VALUE READ...
ninja: -C=CD -f=CODEFILE -j=VALUE -k=VALUE -l=VALUE -d=VALUE -w=VALUE -t=VALUE -n -v --version --quiet VALUE...
go *: +single -exec=RUN -toolexec=RUN -vettool=PROGRAM -ldflags=LINKER -gcflags=PASSED -asmflags=PASSED
    -tags=VALUE -mod=VALUE -modfile=VALUE -overlay=CONFIGFILE -p=VALUE -pkgdir=WRITE -debug-trace=WRITE
    -pgo=READ -o=WRITE -C=CD VALUE...
perf report: -i|--input=READ --objdump=PROGRAM --addr2line=PROGRAM -k|--vmlinux=READ --symfs=READ VALUE...
go env: +single -json -u -w:EXTERNAL VALUE...
deno: SUB
deno eval: -p|--print --ext=VALUE CODE...
deno run: -A -c|--config=CONFIGFILE --import-map=CONFIGFILE --preload=CODEFILE CODEFILE VALUE...
bun: -e|--eval=CODE -p|--print=CODE -r|--preload=CODEFILE --cwd=CD SUB
bun x: -p|--package=PROGRAM --bun COMMAND...
bun run: --bun --silent -b --watch --hot --cwd=CD --filter=VALUE VALUE COMMAND...
bun exec: RUN
emacsclient: -e|--eval:EXTERNAL -a|--alternate-editor=RUN -s|--socket-name=VALUE -f|--server-file=VALUE -c -n -t -q
    EDIT...
rustup: SUB
rustup *: --toolchain=VALUE VALUE...
rustup run: --install VALUE COMMAND...
helm: --kubeconfig=CONFIGFILE --kube-apiserver=TRUST --kube-context=VALUE --kube-token=VALUE --kube-as-user=VALUE
    --registry-config=VALUE --repository-cache=VALUE --repository-config=VALUE -n|--namespace=VALUE --debug SUB
helm *: --kube-apiserver=TRUST --kube-context=VALUE --kube-token=VALUE --debug --post-renderer=PROGRAM
    --post-renderer-args=VALUE --kubeconfig=CONFIGFILE -n|--namespace=VALUE -f|--values=READ --set=VALUE
    --set-file=VALUE --description=VALUE -d|--destination=WRITE VALUE...
@aws: --profile=VALUE --region=VALUE --output=VALUE --query=VALUE --endpoint-url=TRUST --ca-bundle=READ --color=VALUE
    --cli-read-timeout=VALUE --cli-connect-timeout=VALUE --cli-binary-format=VALUE --no-paginate --no-verify-ssl
    --no-sign-request --no-cli-pager --debug
aws: @aws SUB
aws *: @aws VALUE...
aws configure: SUB
aws configure set: --profile=VALUE VALUE CODE
jest: -t|--testNamePattern=VALUE -c|--config=CONFIGFILE --globalSetup=CODEFILE --outputFile=WRITE
    --coverageDirectory=WRITE VALUE...
vitest: -t|--testNamePattern=VALUE -c|--config=CONFIGFILE --outputFile=WRITE VALUE...
mocha: -g|--grep=VALUE -f|--fgrep=VALUE -r|--require=CODEFILE --config=CONFIGFILE VALUE...
prove: -e|--exec=RUN -P=CODE -I=VALUE -j|--jobs=VALUE -a|--archive=WRITE --harness=CODE --formatter=CODE --source=CODE
    --ext=VALUE --rc=CONFIGFILE --rules=VALUE --state=VALUE -b -c -D -f -l -m -o -p -q -Q -r -s -t -T -v -w -W
    CODEFILE...
dpkg-architecture: -c|--command=RUN -a|--host-arch=VALUE -t|--host-type=VALUE -A|--target-arch=VALUE
    -T|--target-type=VALUE -W|--match-wildcard=VALUE -B|--match-bits=VALUE -E|--match-endian=VALUE -q|--query=VALUE
    -e|--equal=VALUE -i|--is=VALUE -f|--force -l|--list -L|--list-known -s|--print-set -u|--print-unset VALUE...
apt-cache: -o|--option=APTOPTION -c|--config-file=CONFIGFILE VALUE...
apropos: -C|--config-file=CONFIGFILE VALUE...
whatis: -C|--config-file=CONFIGFILE VALUE...
tldr: VALUE...
pkill: -u=VALUE -f VALUE...
killall: VALUE...
pidof: VALUE...
logger: -f|--file=READ -t|--tag=VALUE -p|--priority=VALUE -n=VALUE VALUE...
notify-send: VALUE...
wall: VALUE...
yes: VALUE...
numfmt: VALUE...
""")
