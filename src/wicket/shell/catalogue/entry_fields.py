"""What may stand in an entry about a program: its fields, kinds of a usage line, traits, and effects of variables.

An entry is plain data, whether it stands in a file of the catalogue or in a policy:

    usage         how it reads its command line: a line, or a table of lines by the words that a command begins with
    harmless      subcommands that run none of their words, and need no usage line
    uploads       commands that take what lies in folders: `all`, `project` or `context`, and of which folder
    fetches_files commands by which files of others come here: a `repository`, a `tree` or `files`; with `address`,
                  only if a word names another place (`host:x`, `s3://x`), or may; with `first`, if the first one
                  does; with `remote`, if one before the last does
    loads         names of files that it runs or loads without being told so
    names_only    commands whose words are names that others keep, and no files
    traits        what else is special about it, or about a command of it: see `TRAITS`
    subcommand_traits    traits, and the subcommands that have them
    interpreter, shell, prose, wrapper    true: it runs code, it is a shell, its words are prose, it runs a command
    examples      command lines, and what each is read as

What a line cannot say, a function does, and the entry names it:

    operands      what its operands are: a function of `operands_that_are_read_or_written`; `x *`: of every command of x
    special       what it runs: a function of `shell.unwrapping.program_specific_wrappers`
    prints_token  how it prints plain tokens: a function of `shell.programs.printed_numbers_and_hashes`
    respelled     how its words have other spellings: a function of
                  `policy.matching.rm_find_chmod_kill_and_other_argument_spellings`

By which names it goes, and what does the same:

    aliases       other names of the same program; `versioned`: those that may have a version behind them
    dialects      other programs that run the same language
    scripts       scripts of its language that are programs of the catalogue: `php artisan` is `artisan`
    dashed_commands    true: each of its subcommands is a program as well, with a dash: `x-push`
    abbreviations subcommands, and how they may be cut short
    abbreviates   of so many words, any beginning of a subcommand's name will do
    same_as       other commands that do the same; `synonyms`: subcommands, and their other names
    synonyms_of   the program whose subcommands have the same names; `needless`: a word that may be left out
    amounts_to, may_amount_to    commands that do what another one does; that may
    script_command    the subcommand that runs a script of the project, and may be left out before its name

Its options, and what it hands on:

    looks_with    options with which it writes nothing
    tells         options with which it prints what nobody chose who wrote the command; `*`: whatever they are
    elsewhere_with    options with which it works in another place, or by other settings
    implies       flags, and others that each amounts to; `forced`: flags, and what they are together with --force
    valued_flags, plain_flags    flags that take a value under every subcommand; that take none; `*`: all others
    passes_on     the program that is given what stands behind `--`
    hands_on      subcommands by which flags behind `--` are handed on to what it runs; `*`: all of them
    runs_package, fetches_package    subcommands by which it fetches a package and runs it, or only fetches it
    runs_project  commands by which it runs a program of the project, or an image: its first `operand`, or one that is
                  `unnamed`; what stands behind is for that
    hands_words_on    `yes`: what it runs is given the words behind it as they are, and here
    checks_out    subcommands by which it checks out another branch
    prints_settings    subcommands by which it prints settings for a shell to evaluate; `-`: with options alone

Its settings:

    variables     variables that it obeys, by what they do: see `EFFECTS`
    options_in_variables    how variables begin that are its options: the rest of such a name is that of the option
    option_variables    variables that hold options, and what these hold if they run something; `*`: anything
    settings_that_run   settings whose values are run; of those, `settings_given_chosen` are given words that the text
                  chooses, and `settings_fed` something to read
    settings_files, hook_paths    files of settings that it writes; parts of paths that it runs or is configured by
    repository    the folder in which it keeps what belongs to a work tree
    variables_of, settings_of    the program whose variables it obeys, and whose settings it has

This module imports nothing, as the wheel is built with it. No verdict needs it.
"""

__all__ = [
    "ALWAYS_TABLES",
    "APART",
    "BY_EFFECT",
    "BY_SUBCOMMAND",
    "BY_TRAIT",
    "BY_VARIABLE",
    "EFFECTS",
    "FACTS",
    "FIELDS",
    "KINDS",
    "KINDS_SAID",
    "NOTHING",
    "OF_ALL",
    "RUNNING",
    "SAME",
    "SWITCHES",
    "TABLES",
    "TEACHABLE_FIELDS",
    "TEACHABLE_KINDS",
    "TEACHABLE_TRAITS",
    "TEXTS",
    "TRAITS",
    "UNKNOWN",
    "VERBS",
    "WORDS",
    "Kinds",
]

