"""Which characters mean something to bash, and where."""


def listed(text: str) -> frozenset[str]:
    """Make a set of the words of a text."""
    return frozenset(text.split())


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"

# The text is followed by this sentinel, so that looking ahead never falls off its end. A text that holds one
# itself is refused before: bash could not be given it.
END = "\0"

NAME_START = frozenset(_LETTERS + "_")
NAME = frozenset(_LETTERS + _DIGITS + "_")
DIGITS = frozenset(_DIGITS)

# Parameters that are one character and no name.
SPECIAL_PARAMETERS = frozenset("@*#?-$!")

# What ends a word. `<` and `>` do not when a parenthesis follows, `(` does not after an extended glob's letter.
WORD_ENDS = frozenset(" \t\n;&|<>()" + END)
SIGNS = frozenset(";&|<>()")
OPERATOR_STARTS = SIGNS | frozenset("\n" + END)

# What may stand before a word or an operator and be no part of it: blanks, a comment, the end of a line that goes on.
SKIPPED = frozenset(" \t#\\")

# What the careful reading of a word has to look at.
WORD_STOPS = WORD_ENDS | frozenset("'\"\\$`=[*?{~")

# With these, a word may begin that is all of what they open.
OPENING = frozenset("\"'$")

# What ends a word for sure, whatever follows.
PLAIN_ENDS = WORD_ENDS - frozenset("<>(")


def marks(characters: frozenset[str]) -> dict[int, str]:
    """Make a table that translates a text to one of the same length with an END for each of these characters.

    Finding an END in that is much faster than looking at one character after another.
    """
    return {code: END if chr(code) in characters else "." for code in range(128)}


# Where a word ends or has to be read with care, where the plain words of a line are over, where something between
# double quotes is not just itself, and where the name of a variable is over.
STOPS = marks(WORD_STOPS)
LINE_STOPS = marks((WORD_STOPS | {"#"}) - {" "})
DOUBLE_STOPS = marks(frozenset('"$`\\' + END))
NAME_STOPS = marks(frozenset(map(chr, range(128))) - NAME)

OPERATORS = listed("& && &> &>> | || |& ; ;; ;& ;;& ( ) < << <<- <<< <& <> > >> >| >&")
# What may go on an operator, or makes a word of `<` and `>`.
LENGTHENING = frozenset("&|;<>-(\\")
REDIRECTS = listed("&> &>> < << <<- <<< <& <> > >> >| >&")

RESERVED = listed("if then elif else fi for while until do done case esac select function time coproc { } ! [[ ]] in")


def is_name(text: str) -> bool:
    """Tell whether this could name a variable."""
    return text.isascii() and text.isidentifier()
