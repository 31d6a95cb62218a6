"""Commands that do what others do: programs that stand for one another, and subcommands by several names.

A rule that forbids one of them is about the others too: `helm delete` is `helm uninstall`, `tofu` works on what
`terraform` made, and `terraform apply -destroy` is `terraform destroy`.
"""

from wicket.shell.characters import listed
from wicket.shell.words import UnknownWord, Word

__all__ = ["SYNONYMS", "Synonyms", "synonyms"]

# Programs, each by the words that a command begins with, that stand for one another.
_FAMILIES = """
terraform, tofu, opentofu, terragrunt
kubectl, oc, kubecolor, k, k3s kubectl, k0s kubectl, microk8s kubectl, rke2 kubectl, minikube kubectl
docker compose, docker-compose
apt, apt-get, aptitude
dnf, yum, microdnf, dnf5
conda, mamba, micromamba
helm, helm3
pip, uv pip
sudo, sudo-rs, sudo.ws
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
bun: x, exec
cargo: build, b
cargo: check, c
cargo: test, t
cargo: run, r
cargo: doc, d
cargo: remove, rm
brew: uninstall, remove, rm
brew: list, ls
brew: upgrade, up
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
pnpm: install = pnpm add
pnpm: i = pnpm add
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
_NO_SCRIPTS = listed(
    "add install i remove rm un uninstall update up upgrade info init link list publish pack audit exec dlx x config"
)

# They have the subcommands of another.
_LIKE = {"podman": "docker", "nerdctl": "docker"}

# Subcommands stand among the first words that are no options; these may have values, which look like words.
_FIRST = 5

# More spellings than this nobody needs.
_MAX = 64


class _Amount:
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
    """All that is known of one program: its family, names that are the same, and what amounts to something else."""

    __slots__ = ("amounts", "family", "groups", "names", "needless", "scripts")

    def __init__(self) -> None:
        self.names: frozenset[str] = frozenset()  # of all programs that a command of it may amount to
        self.family: tuple[tuple[str, ...], ...] = ()
        self.groups: dict[str, list[tuple[list[str], list[list[str]]]]] = {}  # by the first word: a name, all names
        self.amounts: dict[str, list[_Amount]] = {}  # by the first word that is wanted
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
        amount = _Amount(rest)
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
            made.setdefault(prefix[0], Synonyms()).family = family
    for name, known in made.items():
        heads = {prefix[0] for prefix in known.family}
        alike = [made[head] for head in {name, *heads}]
        others = {amount.program for one in alike for amounts in one.amounts.values() for amount in amounts}
        known.names = frozenset([name, *heads, *others])
    return made


SYNONYMS = _tables()
_NOTHING = Synonyms()


def synonyms(words: tuple[Word, ...], name: str, start: int = 1) -> "list[tuple[tuple[Word, ...], bool]]":
    """Give other spellings of a command, by all its words; and whether each surely does what this one does.

    `name` is that of the program, without its folder. Before `start`, there are only options and their values.
    """
    known = SYNONYMS.get(name)
    if known is None or not _concerns(words, known):
        return []
    own: tuple[str, ...] = (name,)
    prefixes: tuple[tuple[str, ...], ...] = (own,)
    if known.family:
        texts = (name, *[word.text for word in words[1:_FIRST]])
        begun = [one for one in known.family if texts[: len(one)] == one]
        if begun:
            own, prefixes = begun[0], known.family
            known = SYNONYMS[prefixes[0][0]] if len(prefixes[0]) == 1 else _NOTHING
    rest = words[len(own) :]
    places = _places(rest, max(0, start - len(own)))
    made = [(_begun(words, prefix, rest), True) for prefix in prefixes if prefix != own]
    for other in _respelled(rest, places, known):
        made += [(_begun(words, prefix, other), True) for prefix in prefixes]
    firsts = {"", *[rest[at].text or "" for at in places]}
    for amount in [one for first in firsts for one in known.amounts.get(first, ())]:
        taken = _taken(rest, places, amount)
        if taken is None:
            continue
        if amount.program == prefixes[0][0]:
            changed = _put(rest, taken, amount.words)
            made += [(_begun(words, prefix, changed), amount.sure) for prefix in prefixes]
        else:
            left = tuple(word for at, word in enumerate(rest) if at not in taken)
            made.append((_begun(words, (amount.program, *amount.words), left), amount.sure))
    return made[:_MAX]


def _concerns(words: tuple[Word, ...], known: Synonyms) -> bool:
    """Tell soon of most commands that there is no other name for them."""
    if known.family or known.needless or known.scripts or "" in known.amounts:
        return True
    return any(word.text in known.groups or word.text in known.amounts for word in words)


def _begun(words: tuple[Word, ...], texts: tuple[str, ...], rest: tuple[Word, ...]) -> tuple[Word, ...]:
    return (*[Word(text, words[0].start, words[0].end) for text in texts], *rest)


def _places(rest: tuple[Word, ...], start: int) -> list[int]:
    """Say where the first words stand that are no options."""
    found: list[int] = []
    for at in range(start, len(rest)):
        if rest[at].prefix[:1] != "-":
            found.append(at)
            if len(found) == _FIRST:
                break
    return found


def _put(rest: tuple[Word, ...], gone: list[int], texts: list[str]) -> tuple[Word, ...]:
    """Put texts in the place of some words, where the first of them stood."""
    first = rest[gone[0]]
    put = [
        UnknownWord((None,), "what it amounts to", False, first.start, first.end)
        if text == "?"
        else Word(text, first.start, first.end)
        for text in texts
    ]
    behind = [word for at, word in enumerate(rest) if at > gone[0] and at not in gone]
    return (*rest[: gone[0]], *put, *behind)


def _respelled(rest: tuple[Word, ...], places: list[int], known: Synonyms) -> list[tuple[Word, ...]]:
    """Give the words behind the program with other names of the subcommand."""
    texts = [rest[at].text or "" for at in places]
    made: list[tuple[Word, ...]] = []
    for n, text in enumerate(texts):
        for own, group in known.groups.get(text, ()):
            if texts[n : n + len(own)] == own:
                made += [_put(rest, places[n : n + len(own)], other) for other in group if other != own]
        kind, slash, name = text.partition("/")
        if slash and n == 1 and kind in known.groups:
            parted = _put(rest, [places[n]], [kind, name])  # `secret/x`
            made += [parted, *_respelled(parted, _places(parted, places[0]), known)]
    if known.needless and texts:
        made.append(_with_or_without(rest, known.needless, places, texts))
    if known.scripts and texts and texts[texts[0] == known.scripts :][:1] not in ([], [""]):
        name = texts[texts[0] == known.scripts]
        if name not in _NO_SCRIPTS:
            made.append(_with_or_without(rest, known.scripts, places, texts))
    return made


def _with_or_without(rest: tuple[Word, ...], word: str, places: list[int], texts: list[str]) -> tuple[Word, ...]:
    """Leave out a word that is not needed, or put it in."""
    if word in texts:
        return _put(rest, [places[texts.index(word)]], [])
    return _put(rest, places[:1], [word, texts[0] or "?"])


def _taken(rest: tuple[Word, ...], places: list[int], amount: _Amount) -> list[int] | None:
    """Say where the words stand that a line of the table wants; None: they are not all there."""
    texts = [rest[at].text or "" for at in places]
    count = len(amount.exact)
    at = next((n for n in range(len(texts) + 1 - count) if texts[n : n + count] == amount.exact), None)
    if at is None or not all(_has(rest, flag) for flag in amount.flags):
        return None
    taken = places[at : at + count]
    others = [word.text or "" for i, word in enumerate(rest) if i not in taken and word.prefix[:1] != "-"]
    return taken if all(any(_fits(text, glob) for text in others) for glob in amount.globs) else None


def _fits(text: str, glob: str) -> bool:
    """Tell whether a text ends as it should, or holds what it should: `-`, `mutation*`."""
    return glob[:-1] in text if glob[-1:] == "*" else text.endswith(glob)


def _has(rest: tuple[Word, ...], flag: str) -> bool:
    """Tell whether an option is there, with one dash or two: `-destroy`; or with a value, `-X|--method=DELETE`."""
    names, equals, value = flag.partition("=")
    for at, word in enumerate(rest):
        text = word.text or word.prefix
        for name in names.split("|"):
            if not equals and text.partition("=")[0] in (name, f"-{name}"):
                return True
            following = rest[at + 1].text if text == name and at + 1 < len(rest) else ""
            if equals and (text in (f"{name}={value}", f"{name}{value}") or following in (value, None)):
                return True
    return False
