"""Options and operands that hold a secret because of the program that is given them.

The tables hold what names do not say. An option whose own name says that it holds a secret (`--password x`) needs none.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from wicket.redaction.secret_names_and_harmless_values import says_secret
from wicket.redaction.secret_operands import Place, base_of, in_positions
from wicket.redaction.secret_option_tables import (
    ACCOUNT,
    FLAGS,
    NEVER_GLUED,
    OPTIONS,
    PRINTED,
    SQLPLUS,
    VALUE,
    WHOLE,
    How,
)

__all__ = ["Place", "base_of", "in_words", "keeps_secrets"]

# After one of these, the next word that is no option is the program.
_WRAPPERS = frozenset(
    str.split("sudo doas env sshpass nohup time xargs exec timeout nice ionice setsid stdbuf unbuffer command")
)

_AMOUNT = re.compile(r"[0-9.]+[a-zA-Z]?")
# Options of wrappers whose value is no program.
_WRAPPER_VALUES = frozenset(
    (("sshpass", "-P"), ("sshpass", "-d"), ("sshpass", "-f"), ("timeout", "-s"), ("sudo", "-u"))
)
_REGISTRY_CLIENTS = frozenset(str.split("docker podman nerdctl buildah helm crane oras skopeo az oc fly"))
_LOGINS = frozenset(("login", "auth", "authenticate"))
_ORACLE = frozenset(str.split("sqlplus impdp expdp sqlldr exp imp rman"))

# Verbs that keep a secret for later: whatever they are given is one, by whatever name.
_KEEPERS = re.compile(
    r"(?:(?:user-)?secrets?|variables?|keys|secretsmanager|keyvault|kv2?|keychain|keyring|vault|config:set|env:set)(?:[:/].*)?$",
    re.IGNORECASE,
)
_KEEPING = frozenset(
    str.split(
        """
        set put create add update import write store insert new patch generic rotate --set
        put-secret-value put-secret create-secret update-secret
        """
    )
)
_KEEPING_VERB = re.compile(
    r"(?:[\w-]+:)*(?:config|env|secrets?|vars?|variables):(?:set|add|put|create)|(?:store|put|set|add|create)-secret",
    re.IGNORECASE,
)
_KEPT_VARIABLES = frozenset((("env", "set"), ("env", "put"), ("var", "put"), ("var", "set"), ("vars", "set")))

# Their verbs have other operands than a name and its value: a kind, a file, a version.
_KEEP_OTHERWISE = frozenset(str.split("kubectl oc docker podman gcloud aws consul git gh flux ssh-add"))
_KEPT_BY = frozenset(
    str.split(
        """
        --body -b --value --string-value --secret-string --secret-value --data --string-data --literal --from-literal
        --patch -p -v
        """
    )
)

# `gh secret set NAME`, `kubectl create secret generic NAME`: programs whose `k=v` are settings of the thing itself.
_OPTION = re.compile(r"--?(?P<name>[A-Za-z][\w.:/-]*)(?P<equals>=)?(?P<value>.*)", re.DOTALL)
_SPELLED_OUT = frozenset(("-password", "-passwd", "-passphrase", "-pass", "-pw"))
_COMMAND = re.compile(r"--?[\w-]*(?:pass(?:word|phrase)?|token|secret)[-_]?(?:command|cmd|eval|program)")
_ASSIGNMENT = re.compile(r"[A-Za-z_][\w.\[\]/-]*:?=(?P<value>.+)", re.DOTALL)

# Programs that set something by name: the word behind a name that says so is the secret.
_SETS = frozenset(
    str.split(
        """
        set config add-auth put login set-credentials modify connect user insert http-basic setx set-env setenv --arg
        --set output setuser hset hmset set-config option input_pw fill w -create am
        """
    )
)

_SETTING_PROGRAMS = frozenset(str.split("nmcli pdftk wpa_cli crudini augtool"))

# `--name db-password --value x`: an option says what the value of another is.
_NAMED_BY = frozenset(("--name", "-n", "--key", "-u", "--update", "--variable"))
_VALUED_BY = frozenset(("--value", "-v", "--string-value", "--data"))

# `-u me -p x`, whatever the program; in these, `-p` is something else.
_PORT = re.compile(r"[\d:,./-]*(?:/tcp|/udp)?|[/~.].*|\w+=.*")
_OTHER_P = frozenset(
    str.split(
        """
        docker podman nerdctl docker-compose rsync cp mkdir ps lsof su runuser sudo top nmap python python3
        pytest tox pip
        """
    )
)

# `-p rosebud7`: a word with digits behind it, where many programs take a password; in these, it is something else.
_PASSWORD_LETTERS = frozenset(("-p", "-P", "-w", "-W", "-k", "-K"))
_WORD_AND_DIGITS = re.compile(
    r"(?!(?:python|node|ruby|php|py|pypy|java|go|v|x|dir|test|build|step|part|file|port|eth|en|wlan|tty|disk|sd|core|cuda|sm|lib"
    r"|project|profile|package|app|web|demo|tmp|foo|bar|baz|phase|stage|release)\d)[A-Za-z]{4,30}\d{1,4}[!?#$]{0,2}",
    re.IGNORECASE,
)
_LETTER_USERS = frozenset(
    str.split(
        """
        mkdir cp mv rm ls ssh scp rsync cargo nix nix-shell git patch tar perl ruby make xargs read install
        tmux lsof pgrep ps
        netstat ss strace gdb kill time type command declare test tree sort jest npx npm tsc dotnet go
        ansible uv virtualenv
        conda pdm poetry hatch aws docker podman nerdctl docker-compose python python3 pytest tox pip sudo su
        nmap grep rg top
        gcc g++ clang cc ld cmake ninja bazel mvn gradle protoc screen watch wc date uname parted unzip jq sed awk diff
        """
    )
)

# `--login me:x`, whatever the program; in these, it is a user and a group.
_ACCOUNT_OPTION = re.compile(r"-u|--?(?:user|login|p?auth|basic(?:-auth)?|credentials?|userpass|bmc|http-auth)")
_ACCOUNT_VALUE = re.compile(
    r"(?P<user>[\w.@+-]{1,60}):(?!(?P=user)\b)(?!\d+$|root$|staff$|users?$|wheel$|[\w-]+:)[^\s/:]{3,200}"
)
_OWNERS = frozenset(
    str.split(
        """
        docker podman nerdctl docker-compose compose rsync install chown su runuser sudo systemd-run start-stop-daemon
        kubectl
        """
    )
)

# What a client of HTTP takes for headers and parameters.
_HTTP = frozenset(str.split("http https xh xhs httpie"))
_ITEM = re.compile(r"(?P<name>[A-Za-z][\w.-]*)(?:==|:=|:|=)(?P<secret>[^=:].*)", re.DOTALL)


def in_words(words: Sequence[str]) -> list[Place]:
    """Find what a command's words hold that only its program makes a secret, be it spelled there or referred to."""
    found: list[Place] = []
    programs: list[str] = []  # one may run another, and what stands behind may be for either
    fresh = True  # the next word that is no option is a program
    logs_in = sets = user = names = False
    keeps = keeps_secrets(words)
    for number, word in enumerate(words):
        base = base_of(word)
        following = words[number + 1] if number + 1 < len(words) else ""
        if word.startswith("-"):
            for program in programs or [""]:
                found += _by_option(program, word, following, number, keeps=keeps)
            if (
                word in _PASSWORD_LETTERS
                and _WORD_AND_DIGITS.fullmatch(following)
                and _LETTER_USERS.isdisjoint(programs)
            ):
                found += _secret(number + 1, following, WHOLE)
            if _ACCOUNT_OPTION.fullmatch(word) and _ACCOUNT_VALUE.fullmatch(following) and _OWNERS.isdisjoint(programs):
                found += _secret(number + 1, following, ACCOUNT)
            if word in ("-p", "-P") and user and _PORT.fullmatch(following) is None and _OTHER_P.isdisjoint(programs):
                found += _secret(number + 1, following, WHOLE)
            user = user or (word in ("-u", "--user", "--username", "-U") and following[:1] not in ("", "-"))
            if word in ("-p", "-t") and logs_in:
                found += _secret(number + 1, following, WHOLE)
            elif logs_in and re.fullmatch(r"-p[^-=\s].+", word) and not _REGISTRY_CLIENTS.isdisjoint(programs):
                found += _secret(number, word, WHOLE, 2)
            if word in _NAMED_BY:
                names = names or _names_a_secret(base_of(following))
            elif names and word in _VALUED_BY:
                found += _secret(number + 1, following, WHOLE)
            elif names and word.startswith("--value="):
                found += _secret(number, word, VALUE)
        elif fresh and programs and (programs[-1], words[number - 1]) in _WRAPPER_VALUES:
            pass
        elif fresh and (base in OPTIONS or _is_program(word)) and not _is_value(found, number):
            # What a wrapper was told is for it alone: `sshpass -p x ssh -p 22`.
            programs = [base]
            fresh = base in _WRAPPERS
        elif base in OPTIONS and base not in programs:
            programs.append(base)
        elif keeps and number > 1 and _ASSIGNMENT.fullmatch(word) is not None:
            found += _secret(number, word, VALUE)
        elif word.startswith(("/p:", "/pass:", "/password:", "/gp:")):  # FreeRDP and its like
            found += _secret(number, word, ACCOUNT)
        elif not _HTTP.isdisjoint(programs) and (item := _ITEM.fullmatch(word)) and says_secret(item["name"]):
            found += _secret(number, word, _ITEM)
        elif (word == "/p" and "/f" in words) or (word == "/rp" and "/ru" in words) or word == "password=":
            found += _secret(number + 1, following, WHOLE)
        elif word == "/v":
            names = names or _names_a_secret(following)
        elif (word == "/d" and names) or (word.startswith("+") and _is_told(word, following)):
            found += _secret(number + 1, following, WHOLE)
        elif number > 1 and words[number - 2] == "+login":
            found += _secret(number, word, WHOLE)
        elif not _ORACLE.isdisjoint(programs):
            found += _secret(number, word, SQLPLUS)
        elif sets and _names_a_secret(words[number - 1]):
            found += _secret(number, word, WHOLE)
        names = names or (sets and not word.startswith("-") and _names_a_secret(word))
        logs_in = logs_in or word in _LOGINS
        sets = sets or word.lower() in _SETS or base in _SETTING_PROGRAMS or word.endswith(":set")
    return [*found, *in_positions(words), *(_named_and_given(words) if keeps else ())]