# Fields whose value is a text, or a table of texts by the words that a command begins with.
FACTS = (
    "operands",
    "special",
    "looks_with",
    "passes_on",
    "hands_on",
    "runs_package",
    "fetches_package",
    "fetches_files",
    "runs_project",
    "prints_token",
    "tells",
    "implies",
    "forced",
    "checks_out",
    "options_in_variables",
    "prints_settings",
    "hands_words_on",
    "elsewhere_with",
    "respelled",
    "abbreviates",
    "settings_that_run",
    "settings_given_chosen",
    "settings_fed",
    "settings_of",
    "variables_of",
    "valued_flags",
    "plain_flags",
)
SAME = ("same_as", "amounts_to", "may_amount_to")
TABLES = ("usage", "harmless", "uploads", "traits", *FACTS, *SAME)
# Those that are asked of all programs at once.
OF_ALL = ("repository", "hook_paths", "settings_files")
TEXTS = ("loads", "names_only", "aliases", "dialects", "versioned", "scripts", *OF_ALL)
WORDS = ("synonyms_of", "needless", "script_command")
SWITCHES = ("interpreter", "shell", "prose", "wrapper", "dashed_commands")
# Fields whose value is a table by names of subcommands.
BY_SUBCOMMAND = ("abbreviations", "synonyms")
# Those whose value is a table by names of variables.
BY_VARIABLE = ("option_variables",)
# The one whose value is a table by names of traits.
BY_TRAIT = "subcommand_traits"
# The one whose value is a table by what variables do.
BY_EFFECT = "variables"
ALWAYS_TABLES = (*BY_SUBCOMMAND, *BY_VARIABLE, BY_TRAIT, BY_EFFECT)
FIELDS = frozenset([*TABLES, *TEXTS, *WORDS, *SWITCHES, *ALWAYS_TABLES, "examples"])
# Of those, what is compiled apart from the entry.
APART = frozenset(["aliases", "dialects", "versioned", "synonyms", *SAME, *WORDS, *OF_ALL, "dashed_commands"])

# What an example says of a command line: one or more of these with what they are done to, or one of the last two.
VERBS = ("reads", "writes", "deletes", "runs", "lists", "may read", "may write", "mounts", "uploads")
NOTHING, UNKNOWN = "nothing", "unknown"

# What a value or an operand of a usage line may be: see `usage`.
KINDS = frozenset(
    """
    READ WRITE DELETE EDIT MOVE DIR RUN PROGRAM CODE CODEFILE VALUE COMMAND TEXT SUB REST EXEC SPLIT SSH CONFIG
    CHECKPOINT APTOPTION EDITOR EXTERNAL PAGER MAKE SETTING SOCAT STRATEGY MODULE CD INPLACE EXTRACT ARCHIVE UPLOAD DD
    INSTALL SHELL SCRIPT ASSIGN AWK CONFIGFILE WRITEOUT LINKER TOUCH COMMAS LOOK MOUNT UPLOADED REMOTE SETTINGS COMPARE
    ROOT CMAKE UNIT NPM PIPED CONFIGEDIT CONFIGURED TRUST WRITES PLUGIN BIND DEFINE INI PACKAGE NAMES
    PASSED MERGE CODEGEN EXPORT LIST JQ INTERPRETER INCLUDE GATEWAY PREFIX FED LOCKED PROPERTY REPORTS UNASKED
    """.split()  # noqa: SIM905
)

# What an entry in a policy may say. The rest is for programs of which wicket has code of its own.
TEACHABLE_FIELDS = frozenset(
    ["usage", "harmless", "uploads", "loads", "aliases", "abbreviations", "traits", "wrapper", "examples", "complete"]
)
_EITHER = ("READ", "WRITE", "DELETE", "EDIT", "MOVE", "DIR", "LIST", "TOUCH", "LOOK", "MOUNT", "VALUE")
RUNNING = ("RUN", "PROGRAM", "FED", "CODE", "CODEFILE")
TEACHABLE_TRAITS = ("enters-folders", "writes-operands")


class Kinds:
    """The kinds that a usage line may have: those of operands, and those of values of options."""

    __slots__ = ("operands", "values")

    def __init__(self, operands: "frozenset[str]", values: "frozenset[str]") -> None:
        self.operands = operands
        self.values = values


# Each of these is followed for any program, as an operand or as a value.
TEACHABLE_KINDS = Kinds(
    frozenset([*_EITHER, *RUNNING, "ASSIGN", "COMMAND", "TEXT", "SUB"]),
    frozenset([*_EITHER, *RUNNING, "ASSIGN", "PREFIX", "CONFIGFILE", "TRUST", "UPLOAD", "LOCKED", "CD"]),
)

# What those kinds are, in few words.
KINDS_SAID = {
    "READ": "a path that is read",
    "WRITE": "a path that is written",
    "EDIT": "a path that is read and written",
    "DELETE": "a path that is deleted",
    "MOVE": "a path that is read and deleted",
    "DIR": "a folder that is read",
    "LIST": "a folder whose names are listed",
    "MOUNT": "a folder that is handed to others",
    "TOUCH": "something that may be a path, and may be written",
    "LOOK": "something that may be a path, and is read at most",
    "RUN": "a text for a shell",
    "FED": "a text for a shell that is given something to read",
    "PROGRAM": "the name of a program that is run",
    "CODE": "a program in another language",
    "CODEFILE": "a file with a program in another language",
    "VALUE": "anything else",
    "COMMAND": "a program and its arguments",
    "TEXT": "words for a shell",
    "SUB": "a subcommand",
    "ASSIGN": "a variable that is set for the command",
    "PREFIX": "a text for a shell, run with more words behind it",
    "CONFIGFILE": "a file of settings, some of which are run",
    "TRUST": "somebody who is asked what to run",
    "UPLOAD": "a text, or a file behind `@`",
    "LOCKED": "a path that is written with a `.lock` beside it",
    "CD": "the folder that it works in",
}

