"""The folder, the home and the environment of an agent: fresh for each run of a task, and gone after it."""

import errno
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from wicket.errors import WicketError
from wicket.host import child_environment
from wicket.tasks.agent_start_words import PROMPT_FILE_VARIABLE, PROMPT_VARIABLE
from wicket.tasks.task_model import AgentSpec

__all__ = [
    "ChildEnvironments",
    "Surroundings",
    "UnusableCredentials",
    "agent_environment",
    "child_environments",
    "make_room",
    "make_surroundings",
    "unusable",
    "write_anew",
]

# The kernel takes no variable longer than 128 KiB; the file has all of it.
MAX_VARIABLE_BYTES = 100_000


class UnusableCredentials(WicketError):
    """A file that an agent was promised is not there."""


@dataclass(frozen=True)
class Surroundings:
    """Where one run of a task happens: `work` is the agent's own folder, `home` its home."""

    folder: Path

    @cached_property
    def work(self) -> Path:
        return self.folder / "work"

    @cached_property
    def home(self) -> Path:
        return self.folder / "home"

    @cached_property
    def gate(self) -> Path:
        """What is `$WICKET_HOME` for an agent that is guarded."""
        return self.folder / "gate"

    @cached_property
    def prompt_file(self) -> Path:
        return self.folder / "prompt.txt"

    @cached_property
    def output_file(self) -> Path:
        return self.folder / "agent-output.txt"

    def log(self, name: str) -> Path:
        """Name the file for what a process of this run says on its standard error."""
        return self.folder / f"{name}.stderr"

    def restore(self) -> None:
        """Make the folder anew if an agent has removed it, or put something else there: clean-up needs it.

        Raises:
            OSError: that cannot be.
        """
        if self.folder.is_symlink() or self.folder.is_file():
            self.folder.unlink()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.chmod(0o700)

    def remove_if_unused(self) -> bool:
        """Remove all of it if nobody has put anything there; say whether that was so."""
        try:
            os.rmdir(self.work)
            os.rmdir(self.home)
            for path in (self.prompt_file, self.output_file, self.log("agent")):
                with suppress(FileNotFoundError):
                    os.unlink(path)
            os.rmdir(self.folder)
        except OSError:
            return False
        return True

    def remove(self) -> None:
        """Remove all of it, also what was made read-only, and nothing outside: a link in its place goes alone."""
        if self.folder.is_symlink():
            self.folder.unlink()
            return
        shutil.rmtree(self.folder, onerror=self._unlock)

    def _unlock(self, _function: object, path: str, _: object) -> None:
        """Make a folder writable that could not be removed, and try once more; what stays is left."""
        above = os.path.dirname(path)
        try:
            if Path(above).is_relative_to(self.folder):
                os.chmod(above, 0o700)
            if os.path.isdir(path) and not os.path.islink(path):
                os.chmod(path, 0o700)
                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)
        except OSError:
            return


def make_room(path: Path) -> None:
    """Remove what lies in the place of a file of ours in the folder of a run: a link, a pipe, a folder of an agent's.

    Raises:
        OSError: it cannot be removed, or the run's own folder was replaced by a link.
    """
    if path.parent.is_symlink():
        raise NotADirectoryError(errno.ENOTDIR, "it is a link now", str(path.parent))
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass  # as it should be
    except OSError:
        shutil.rmtree(path)


def write_anew(path: Path, data: bytes) -> None:
    """Write a file of ours in the folder of a run; nothing that an agent has put in its place is written to.

    Raises:
        OSError: it cannot be written.
    """
    make_room(path)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666), "wb") as file:
        file.write(data)


def make_surroundings(folder: Path) -> Surroundings:
    """Make the folders of one run."""
    made = Surroundings(folder)
    made.work.mkdir(parents=True)
    os.mkdir(made.home, mode=0o700)
    return made


def unusable(error: OSError) -> str:
    """Say why the folder of a run cannot be used."""
    return f"the agent's folder cannot be used: {error.filename}: {error.strerror}"


@dataclass(frozen=True, slots=True)
class ChildEnvironments:
    """What of our environment reaches those that are started: the same for all tasks of a run."""

    scripts: Mapping[str, str]  # all of it: they are the eval's own
    agent: Mapping[str, str]  # of what looks like a secret, what its spec names and nothing else


def child_environments(outer: Mapping[str, str], agent: AgentSpec) -> ChildEnvironments:
    """Find out what reaches whom."""
    scripts, _ = child_environment.for_child(outer, named=tuple(outer))
    for_agent, _ = child_environment.for_child(outer, named=agent.env)
    return ChildEnvironments(scripts, for_agent)


def agent_environment(
    agent: AgentSpec, made: Surroundings, prompt: str, outer: Mapping[str, str], extra: Mapping[str, str]
) -> dict[str, str]:
    """Give an agent's environment, `outer` and more, and put the files that it is to have into its home.

    Raises:
        UnusableCredentials: one of the files cannot be read.
    """
    env = {**outer, **extra}
    written = prompt.encode()
    write_anew(made.prompt_file, written)
    env[PROMPT_FILE_VARIABLE] = str(made.prompt_file)
    if len(written) <= MAX_VARIABLE_BYTES:
        env[PROMPT_VARIABLE] = prompt
    env["PWD"] = str(made.work)
    if agent.fresh_home:
        env = {name: value for name, value in env.items() if not name.startswith("XDG_") or name == "XDG_RUNTIME_DIR"}
        env["HOME"] = str(made.home)
    for target, source in agent.files.items():
        _place(Path(source).expanduser(), made.home, target)
    return env


def _place(source: Path, home: Path, target: str) -> None:
    path = Path(os.path.normpath(home / target))
    if not path.is_relative_to(home):
        raise UnusableCredentials(f"{target!r} leads out of the agent's home; name a path in it")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        path.chmod(0o400)
    except OSError as error:
        raise UnusableCredentials(f"{source} cannot be given to the agent: {error.strerror}") from error