def _is_told(word: str, following: str) -> bool:
    """Whether a word tells a game server a secret: `+rcon_password x`."""
    return following[:1] not in ("", "+", "-") and says_secret(word[1:])


def _named_and_given(words: Sequence[str]) -> Iterator[Place]:
    """Find what is kept under a name: `secrets set NAME x`."""
    for number, word in enumerate(words[:6]):
        if (word in _KEEPING or _KEEPING_VERB.fullmatch(word)) and base_of(words[0]) not in _KEEP_OTHERWISE:
            given = words[number + 1 : number + 3]
            if len(given) > 1 and not any(each.startswith(("-", "@")) or "=" in each for each in given):
                yield from _secret(number + 2, given[1], WHOLE)
            return


def _is_program(word: str) -> bool:
    return "=" not in word and _AMOUNT.fullmatch(word) is None


def _is_value(found: list[Place], number: int) -> bool:
    if not found:
        return False
    last, _, _ = found[-1]
    return last == number


def _by_option(program: str, word: str, following: str, number: int, *, keeps: bool) -> Iterator[Place]:
    match = _OPTION.fullmatch(word)
    if match is None:
        return
    known = OPTIONS.get(program, {})
    name = word[: match.start("equals")] if match["equals"] else word
    if keeps and word.startswith("-b") and not word.startswith("--"):
        known = known | {"-b": (WHOLE, False)}
    if keeps and name in _KEPT_BY:
        known = known | {name: (VALUE if name == "--from-literal" else WHOLE, False)}
    if name in _SPELLED_OUT and not match["equals"] and not following.startswith("-"):
        yield from _secret(number + 1, following, WHOLE)
    elif name in known:
        how, glued_only = known[name]
        if match["equals"]:
            yield from _secret(number, word, how, match.end("equals"))
        elif not glued_only:
            yield from _secret(number + 1, following, how)
    elif not word.startswith("--") and (found := _by_letter(known, program, word)) is not None:
        how, start = found
        yield from _secret(number, word, how, start) if start else _secret(number + 1, following, how)
    elif _COMMAND.fullmatch(name):
        yield from (
            _secret(number, word, PRINTED, match.end("equals"))
            if match["equals"]
            else _secret(number + 1, following, PRINTED)
        )
    elif _is_secret_option(match) and not following.startswith("-"):
        yield from _secret(number + 1, following, ACCOUNT if _is_account(match["name"], following) else WHOLE)