# What may be special about a program, or about a command of it.
TRAITS = {
    "acts-elsewhere": "it changes what is in an account or on other machines; its verbs say how",
    "asks-others": "it asks other machines, and variables say which",
    "changes-no-content": "it makes a file or changes who may use it, and writes nothing into it",
    "copies": "what it reads in folders, it writes elsewhere under the same names",
    "deletes-if-forced": "it deletes nothing unless a flag, or a setting, forces it to",
    "edits-in-place": "an option makes it write what it makes of a file into that file",
    "enters-folders": "it goes through folders and reads what is in them",
    "exact-names-first": "a word that is the name of a subcommand is that one, and short for no other",
    "expands-environment": "each variable of its environment is one of its own, which it expands, as make does",
    "expands-globs": "globs and braces that the shell leaves alone it expands itself",
    "fetches-package": "it fetches what it runs, in a version that its name may hold",
    "gives-chosen-name": "the command of an option is given a name that the text chooses: a host, an address, a file",
    "gives-each-operand": "the command of an option is run for each operand",
    "gives-operands": "the command of an option is given the operands",
    "harms-by-chance": "a word of it that is not known may do harm, as it may be empty or name any path",
    "input-is-no-shell": "it runs what it reads, and that is no language of a shell",
    "keeps-branch": "it leaves the same branch checked out",
    "letters-anywhere": "options of one letter count behind a subcommand as well",
    "lists-changes": "what it prints are files that have changed, each behind how it has",
    "lists-names": "what it prints are names of files that are there",
    "lists-names-if-told": "the same, if an option says so",
    "lists-only": "it goes through folders and says what is there, not what is in it",
    "lists-refs": "what it prints are names of branches or tags",
    "loads-given-paths": "it runs code or settings in the files and folders that it is given",
    "moves": "behind it, whatever lies in a folder has another path",
    "names-kinds": "its operands name kinds of things, in any case, with names behind a slash or not",
    "no-options-behind": "behind a subcommand, no option is its own, and before it none the subcommand's",
    "node-script": "it is a script of node, which takes options of its own among the words",
    "options-behind-operand": "it takes options behind its first operand, too: a host, a toolchain",
    "own-options-first": "options of its own stand before the subcommand, and those behind are the subcommand's",
    "packs-input": "it packs or unpacks what it reads, into what it prints",
    "patches": "it writes files that its input names",
    "plus-commands": "a word that begins with a plus is a command of its own",
    "prints-usage-alone": "without a subcommand, it says how it is used",
    "pushes-branches": "its operands are a remote and refspecs, which say what branches it writes there",
    "python-packages": "the packages that it is given have names as python has them",
    "queries": "what it reads are queries",
    "reads-code": "it runs what it reads from standard input, beside what it is given",
    "response-files": "it takes options from files behind `@`",
    "rewrites-work-tree": "it writes what version control keeps",
    "runs-extensions": "it runs programs of other names for subcommands that it does not have",
    "runs-itself": "what it is given are words for the program itself",
    "runs-python": "its operands are those of python: a script, or behind `-m` a module, with their words",
    "says-what-it-deletes": "its operands say what a flag of it deletes or writes",
    "searches-here": "it looks through the folder that it is in, whatever it is told",
    "settings-anywhere": "each of its settings is an option, in any place, cut short, with one dash or more",
    "skips-hidden": "it passes over what begins with a dot, unless told otherwise",
    "starts-shell": "without a command, it starts a shell, which reads what it is given",
    "switches-branch": "it checks out another branch, and names it",
    "transparent": "it does nothing but run a command, so that an allow for the command is enough",
    "unpacks": "what it unpacks, or makes of other files, lies there under names of its own",
    "unpacks-input": "it packs into what it prints, and unpacks what it reads",
    "work-tree": "it keeps the files of a work tree by commits and branches, and has hooks and aliases",
    "works-in-project": "it writes what it makes, or fetches, into the folder that it works in",
    "writes-operands": "its purpose is to write or delete what it is given: a rule for it covers that",
}


# What variables do that a program obeys. One that ends in a star stands for all that begin so.
EFFECTS = {
    "run": "their values are run, with more words behind them: a file, a host, a question",
    "run_alone": "their values are run as they are",
    "run_with_chosen": "their values are run, and the text may choose the words behind them",
    "steer": "their values decide what is found, loaded or read",
    "steer_in_any_case": "the same, in small letters or capitals",
    "harmless": "of those, these matter to nobody",
    "lead": "their values are files or folders that it is led to",
    "arguments": "their values are added to its words",
    "write": "their values are files or folders that it writes",
}
