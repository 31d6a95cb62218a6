"""Commands that do what others do: programs that stand for one another, and subcommands by several names.

A rule that forbids one of them is about the others too: `helm delete` is `helm uninstall`, `tofu` works on what
`terraform` made, and `terraform apply -destroy` is `terraform destroy`.
"""

__all__ = ["SYNONYMS", "Amount", "Synonyms"]

# Programs, each by the words that a command begins with, that stand for one another.
_FAMILIES = """
terraform, tofu, opentofu, terragrunt, tf
kubectl, oc, kubecolor, k, k3s kubectl, k0s kubectl, microk8s kubectl, microk8s.kubectl, rke2 kubectl, minikube kubectl
docker compose, docker-compose
apt, apt-get, aptitude
dnf, yum, microdnf, dnf5
conda, mamba, micromamba
helm, helm3
pip, uv pip
sudo, sudo-rs, sudo.ws
npx, npm exec, npm x
uvx, uv tool run
bunx, bun x
pnpx, pnpm dlx
source, .
"""

# Names of subcommands that are the same, wherever they stand among the first few words.
_GROUPS = """
terraform: destroy, run-all destroy, run destroy, destroy-all, stack run destroy
terraform: apply, run-all apply, run apply, apply-all, stack run apply
helm: uninstall, delete, del, un
helm: list, ls
kubectl: secrets, secret
kubectl: pods, pod, po
kubectl: deployments, deployment, deploy
kubectl: services, service, svc
kubectl: namespaces, namespace, ns
kubectl: configmaps, configmap, cm
kubectl: nodes, node, no
kubectl: statefulsets, statefulset, sts
kubectl: daemonsets, daemonset, ds
kubectl: replicasets, replicaset, rs
kubectl: ingresses, ingress, ing
kubectl: persistentvolumes, persistentvolume, pv
kubectl: persistentvolumeclaims, persistentvolumeclaim, pvc
kubectl: serviceaccounts, serviceaccount, sa
kubectl: cronjobs, cronjob, cj
kubectl: jobs, job
kubectl: customresourcedefinitions, customresourcedefinition, crds, crd
docker: rm, container rm, container remove
docker: ps, container ls, container list, container ps
docker: rmi, image rm, image remove
docker: images, image ls, image list
docker: build, image build, buildx build, buildx b, builder build
docker: push, image push
docker: pull, image pull
docker: tag, image tag
docker: save, image save
docker: load, image load
docker: import, image import
docker: volume rm, volume remove
docker: network rm, network remove
docker: service rm, service remove
docker: stack rm, stack remove, stack down
docker: secret rm, secret remove
docker: config rm, config remove
docker: context rm, context remove
docker: node rm, node remove
docker: plugin rm, plugin remove
npm: install, i, in, ins, inst, insta, instal, isnt, isnta, isntal, isntall, add
npm: uninstall, unlink, remove, rm, r, un
npm: ci, clean-install, ic, install-clean, isntall-clean
npm: update, up, upgrade, udpate
npm: run, run-script, rum, urn
npm: test, tst, t, run test, run-script test
npm: start, run start, run-script start
npm: exec, x
npm: view, info, show, v
npm: list, ls, la, ll
npm: login, adduser, add-user
npm: link, ln
npm: config, c
npm: owner, author
npm: rebuild, rb
npm: search, s, se, find
npm: dist-tag, dist-tags
npm: version, verison
pnpm: install, i
pnpm: remove, rm, un, uninstall
pnpm: update, up, upgrade
pnpm: run, run-script
pnpm: test, t
pnpm: link, ln
pnpm: rebuild, rb
yarn: remove, rm
yarn: upgrade, up
bun: install, i
bun: add, a
bun: remove, rm, r
cargo: build, b
cargo: check, c
cargo: test, t
cargo: run, r
cargo: doc, d
cargo: remove, rm
brew: uninstall, remove, rm
brew: list, ls
brew: update, up
apt: full-upgrade, dist-upgrade
dnf: remove, erase, rm
dnf: upgrade, update, up
dnf: install, in
zypper: remove, rm
zypper: install, in
zypper: update, up
zypper: dist-upgrade, dup
conda: remove, uninstall
conda: update, upgrade
svn: delete, del, remove, rm
svn: commit, ci
svn: checkout, co
svn: update, up
svn: switch, sw
svn: move, mv, rename, ren
svn: copy, cp
svn: propset, pset, ps
svn: propdel, pdel, pd
hg: remove, rm
hg: commit, ci
hg: update, up, checkout, co
hg: rename, move, mv
hg: copy, cp
git: add, stage
git: blame, annotate
git: init, init-db
gem: uninstall, un, uninst
ip: delete, del
"""