def _is_secret_option(match: re.Match[str]) -> bool:
    """Whether an option by its name has a secret in the next word; behind `=` every name is looked at anyway."""
    is_long = match[0].startswith("--") or len(match["name"]) > 2
    return (
        is_long
        and not match["equals"]
        and (says_secret(match["name"]) or match["name"].lower() in ("auth", "pat", "cred"))
    )


def _by_letter(known: dict[str, tuple[How, bool]], program: str, word: str) -> tuple[How, int] | None:
    """Read an option of one letter behind flags, or with its value glued to it; 0: the value is the next word."""
    flags = 1
    while flags < len(word) and word[flags] in FLAGS.get(program, ""):
        flags += 1
    for option, (how, glued_only) in known.items():
        letters = option[1:]
        if option.startswith("--") or not word.startswith(letters, flags) or (len(letters) > 1 and not glued_only):
            continue
        rest = flags + len(letters)
        if rest < len(word) and program not in NEVER_GLUED:
            return how, rest
        if rest == len(word) and not glued_only:
            return how, 0
    return None


def _is_account(name: str, value: str) -> bool:
    return name.lower().endswith(("auth", "creds", "credentials", "userpass", "userpwd", "user-pass")) and ":" in value


def _secret(number: int, word: str, how: How, start: int = 0) -> Iterator[Place]:
    match = how.fullmatch(word, start)
    if match is not None:
        yield number, *match.span("secret")


def keeps_secrets(words: Sequence[str]) -> bool:
    """Whether a command keeps secrets for later."""
    early = words[:6]
    if any(map(_KEEPING_VERB.fullmatch, early)):
        return True
    if any(pair in _KEPT_VARIABLES for pair in pairwise(words[1:6])):
        return True
    return "SecureString" in words or (any(map(_KEEPERS.fullmatch, early)) and not _KEEPING.isdisjoint(early))


def _names_a_secret(name: str) -> bool:
    """Whether a word is the name of a setting that is secret: `config set user.password x`."""
    if name.startswith("-") or "=" in name or ("/" in name.rpartition(":")[0].lstrip("/") and "//" not in name):
        return False
    return any(map(says_secret, name.rpartition(":")[2].split(".")))
