"""Flags behind `--`, for rules that forbid: some programs hand them on to what they run, as `npm run x -- -f` does.

To others, what stands behind `--` is no flag, as in `rm -- -f`. Of a program that nobody knows, it may be one.
"""

from wicket.shell.characters import listed
from wicket.shell.programs.known_programs import plain, usage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.words import Word

__all__ = ["handed_on"]

_SCRIPTS = listed("run run-script rum urn test t tst start stop restart exec x dlx create init task explore")

# Programs, and by which subcommands they hand on; empty: whatever the subcommand.
_HANDING: dict[str, frozenset[str]] = {
    "npm": _SCRIPTS,
    "pnpm": frozenset(),
    "yarn": frozenset(),
    "bun": frozenset(),
    "npx": frozenset(),
    "bunx": frozenset(),
    "pnpx": frozenset(),
    "deno": listed("run task test bench eval x"),
    "lerna": frozenset(),
    "nx": frozenset(),
    "turbo": frozenset(),
    "rush": frozenset(),
    "cargo": listed(
        "run r test t bench clippy rustc rustdoc fmt watch nextest miri tarpaulin llvm-cov fuzz expand asm flamegraph"
    ),
    "cross": frozenset(),
    "wasm-pack": frozenset(),
    "go": listed("run test tool generate"),
    "dotnet": frozenset(),
    "swift": frozenset(),
    "stack": frozenset(),
    "cabal": frozenset(),
    "mix": frozenset(),
    "bazel": frozenset(),
    "bazelisk": frozenset(),
    "gradle": frozenset(),
    "gradlew": frozenset(),
    "mvn": frozenset(),
    "sbt": frozenset(),
    "cmake": frozenset(),
    "ctest": frozenset(),
    "meson": frozenset(),
    "composer": frozenset(),
    "rake": frozenset(),
    "bundle": listed("exec"),
    "just": frozenset(),
    "task": frozenset(),
    "invoke": frozenset(),
    "tox": frozenset(),
    "nox": frozenset(),
    "uv": listed("run tool x"),
    "uvx": frozenset(),
    "pipx": listed("run"),
    "poetry": listed("run"),
    "pipenv": listed("run"),
    "pdm": listed("run"),
    "hatch": frozenset(),
    "rye": listed("run"),
    "pixi": listed("run"),
    "conda": listed("run"),
    "mamba": listed("run"),
    "nix": listed("run develop shell"),
    "docker": listed("run exec compose"),
    "podman": listed("run exec compose"),
    "nerdctl": listed("run exec compose"),
    "docker-compose": frozenset(),
    "podman-compose": frozenset(),
    "kubectl": listed("run exec debug create attach"),
    "oc": listed("run exec debug create rsh"),
    "heroku": listed("run run:detached"),
    "fly": frozenset(),
    "flyctl": frozenset(),
    "gcloud": frozenset(),
    "vagrant": listed("ssh"),
    "terraform": frozenset(),
    "flutter": frozenset(),
    "dart": frozenset(),
    "phpunit": frozenset(),
    "artisan": frozenset(),
    "rails": frozenset(),
    "storybook": frozenset(),
}


def handed_on(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words behind the program without the first `--`, if what follows it may be flags after all."""
    words = command.words[1:]
    at = next((i for i, word in enumerate(words) if word.may_be("--") and word.reason is None), None)
    if at is None or at + 1 == len(words) or not _hands_on(command, words[:at]):
        return None
    return (*words[:at], *words[at + 1 :])


def _hands_on(command: "Command", before: "tuple[Word, ...]") -> bool:
    subcommands = _HANDING.get(plain(command.name or ""))
    if subcommands is None:
        return usage_of(command) is None
    return not subcommands or any(word.reason is not None or str(word) in subcommands for word in before)