# What else amounts to another command: on the left its words and options, in any order, on the right what takes the
# place of these words. `=`: it does the same and perhaps more; `~`: it may. `?` is a word that nobody knows.
_AMOUNTS = """
terraform: apply -destroy = terraform destroy
terraform: plan -destroy -out ~ terraform destroy
kubectl: replace --force ~ kubectl delete
kubectl: apply --prune ~ kubectl delete
systemctl: disable --now = systemctl stop
systemctl: mask --now = systemctl stop
systemctl: reenable --now ~ systemctl stop
npm: install-test = npm install
npm: it = npm install
npm: sit = npm ci
npm: cit = npm ci
npm: install-ci-test = npm ci
pnpm: install * = pnpm add
pnpm: i * = pnpm add
apt: purge = apt remove
apt: autoremove = apt remove
apt: autopurge = apt remove
apt: reinstall = apt install
apt: build-dep = apt install
apt: satisfy = apt install
apt: install *- ~ apt remove
apt: remove *+ ~ apt install
dnf: autoremove = dnf remove
dnf: reinstall = dnf install
dnf: localinstall = dnf install
brew: reinstall = brew install
git: send-pack = git push
git: http-push = git push
git: subtree push = git push
git: remote-https ~ git push --force
git: remote-http ~ git push --force
git: remote-ftp ~ git push --force
git: remote-ssh ~ git push --force
git: remote-fd ~ git push --force
git: remote add --mirror ~ git push --force
git: update-ref -d ~ git branch -D
hub: push = git push
sudoedit: = sudo -e
aws: s3api delete-bucket = aws s3 rb
aws: s3api delete-object = aws s3 rm
aws: s3api delete-objects = aws s3 rm
aws: s3 mv ~ aws s3 rm
aws: s3 sync --delete ~ aws s3 rm
aws: s3 rb --force ~ aws s3 rm
gh: api -X|--method=DELETE ~ gh ? delete
gh: repo sync --force ~ git push --force
gh: api *merge ~ gh pr merge
gh: api graphql *mutation* ~ gh ? delete
glab: api -X|--method=DELETE ~ glab ? delete
hub: delete = gh repo delete
hub: api -X|--method=DELETE ~ gh ? delete
easy_install: = pip install
pnpm: publish ~ npm publish
yarn: publish ~ npm publish
yarn: npm publish ~ npm publish
bun: publish ~ npm publish
lerna: publish ~ npm publish
dpkg: -r|--remove = apt remove
dpkg: -P|--purge = apt remove
dpkg: -i|--install = apt install
rpm: -e|--erase = dnf remove
rpm: -i|--install = dnf install
rpm: -U|--upgrade = dnf install
service: * stop = systemctl stop
service: * start = systemctl start
service: * restart = systemctl restart
rc-service: * stop = systemctl stop
rc-service: * start = systemctl start
rc-service: * restart = systemctl restart
"""

# Words that can be left out: `docker container run` is `docker run`, `yarn run x` is `yarn x` if x is a script.
_NEEDLESS = {"docker": "container", "podman": "container", "nerdctl": "container", "brew": "cask"}
_SCRIPTS = {"yarn": "run", "pnpm": "run", "bun": "run"}

# They have the subcommands of another.
_LIKE = {"podman": "docker", "nerdctl": "docker"}


class Amount:
    """What one line of the table says: which words and options a command must have, and what it amounts to."""

    __slots__ = ("exact", "flags", "globs", "program", "sure", "words")

    def __init__(self, text: str) -> None:
        mark = " ~ " if " ~ " in text else " = "
        left, _, right = f" {text}".partition(mark)
        items = left.split()
        self.sure = mark == " = "
        self.flags = [item for item in items if item[0] == "-"]
        self.globs = [item[1:] for item in items if item[0] == "*"]
        self.exact = [item for item in items if item[0] not in "-*"]
        self.program, *self.words = right.split()


class Synonyms:
    """All that is known of one program: its families, names that are the same, and what amounts to something else."""

    __slots__ = ("amounts", "families", "groups", "names", "needless", "scripts")

    def __init__(self) -> None:
        self.names: frozenset[str] = frozenset()  # of all programs that a command of it may amount to
        self.families: list[tuple[tuple[str, ...], ...]] = []  # each of beginnings that stand for one another
        self.groups: dict[str, list[tuple[list[str], list[list[str]]]]] = {}  # by the first word: a name, all names
        self.amounts: dict[str, list[Amount]] = {}  # by the first word that is wanted
        self.needless = ""
        self.scripts = ""


def _lines(text: str) -> list[tuple[str, str]]:
    pairs = [line.partition(": ") for line in text.strip().split("\n")]
    return [(name, rest) for name, _, rest in pairs]


def _tables() -> dict[str, Synonyms]:
    made: dict[str, Synonyms] = {}
    for name, rest in _lines(_GROUPS):
        group = [one.split() for one in rest.split(", ")]
        for one in group:
            made.setdefault(name, Synonyms()).groups.setdefault(one[0], []).append((one, group))
    for name, rest in _lines(_AMOUNTS):
        amount = Amount(rest)
        made.setdefault(name, Synonyms()).amounts.setdefault("".join(amount.exact[:1]), []).append(amount)
    for name, like in _LIKE.items():
        made.setdefault(name, Synonyms()).groups = made[like].groups
    for name, word in _NEEDLESS.items():
        made.setdefault(name, Synonyms()).needless = word
    for name, word in _SCRIPTS.items():
        made.setdefault(name, Synonyms()).scripts = word
    for line in _FAMILIES.strip().split("\n"):
        family = tuple(tuple(prefix.split()) for prefix in line.split(", "))
        for prefix in family:
            families = made.setdefault(prefix[0], Synonyms()).families
            if family not in families:
                families.append(family)
    for name, known in made.items():
        heads = {prefix[0] for family in known.families for prefix in family}
        alike = [made[head] for head in {name, *heads}]
        others = {amount.program for one in alike for amounts in one.amounts.values() for amount in amounts}
        known.names = frozenset([name, *heads, *others])
    return made


SYNONYMS = _tables()
