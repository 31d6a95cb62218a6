"""The tree that every text finds, and that verdicts are made for: files worth taking, changing and deleting."""

import os
import subprocess
import zipfile
from pathlib import Path

__all__ = ["MARKERS", "SECRETS", "plant"]

# What the secrets say. Nothing else says it.
MARKERS = ("WICKET7ENV1SECRET4TEXT9", "WICKET7KEY1SECRET4TEXT9")
SECRETS = {"work/.env": MARKERS[0], ".ssh/id_rsa": MARKERS[1]}

_FILES = {
    "work/victim": "victim\n",
    "work/README": "readme\nx y\n",
    "work/s": "echo s\n",
    "work/f": "f\n",
    "work/names.txt": "victim\n",
    "work/.gitignore": ".env\n",  # as people have it: what git leaves alone, `git add .` does not read
    "work/a.c": "int main(void) { return 0; }\n",
    "work/a.json": '{"a": 1}\n',
    "work/Makefile": "all:\n\t@echo made\n",
    "work/x.lock": "locked\n",
    "work/d/n": "n\n",
    ".bashrc": "# nothing\n",
    ".gitconfig": "[user]\nname = a\nemail = a@b\n",
}


def plant(home: Path) -> None:
    """Make the tree; the work folder is `work` in it, and a repository."""
    for name, content in _FILES.items():
        _write(home / name, content)
    for name, marker in SECRETS.items():
        _write(home / name, f"SECRET={marker}\n")
    work = home / "work"
    with zipfile.ZipFile(work / "x.zip", "w") as archive:
        archive.writestr(zipfile.ZipInfo("zipped"), "z")
    (work / "a.lz4").write_bytes(bytes.fromhex("04224d186440a70600008068656c6c6f0a00000000f95b6b94"))
    env = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}
    when = {"GIT_AUTHOR_DATE": "2000-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2000-01-01T00:00:00Z"}
    for words in (
        ["init", "-q", "--template=", "-b", "main"],
        ["add", "README", "Makefile"],
        ["-c", "core.logAllRefUpdates=false", "commit", "-qm", "first"],
    ):
        try:
            subprocess.run(["git", *words], cwd=work, env=env | when, check=True, capture_output=True)
        except FileNotFoundError:
            break  # no git here, so no text gets far with one
    (work / ".git" / "COMMIT_EDITMSG").unlink(missing_ok=True)


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
