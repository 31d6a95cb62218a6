"""Programs that print all environment variables, or a secret one: `env` in jq, ENVIRON in awk, `ps e`."""

from wicket.shell.unknown_values import is_called_secret
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line
    from wicket.shell.read_result import Command

    Deed = tuple[str, Word | None]
    Pair = tuple[str, Word | None]

__all__ = ["ENVIRONMENT", "processes", "query", "shows_variables"]

# All variables, as a file. In a program of jq, `env` stands for them; `.env` does not.
ENVIRONMENT = "/proc/self/environ"

_JQ_PARTED = {ord(c): " " for c in "|,;()[]{}+-*/%<>=!?#\n\t\r"}

# The last of such letters of ps takes the next word.
_PS_VALUES = ("o", "O", "k", "p", "t", "U", "G")


def shows_variables(name: str, text: str) -> bool:
    """Tell whether a program of awk or jq has all variables in its hands, or one that is called a secret."""
    if name == "awk":
        taken = text.split("ENVIRON")[1:]
        return "SYMTAB" in text or any(_is_all_or_secret(behind, computed=False) for behind in taken)
    if any(map(_is_all_or_secret, text.split("$ENV")[1:])):
        return True
    if "env" not in text:
        return False
    words = text.replace(":", " : ").translate(_JQ_PARTED).split()
    return any(
        (word == "env" and following != ":") or (word.startswith("env.") and _is_all_or_secret(word[3:]))
        for word, following in zip(words, [*words[1:], ""], strict=True)
    )


def _is_all_or_secret(behind: str, *, computed: bool = True) -> bool:
    """Tell whether what stands behind the name of all variables takes more than one that is spelled and no secret.

    `.NAME`, `["NAME"]` and `."NAME"` take one. `computed`: what is to be said of a name that stands in a variable.
    """
    taken = behind.lstrip()
    dotted = taken[:1] == "."
    taken = taken.removeprefix(".").lstrip()
    bracket = taken[:1] == "["
    if not dotted and not bracket:
        return True
    if bracket:
        taken = taken[1:].lstrip()
    quote = '"' if taken[:1] == '"' else ""
    taken = taken.removeprefix(quote)
    name = taken[: next((at for at, c in enumerate(taken) if not (c.isalnum() or c == "_")), len(taken))]
    rest = taken[len(name) :]
    if bracket and not quote and name:
        return computed
    if not rest.startswith(quote) or (bracket and rest[len(quote) :].lstrip()[:1] != "]"):
        return True  # it is put together
    return not name or is_called_secret(name)


def processes(_command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """Among the letters that ps is given without a dash, `e` has it show the variables of each process."""
    made: list[Pair] = []
    awaited = False  # the value of letters before it
    for word in line.operands:
        letters = (word.text or "").rstrip("0123456789,")
        shows = "e" in letters and letters.isalpha() and not awaited
        made.append(("READ", Word(ENVIRONMENT, word.start, word.end)) if shows else ("VALUE", word))
        awaited = not awaited and letters == word.text and letters[-1:] in _PS_VALUES
    return made


def query(_name: str, _option: "Found", word: "Word | None", _line: "Line") -> "list[Deed]":
    """A program of jq may print all variables."""
    if word is None or not shows_variables("jq", word.text or word.prefix):
        return []
    return [("read", Word(ENVIRONMENT, word.start, word.end))]
