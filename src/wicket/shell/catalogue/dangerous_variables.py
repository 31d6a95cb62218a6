"""Environment variables that change what programs do: what they run or load; and those by which things are built."""

from wicket.shell.catalogue.compiled_catalogue import variable_families, variables
from wicket.shell.characters import listed

__all__ = ["expanded_by_make", "loads"]


# ── variables by which things are built: CC, CFLAGS, MAKE and their like, and what everyone expects there ──

# Programs by which others are built and run: their values are run, unless they are what everyone expects there.
BUILDING = listed(
    "SHELL CC CXX CPP LD AR AS LEX YACC FC MAKE RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC GOCC PYTHON"
)

FLAGS = listed(
    "TARGET_ARCH CFLAGS CPPFLAGS CXXFLAGS LDFLAGS LDLIBS LOADLIBES ARFLAGS ASFLAGS RUSTFLAGS CGO_CFLAGS CGO_LDFLAGS"
)

_EXPECTED = listed(
    """
    sh bash zsh dash ksh fish gcc g++ cc c++ clang clang++ cpp ld ld.gold ld.lld lld mold ar gcc-ar llvm-ar as make
    gmake rustc sccache ccache rustdoc python python3 tcc icc nvcc zig lex flex yacc bison byacc gfortran
    """
)

# Of these, what stands behind them is run.
_RUNNERS = listed("sh bash zsh dash ksh fish make gmake python python3 zig")

_EXPECTED_RUNNERS = {
    "SHELL": listed("sh bash zsh dash ksh fish"),
    "MAKE": listed("make gmake"),
    "PYTHON": listed("python python3"),
    "CC": listed("zig"),
    "CXX": listed("zig"),
}

_LAUNCHERS = listed("ccache sccache")

# Compilers are told so to load or to run something.
_LOADING = (
    "linker",
    "plugin",
    "wrapper",
    "codegen-backend",
    "codegen_backend",
    "specs",
    "-B",
    "@",
    "-fuse-ld",
    "-Xclang",
    "-load",
)


def expanded_by_make(name: str, value: str) -> bool:
    """Tell whether make puts something else in the place of `$x` in a variable that it takes from the environment."""
    return "$" in value and (name in BUILDING or name in FLAGS)


def is_usual_compiler(words: list[str], variable: str) -> bool:
    """Tell whether this is a command that everyone would build with, and no other one behind it."""
    name = words[0].rpartition("/")[2]
    if name not in _EXPECTED:
        name = name.rstrip("0123456789.").rstrip("-")  # gcc-12, python3.11
    if name in _LAUNCHERS and len(words) > 1:
        return is_usual_compiler(words[1:], variable)
    if name in _RUNNERS:  # a compiler that is one of these would run what it is given
        return len(words) == 1 and name in _EXPECTED_RUNNERS.get(variable, ())
    return name in _EXPECTED


def loads(name: str, value: str) -> bool:
    """Tell whether a variable of those that build things has a compiler load or run something."""
    return (name in FLAGS or name in BUILDING) and any(part in value for part in _LOADING)


# ── environment variables that change what programs do: what they run, load, or run in turn ──

# The shell expands their values, substitutions included.
PROMPTS = frozenset(["PS0", "PS1", "PS2", "PS4", "BASH_ENV", "ENV", "MAILPATH"])

# A program hands their values to a shell. Those of programs that the catalogue knows, their entries say.
_RUN = (
    listed(
        """
        ACLOCAL AUTOCONF AUTOM4TE AUTOMAKE BROWSER CMP COMPRESS_PROGRAM CONFIG_SHELL CTANGLE CUDACXX CUDAHOSTCXX
        CVSEDITOR CVS_RSH CWEAVE DARCS_SSH DELTA_PAGER DIFF DISTCC_SSH EDITOR EGREP FGREP GCCGO GET GREP HARNESS_PERL
        HOST_CC LDSHARED LINT M2C MAKEINFO OBJC P4DIFF P4EDITOR PAGER PC TANGLE TERRAGRUNT_TFPATH TEXEDIT TEXI2DVI
        VISUAL WEAVE
        """
    )
    | variables["run"]
    | variables["run_alone"]
    | variables["run_with_chosen"]
)

# Of those, these are run as they are. All others are given more words: a file, a host, a question.
GIVEN_NOTHING = variables["run_alone"]

# And of these, the text may choose the words.
GIVEN_CHOSEN = variables["run_with_chosen"] | {"CVS_RSH"}

# By such an ending, a program of whatever kind says which one of its variables that is.
_RUN_ENDINGS = ("_PAGER", "_EDITOR", "_ASKPASS", "_BROWSER")

