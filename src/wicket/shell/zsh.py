"""What zsh reads otherwise than bash, so that nothing can be said of it here. Asked only where zsh will read a text."""

import re

__all__ = ["otherwise"]

_OTHERWISE = re.compile(
    r"""
    \$[=~^+]                                    # $=x is split, $~x a glob
    | \$\{[(=~^+]                               # ${(e)x} is expanded again
    | \$\{?\w+(?:\[[^]]*\])?:[aAcehlpPqQrstuxgwWfF&]   # $x:t is the last name of a path
    | \$\{?\w+\[(?![@*]\])                      # elements are counted from one
    | (?:^|[\s;&|(`])=[\w./~]                   # =rm is the path of rm
    | (?<!\|)\|\s*(?:\w+=|read\b)               # what a pipe ends in, the shell itself does
    | (?:^|[\s;&|({`])(?:setopt|unsetopt|zmodload|autoload|emulate|functions|zf_|zshexit|zshaddhistory|precmd|preexec
        |chpwd|periodic|command_not_found_handler|TRAP[A-Z0-9]+\s*\()
    | \balias\s+-[a-zA-Z]*[gs]                  # for any word, or for files with an ending
    """,
    re.VERBOSE,
)


def otherwise(text: str) -> int:
    """Say where something stands that zsh reads in a way of its own; -1: nowhere."""
    found = _OTHERWISE.search(text)
    return -1 if found is None else found.start()
