"""Finds shell syntax in a pattern. A rule is about one command, so there it is only text, and matches nothing.

Whoever copies `cd x && make` into a rule is told so. It is a warning: the words may be meant.
"""

import re

__all__ = ["shell_syntax"]

# The words of a pattern, with their quotes and backslashes: what is quoted is meant as text.
_WORD = re.compile(r"""(?:\\.|"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'\\])+""", re.DOTALL)

_JOINS = frozenset({"&&", "||", "&", ";"})
_REDIRECT = re.compile(r"(?:[0-9]*|&)>.*|[0-9]*<<?<?[^>]*")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=.*", re.DOTALL)
# Words that the shell takes for itself where a command begins, so that no command has them.
_RESERVED = frozenset(
    {"time", "if", "then", "else", "elif", "for", "while", "until", "do", "case", "select", "function", "coproc", "{"}
)
_BRACES = re.compile(r"""(?:\\.|[^"'\\])*?\{[^\s"'{}]*(?:,|\.\.)[^\s"'{}]*\}.*""", re.DOTALL)
_SUBSTITUTION = re.compile(r"""(?:\\.|[^"'\\])*?(?:\$\(|`).*""", re.DOTALL)
_ENDS_A_COMMAND = re.compile(r"(?:\\.|[^\\;])+;", re.DOTALL)
_AGENT_RULE = re.compile(r"[A-Z][A-Za-z]*\(.*")
# find's own end of a command, which is written so in runok's patterns.
_ENDS_WITH_SEMICOLON = frozenset({"-exec", "-execdir", "-ok", "-okdir"})


def shell_syntax(pattern: str) -> tuple[str, str] | None:
    """Give the first word of a pattern that looks like shell syntax, or like another program's rule, and a hint."""
    words = _WORD.findall(pattern)
    if not words:
        return None
    if _AGENT_RULE.fullmatch(words[0]):
        return words[0], "write the command alone, as in `make test *`"
    if _ASSIGNMENT.fullmatch(words[0]):
        return words[0], "write the command without it, and look at the variable in `when`"
    if words[0] in _RESERVED:
        return words[0], "the shell takes it away; write a rule for the command behind it"
    for i, word in enumerate(words):
        if word == ";" and not _ENDS_WITH_SEMICOLON.isdisjoint(words[:i]):
            continue
        if word in _JOINS:
            return word, "a rule is about one command; write a rule for each"
        if _REDIRECT.fullmatch(word):
            return word, "a redirect is judged by `files`, or by `redirects` in `when`"
        if _ENDS_A_COMMAND.fullmatch(word) and word[0] not in "\"'":
            return word, "a rule is about one command; write a rule for each"
        if _SUBSTITUTION.fullmatch(word):
            return word, "what runs within is judged by itself; write a rule for it"
        if _BRACES.fullmatch(word):
            return word, "the shell writes these out; write `a|b`, or a rule for each"
    return None
