"""How npm and npx read their command lines: every setting is an option, in any place, cut short, with one dash or more.

See `usage` for how a line reads. An option that npm does not know takes no value, but a flag takes `true` and `false`.
"""

from wicket.shell.catalogue.usage import table
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.catalogue.command_line import Found, Line
    from wicket.shell.catalogue.usage import Usage

__all__ = ["BEGINNINGS", "NPM", "behind_command", "plainly"]

_LINES = table("""
@settings: +single +short --script-shell=PROGRAM --shell=PROGRAM --git=PROGRAM --node-gyp=PROGRAM --python=PROGRAM
    --editor=PREFIX --viewer=PREFIX --browser=PREFIX --node-options=CODE --init-module|--init.module=CODEFILE
    --onload-script=CODEFILE --userconfig=CONFIGEDIT --globalconfig=CONFIGEDIT --cache=TOUCH --prefix|-C=TOUCH
    --pack-destination=WRITE --logs-dir=WRITE --cafile=READ --provenance-file=READ
    --_auth=VALUE --access=VALUE --allow-directory=VALUE --allow-file=VALUE --allow-git=VALUE --allow-remote=VALUE
    --allow-scripts=VALUE --also=VALUE --audit-level=VALUE --auth-type=VALUE --before|--enjoy-by=VALUE --ca=VALUE
    --cache-max=VALUE --cache-min=VALUE --cert=VALUE --cidr=VALUE --cpu=VALUE --depth=VALUE --diff=VALUE
    --diff-dst-prefix=VALUE --diff-src-prefix=VALUE --diff-unified=VALUE --expect-result-count=VALUE --expires=VALUE
    --fetch-retries=VALUE --fetch-retry-factor=VALUE --fetch-retry-maxtimeout=VALUE --fetch-retry-mintimeout=VALUE
    --fetch-timeout=VALUE --heading=VALUE --https-proxy=VALUE --include=VALUE --init-author-email=VALUE
    --init-author-name=VALUE --init-author-url=VALUE --init-license=VALUE --init-type=VALUE --init-version=VALUE
    --init.author.email=VALUE --init.author.name=VALUE --init.author.url=VALUE --init.license=VALUE
    --init.version=VALUE --install-strategy=VALUE --key=VALUE --libc=VALUE --local-address=VALUE -L|--location=VALUE
    --lockfile-version=VALUE --loglevel=VALUE --logs-max=VALUE --name=VALUE --maxsockets=VALUE -m|--message=VALUE
    --min-release-age=VALUE --min-release-age-exclude=VALUE --noproxy=VALUE --omit=VALUE --only=VALUE --orgs=VALUE
    --os=VALUE --otp=VALUE --packages=VALUE --preid=VALUE --proxy=VALUE --registry|--reg|-reg=VALUE
    --replace-registry-host=VALUE --save-prefix=VALUE --sbom-format=VALUE --sbom-type=VALUE --scope=VALUE
    --scopes=VALUE --packages-and-scopes-permission=VALUE --orgs-permission=VALUE --password=VALUE
    --token-description=VALUE --searchexclude=VALUE --searchlimit=VALUE --searchopts=VALUE --searchstaleness=VALUE
    --tag=VALUE --tag-version-prefix=VALUE --umask=VALUE --user-agent=VALUE --which=VALUE -w|--workspace=VALUE
    -d -dd -ddd -q|--quiet -s|--silent --verbose --desc|--description --usage|--help|-h|-H --local -n|--no
    --porcelain|--parseable --read-only|--readonly -iwr|--include-workspace-root -ws|--workspaces -a|--all -f|--force
    -g|--global -l|--long -S|--save -B|--save-bundle -D|--save-dev -E|--save-exact -O|--save-optional
    -P|--save-prod -v --version --versions -y|--yes --allow-same-version --audit --bin-links --bypass-2fa --color
    --commit-hooks --dangerously-allow-all-scripts --dev --diff-ignore-all-space --diff-name-only --diff-no-prefix
    --diff-text --dry-run --engine-strict --expect-results --foreground-scripts --format-package-lock --fund
    --git-tag-version --global-style --if-present --ignore-scripts --include-staged --include-attestations
    --init-private --install-links --json --legacy-bundling --legacy-peer-deps --link --offline
    --omit-lockfile-registry-resolved --optional --package-lock --package-lock-only --allow-scripts-pending
    --allow-scripts-pin --prefer-dedupe --prefer-offline --prefer-online --production --progress --provenance
    --rebuild-bundle --save-peer --packages-all --shrinkwrap --sign-git-commit --sign-git-tag --strict-peer-deps
    --strict-allow-scripts --strict-ssl --timing --unicode --update-notifier --workspaces-update
    --no-audit --no-fund --unsafe-perm
npm: @settings -c|--call=RUN --package=PACKAGE SUB
npm *: @settings -p --package=VALUE VALUE...
@executed: @settings -p|--package=PACKAGE -c|--call=RUN COMMAND...
npm exec: @executed
npm x: @executed
npx: @executed --ignore-existing --no-install -n|--node-arg=CODE --npm=VALUE
npm explore: @settings VALUE TEXT...
npm config: @settings SUB
npm config set: @settings NPM...
npm config delete: @settings VALUE...
npm set: @settings NPM...
npm c: @settings SUB
npm c set: @settings NPM...
npm c delete: @settings VALUE...
npm pkg: @settings SUB
npm pkg set: @settings NPM...
npm set-script: @settings VALUE RUN
""")