# What these give to programs of their kind changes nothing of what is run; a number may follow.
_EXPECTED_FLAGS = {
    "NODE_OPTIONS": listed(
        """--max-old-space-size= --max-semi-space-size= --stack-trace-limit= --trace-warnings
        --trace-deprecation --no-warnings --no-deprecation --experimental-vm-modules --enable-source-maps
        --openssl-legacy-provider --unhandled-rejections=strict --dns-result-order=ipv4first"""
    ),
    "GOFLAGS": listed("-count= -mod=mod -mod=vendor -mod=readonly -v -trimpath"),
    # To a shell it is a file to begin with; to all others, a stage of one's own.
    "ENV": listed("dev develop development test testing qa ci stage staging preview prod production local sandbox"),
}

# Their values decide what is found, loaded or read, in ways that cannot be followed here.
INFLUENTIAL = (
    PROMPTS
    | _RUN
    | BUILDING
    | FLAGS
    | variables["steer"]
    | listed(
        """
        ALL_PROXY ASAN_SYMBOLIZER_PATH BASH_FUNC_ CCC_OVERRIDE_OPTIONS CONFIG_SITE DBUS_SESSION_BUS_ADDRESS
        DBUS_SYSTEM_BUS_ADDRESS DJANGO_SETTINGS_MODULE DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH FFREPORT GCONV_PATH
        GLIBC_TUNABLES GROFF_BIN_PATH GROFF_COMMAND_PREFIX GS_LIB GS_OPTIONS HOME HOSTALIASES HTTPS_PROXY HTTP_PROXY IFS
        LLVM_SYMBOLIZER_PATH LOCPATH MAGICK_CODER_FILTER_PATH MAGICK_CODER_MODULE_PATH MAGICK_CONFIGURE_PATH
        MAGICK_FILTER_MODULE_PATH MAILCAPS MSAN_SYMBOLIZER_PATH NLSPATH PAGERPROG PATH PKG_CONFIG POSIXLY_CORRECT
        RUSTFMT SIMPLE_BACKUP_SUFFIX TERMINFO TEXMFCNF TMPDIR WICKET_HOME XDG_CONFIG_HOME XDG_DATA_DIRS http_proxy
        https_proxy
        """
    )
)

# They lead programs to files, by a name or by a folder.
LEADING = variables["lead"] | listed(
    """
    CONFIG_SITE GCONV_PATH GROFF_BIN_PATH GROFF_COMMAND_PREFIX HOME LD_AUDIT LD_LIBRARY_PATH LD_PRELOAD LOCPATH
    MAILCAPS NLSPATH TERMINFO XDG_CONFIG_HOME XDG_DATA_DIRS
    """
)

# What they name is written.
WRITTEN = variables["write"] | {"SSLKEYLOGFILE"}
_WRITTEN_FAMILIES = (*variable_families["write"], "LD_DEBUG_OUTPUT")

# Each of these variables is an option of a program; or, of those that begin so, none that matters.
_STEERING = variable_families["steer"]
_FAMILIES = ("LD_", "DYLD_", "BASH_FUNC_", "CustomBefore", "CustomAfter", *_STEERING)
_HARMLESS_FAMILIES = variable_families["harmless"]
# In capitals or not.
_IN_ANY_CASE = variable_families["steer_in_any_case"]
_FIRST_LETTERS = frozenset([letter for name in _IN_ANY_CASE for letter in (name[0].lower(), name[0].upper())])


def run_by(name: str, value: str | None = None) -> bool:
    """Tell whether some program hands the value of this variable to a shell, or runs it as a program."""
    if name in FLAGS or name in BUILDING:
        text = value or ""
        words = text.split()
        expected = bool(words) and (name in FLAGS or is_usual_compiler(words, name))
        return not expected or any(c in text for c in ";|&<>()$`\n")
    return name in _RUN or name.endswith(_RUN_ENDINGS)


def influences(name: str) -> bool:
    """Tell whether assigning this variable may change what later commands do."""
    return (
        name in INFLUENTIAL
        or (name[:1] in _FIRST_LETTERS and name.lower().startswith(_IN_ANY_CASE))
        or (name.startswith(_FAMILIES) and not name.startswith(_HARMLESS_FAMILIES))
        or name.endswith(_RUN_ENDINGS)
    )


def steers(name: str) -> bool:
    """Tell whether the entry of a program says that this variable decides what it finds, loads or reads."""
    return (
        name in variables["steer"]
        or (name[:1] in _FIRST_LETTERS and name.lower().startswith(_IN_ANY_CASE))
        or (name.startswith(_STEERING) and not name.startswith(_HARMLESS_FAMILIES))
    )


def is_written(name: str) -> bool:
    """Tell whether a program writes the file or folder that this variable names."""
    return name in WRITTEN or name.startswith(_WRITTEN_FAMILIES)


def expected(name: str, value: str) -> bool:
    """Tell whether a variable holds what everyone would put there: a compiler, its flags, how much memory to use."""
    if name in _EXPECTED_FLAGS:
        return all(
            word.rstrip("0123456789") in _EXPECTED_FLAGS[name] or word in _EXPECTED_FLAGS[name]
            for word in value.split(" ")
        )
    return (name in FLAGS or name in BUILDING) and not run_by(name, value) and not loads(name, value)
