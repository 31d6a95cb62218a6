"""Programs that take what lies in folders and carry it away: they copy, serve, publish or deploy it.

Which files that are, no word of theirs says; whoever may not read one may not carry it away either.
"""

from wicket.shell.words import Word

__all__ = ["CARRIERS", "carried"]

# The words that a command begins with, and what it takes:
#   all       everything in the folders that it is given
#   project   the folder as far as the program's own rules go: only a file that is really there counts
#   context   the same, unless a .dockerignore lies there
# `here`: the folder that it runs in, unless an operand (`*`) or one of the options names another one. An option by
# itself, in front of the colon, has to be there.
_CARRIERS = """
aws s3 sync: all
aws s3 cp: all
aws s3 mv: all
gsutil rsync: all
gsutil cp: all
gsutil mv: all
gcloud storage rsync: all
gcloud storage cp: all
gcloud compute scp: all
rclone copy: all
rclone copyto: all
rclone sync: all
rclone move: all
rclone moveto: all
rclone bisync: all
rclone serve: all
rclone cat: all
azcopy copy: all
azcopy cp: all
azcopy sync: all
az storage blob upload-batch: all
az storage blob sync: all
az storage file upload-batch: all
az storage fs directory upload: all
s3cmd sync: all
s3cmd put: all
s5cmd sync: all
s5cmd cp: all
mc mirror: all
mc cp: all
b2 sync: all
swift upload: all
oc rsync: all
oc start-build: all
oc create: all
kubectl create: all
kubectl apply: all
kubectl replace: all
kubectl diff: all
rar a: all
croc send: all
wormhole send: all
magic-wormhole send: all
restic backup: all
borg create: all
kopia snapshot: all
bup save: all
duplicity: all
rdiff-backup: all
tarsnap: all
unison: all
ipfs add: all
svn import: all
gh codespace cp: all
lndir: all
stow: all
pax -w: all
http.server: all here -d|--directory
SimpleHTTPServer: all here
uploadserver: all here -d|--directory
serve: all here *
http-server: all here *
live-server: all here *
lite-server: all here
local-web-server: all here -d|--directory
ws: all here -d|--directory
static-server: all here *
simple-http-server: all here *
sirv: all here *
browser-sync start: all here -s|--server
miniserve: all here *
dufs: all here *
darkhttpd: all here *
updog: all here -d|--directory
goshs: all here -d
webfsd: all here -r
thttpd: all here -d
httpd: all here -h
caddy file-server: all here --root|-r
twistd web: all here --path
twisted web: all here --path
openssl s_server -WWW: all here
openssl s_server -HTTP: all here
kubectl proxy --www: all
docker plugin create: all
aws deploy push: all here --source
php -S: all here -t|--docroot
docker build: context
docker buildx: context
docker image build: context
docker builder build: context
podman build: context
podman image build: context
nerdctl build: context
buildah bud: context
buildah build: context
kaniko: context
docker compose build: context here
docker-compose build: context here
docker compose up --build: context here
docker-compose up --build: context here
podman compose build: context here
npm pack: project here *
npm publish: project here *
pnpm pack: project here
pnpm publish: project here *
yarn pack: project here
yarn publish: project here *
yarn npm publish: project here
bun publish: project here *
bun pm pack: project here
cargo publish: project here
cargo package: project here
vercel: project here --cwd
now: project here
netlify deploy: project here -d|--dir
surge: project here *
firebase deploy: project here
fly deploy: context here *
flyctl deploy: context here *
railway up: project here *
heroku container:push: context here
wrangler pages: project
serverless deploy: project here
sls deploy: project here
sam build: project here
sam deploy: project here
eb deploy: project here
gcloud app deploy: project here
gcloud builds submit: project here *
gcloud run deploy: project here --image
gcloud functions deploy: project here --source
az webapp up: project here
az functionapp deploy: project
helm package: project
gh repo create --source: project
oc new-app: project
oc new-build: project
"""

# Behind them, as many words at most are looked at: a subcommand stands among the first ones.
_FIRST = 6


class _Carrier:
    __slots__ = ("flags", "here", "how", "named_by", "operands", "words")

    def __init__(self, begins: list[str], takes: list[str]) -> None:
        self.words = [word for word in begins if word[0] != "-"]
        self.flags = [word for word in begins if word[0] == "-"]
        self.how = takes[0]
        self.here = "here" in takes
        self.operands = "*" in takes
        self.named_by = [name for item in takes if item[0] == "-" for name in item.split("|")]


def _table() -> dict[str, list[_Carrier]]:
    made: dict[str, list[_Carrier]] = {}
    for line in _CARRIERS.strip().split("\n"):
        begins, _, takes = line.partition(": ")
        program, *rest = begins.split()
        made.setdefault(program, []).append(_Carrier(rest, takes.split()))
    for carriers in made.values():
        carriers.sort(key=lambda carrier: -len(carrier.words))  # `compose build` before `build`
    return made


CARRIERS = _table()


def carried(words: tuple[Word, ...], name: str) -> tuple[str, list[Word]]:
    """Say what a command carries away: how much, and of which folders. An empty text: nothing."""
    plain = [word for word in words[1:] if word.prefix[:1] != "-"]
    texts = [word.text for word in plain[:_FIRST]]
    given = [word.text or word.prefix for word in words[1:] if word.prefix[:1] == "-"]
    for carrier in CARRIERS[name]:
        at = _found(carrier.words, texts)
        if at is None or not all(_has(given, flag) for flag in carrier.flags):
            continue
        behind = plain[at + len(carrier.words) :]
        taken = [*plain[:at], *behind, *_attached(words)]
        named = (carrier.operands and behind) or any(_has(given, flag) for flag in carrier.named_by)
        if carrier.here and not named:
            taken.append(Word(".", words[0].start, words[0].end))
        return carrier.how, taken
    return "", []


def _found(wanted: list[str], texts: "list[str | None]") -> int | None:
    """Say where the words of a subcommand stand; options before them may have values."""
    count = len(wanted)
    return next((at for at in range(len(texts) + 1 - count) if texts[at : at + count] == wanted), None)


def _has(given: list[str], flag: str) -> bool:
    """Tell whether an option is there: by itself, with a value behind `=`, or with one attached to its letter."""
    return any(
        text == flag or text.startswith(f"{flag}=") or (len(flag) == 2 and text[:2] == flag and flag[1] != "-")
        for text in given
    )


def _attached(words: tuple[Word, ...]) -> list[Word]:
    """Give what is attached to options: `--from-file=x`, `--from-file=key=x`."""
    made: list[Word] = []
    for word in words[1:]:
        option, equals, value = (word.text or "").partition("=")
        if equals and option[:1] == "-":
            made += [Word(text, word.start, word.end) for text in {value, value.rpartition("=")[2]} if text]
    return made