# Commands may be cut short as long as no other begins so.
BEGINNINGS = {"exec": ("exe",), "explore": ("explor", "explo"), "config": ("confi", "conf", "con"), "pkg": ("pk",)}


def _cut_short(lines: dict[str, str]) -> dict[str, str]:
    """Add the lines of commands by their beginnings."""
    made = dict(lines)
    for name, line in lines.items():
        program, _, rest = name.partition(" ")
        command, blank, sub = rest.partition(" ")
        if program == "npm":
            made.update({f"npm {short}{blank}{sub}": line for short in BEGINNINGS.get(command, ())})
    return made


NPM = _cut_short(_LINES)


def plainly(usage: "Usage", words: "Sequence[Word]") -> "Sequence[Word]":
    """Give the words with settings by their own names, and without what answers a flag: `npm --yes true exec x`."""
    if not any(word.prefix[:1] == "-" for word in words):
        return words
    made: list[Word] = []
    flag = False
    for at, word in enumerate(words):
        text = word.text or ""
        if flag and text in ("true", "false"):
            flag = False
            continue
        if text[:1] == "-" and len(text) > 1 and "=" not in text:
            if not text.strip("-"):
                return [*made, Word("--", word.start, word.end), *words[at + 1 :]]
            word = _by_name(usage, word, text)
            option = usage.option(word.text or "")
            flag = option is None or option.takes != "="
        else:
            flag = False
        made.append(word)
    return made


def _by_name(usage: "Usage", word: "Word", text: str) -> "Word":
    """Name a setting as the tables do. What may be short for several of them is none, and takes no value.

    What is short for several may be short for one in another version of npm: nobody knows.
    """
    name = "--" + text.lstrip("-")
    if text in usage.options or name in usage.options:
        return word if text in usage.options else Word(name, word.start, word.end)
    letter = "-" + text.lstrip("-")
    if letter in usage.options:
        return Word(letter, word.start, word.end)
    meant = {id(option) for full, option in usage.options.items() if full.startswith(name)}
    return word if len(meant) < 2 else Word(f"{text}…", word.start, word.end)


def behind_command(usage: "Usage", line: "Line") -> "list[Found]":
    """Find settings behind the command that npm is to run: unless `--` stands before it, they are still npm's own."""
    if not usage.stops or len(line.operands) < 2 or line.behind == len(line.operands):
        return []
    return [one for one in usage.anywhere.read(line.operands).found if one.option is not None and one.option.acts]
