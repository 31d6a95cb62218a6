"""A person with a home, a project and files in them, for the tests of what holds where."""

import subprocess
from pathlib import Path

from wicket.policy_files.file_and_extends_reader import Reading
from wicket.policy_files.merged_policy import Loaded
from wicket.policy_files.policy_cache import Compiled, compiled
from wicket.policy_files.policy_loader import Loader
from wicket.policy_files.policy_search import find
from wicket.policy_files.policy_trust import trusted_content
from wicket.trust_decisions import Trust

__all__ = ["Person", "commit", "git"]


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(work: Path, files: dict[str, str]) -> str:
    """Make or change a repository; give the commit."""
    work.mkdir(exist_ok=True)
    if not (work / ".git").exists():
        git(work, "init")
        git(work, "config", "uploadpack.allowAnySHA1InWant", "true")
    for name, text in files.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text)
    git(work, "add", ".")
    git(work, "commit", "-m", "change")
    return git(work, "rev-parse", "HEAD")


class Person:
    """Somebody whose home is `root/home`, and who works in `root/home/project`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "home"
        self.state = self.home / "state"
        self.project = self.home / "project"
        self.project.mkdir(parents=True)
        self.environ = {"HOME": str(self.home), "WICKET_HOME": str(self.state)}

    def write(self, **texts: str) -> None:
        """Write files of the project, by names with `_` for a full stop."""
        self.put({name.replace("_", "."): text for name, text in texts.items()})

    def put(self, texts: dict[str, str], folder: Path | None = None) -> None:
        for name, text in texts.items():
            path = (folder or self.project) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def put_global(self, text: str, name: str = "wicket.yml") -> None:
        self.put({name: text}, self.home / ".config" / "wicket")

    def trust(self, name: str = "wicket.yml", folder: Path | None = None) -> None:
        """Trust a policy file as it is now."""
        path = (folder or self.project) / name
        reading = Reading(str(self.home), str(self.state), "project")
        reading.file(str(path))
        Trust(self.state).trust(path, trusted_content(reading))

    def loader(self) -> Loader:
        return Loader(self.environ, str(self.state))

    def discover(self, folder: Path | None = None) -> Loaded:
        return self.loader().found(find(str(folder or self.project), self.environ))

    def compiled(self, folder: Path | None = None, config: str | None = None) -> Compiled:
        return compiled(str(folder or self.project), self.environ, config)

    def shown(self, problems: "tuple[object, ...]") -> list[str]:
        """Show problems, with the root left out of paths."""
        return [str(problem).replace(str(self.root), "") for problem in problems]
