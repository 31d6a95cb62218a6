"""Variables by which things are built: CC, CFLAGS, MAKE and their like, and what everyone expects there."""

from wicket.shell.characters import listed

__all__ = ["BUILDING", "FLAGS", "expanded_by_make", "is_usual_compiler", "loads"]

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
