"""Other spellings of flags: those that amount to others, are switched off again, stand behind `--` or in variables."""

from wicket.shell.catalogue.compiled_catalogue import fact, traits
from wicket.shell.programs.program_lookup import PROGRAMS, plain
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.patterns.compiled_pattern import Pattern
    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line
    from wicket.shell.read_result import Assignment, Command

__all__ = ["amounts_to", "handed_on", "may_be_off", "with_options_in_variables"]


# ── flags that amount to others, for rules that forbid: where `+x` is a branch, `push +x` is `push --force x` ──

# Without it, nothing is deleted unless it is forced to.
_UNFORCED = "clean.requireforce"
_TRUE = frozenset(["true", "yes", "on", "1"])


def amounts_to(name: str, line: "Line") -> list[tuple[str, ...]]:
    """List the flags that a command line amounts to without spelling them, each by all its names."""
    if " " not in name:
        return []
    made: list[tuple[str, ...]] = []
    if line.found:
        implied = _pairs(fact("implies", name))
        made += [tuple(implied[found.name].split("|")) for found in line.found if found.name in implied]
        if line.has("-f"):
            # Together with --force, these are the same as one letter in upper case.
            made += [(forced,) for gentle, forced in _pairs(fact("forced", name)).items() if line.has(gentle)]
    special = traits(name)
    if "pushes-branches" in special:
        if any(word.prefix[:1] == "+" for word in line.operands):
            made.append(("-f", "--force"))
        if any(word.prefix[:1] == ":" and word.text != ":" for word in line.operands):
            made.append(("-d", "--delete"))
    if "deletes-if-forced" in special and any(map(_needs_no_force, line.found)):
        made.append(("-f", "--force"))
    return made


def _pairs(text: str) -> dict[str, str]:
    """Read `-D=-d|--delete -M=-m`: flags, and what each amounts to."""
    return dict([item.split("=") for item in text.split()])


def _needs_no_force(found: "Found") -> bool:
    """Tell whether a setting has it delete without being forced to."""
    if found.kind != "CONFIG" or found.value is None:
        return False
    key, _, value = (found.value.text or found.value.prefix).lower().partition("=")
    return key == _UNFORCED and (value not in _TRUE or found.value.text is None)


# ── flags behind `--`, for rules that forbid: some programs pass them on, as `pnpm run x -- -f` does ──

# For other programs, a word behind `--` is no flag, as in `rm -- -f`. For an unknown program, it may be one.


def handed_on(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words behind the program without the first `--`, if what follows it may be flags after all."""
    words = command.words[1:]
    at = next((i for i, word in enumerate(words) if word.may_be("--") and word.reason is None), None)
    if at is None or at + 1 == len(words) or not _hands_on(command, words[:at]):
        return None
    return (*words[:at], *words[at + 1 :])


def _hands_on(command: "Command", before: "tuple[Word, ...]") -> bool:
    said = fact("hands_on", plain(command.name or ""))
    if not said:
        return usage_of(command) is None
    subcommands = said.split()
    return said == "*" or any(word.reason is not None or str(word) in subcommands for word in before)


# ── flags that are switched off again, for rules that allow: `--dry-run=none`, `--dry-run false`, `--no-dry-run` ──

# The tables know such flags of some programs. Whoever allows a command with `--dry-run` means one that does nothing, so
# that it is asked about wherever a word may take the flag back.


_OFF = frozenset(["false", "no", "none", "off", "0", "never", "disabled"])
# Attached, a letter is no name of a file.
_OFF_ATTACHED = _OFF | {"f", "n"}


def may_be_off(pattern: "Pattern", words: "tuple[Word, ...]") -> bool:
    """Tell whether a flag that a pattern wants, without a value, may have been switched off."""
    flags = [flag for flag in pattern.flags if flag.kind == "flag" and flag.value is None]
    flags += [
        word for word in pattern.sequence if word.kind == "here"
    ]  # a pattern for any program has them in their place
    wanted = {glob[0] for flag in flags for glob in flag.globs if glob[0][:1] == "-"}
    if not wanted:
        return False
    opposite = {f"--no-{name[2:]}" for name in wanted if name[:2] == "--"} - wanted
    for at, word in enumerate(words):
        name, equals, value = str(word).partition("=")
        if name in opposite and not equals:
            return True
        if name not in wanted:
            continue
        if equals and value.lower() in _OFF_ATTACHED:
            return True
        if not equals and at + 1 < len(words) and str(words[at + 1]).lower() in _OFF:
            return True
    return False


# ── variables that are options of a program: `PIP_INDEX_URL=x pip install y` is `pip install --index-url x y` ──

# Variables that switch the hooks of a repository off, and what they are set to: any value, if that is empty.
_WITHOUT_HOOKS = {"HUSKY": "0", "HUSKY_SKIP_HOOKS": "", "LEFTHOOK": "0", "OVERCOMMIT_DISABLE": "", "SKIP": ""}


def with_options_in_variables(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words of a command, and behind them the options that variables of the text stand for; None: none do."""
    program = PROGRAMS[command.name or ""]
    if "work-tree" in program.traits:
        return _without_hooks(command)
    begins = tuple(fact("options_in_variables", program.name).split())
    if not begins:
        return None
    options: list[Word] = []
    for assignment in (*command.changed, *command.assignments):
        options += _option(assignment, begins)
    return (*command.words, *options) if options else None


def _without_hooks(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words of a command with `--no-verify`, where a variable says the same to those who run its hooks."""
    for assignment in (*command.changed, *command.assignments):
        wanted, value = _WITHOUT_HOOKS.get(assignment.name), assignment.value
        if wanted is not None and str(value) != "" and (not wanted or value.may_be(wanted)):
            return (*command.words, Word("--no-verify", value.start, value.end))
    return None


def _option(assignment: "Assignment", begins: tuple[str, ...]) -> "list[Word]":
    name = assignment.name
    start = max([one for one in begins if name.startswith(one)], key=len, default="")
    value = assignment.value
    if not start or str(value) == "":
        return []
    option = "--" + name[len(start) :].lower().replace("_", "-").removesuffix("-server")
    if value.reason is None:
        return [Word(f"{option}={value.prefix}", value.start, value.end)]
    return [UnknownWord((f"{option}=", None), value.reason, False, value.start, value.end)]
