"""What is known of a program stands in one place: its file of the catalogue, and the code that this names."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bounds import BOUND_S
from wicket.policy_files.catalogue_compiler import compiled, read_all
from wicket.shell.catalogue import compiled_catalogue

CATALOGUE = Path(compiled_catalogue.__file__).parent
PACKAGE = CATALOGUE.parents[1]


@pytest.mark.parametrize(
    ("name", "most"),
    [("npm", 3), ("docker", 3), ("kubectl", 3), ("rsync", 3), ("cargo", 3), ("terraform", 3), ("git", 6)],
)
def test_few_files_speak_of_a_program(name: str, most: int) -> None:
    word = re.compile(rf"\b{name}\b")
    files = [path for room in ("shell", "policy", "host") for path in (PACKAGE / room).rglob("*.*")]
    texts = {path: path.read_text(encoding="utf-8") for path in files if path.suffix in (".py", ".toml")}
    found = [str(path.relative_to(PACKAGE)) for path, text in texts.items() if word.search(text)]
    assert 0 < len(found) <= most, found


# Whoever knows npm reads these in ways of npm's own: what is run, written, cut short, set, or called otherwise.
COMMANDS = """
NPM
NPM install
NPM i evil@1
NPM in x@NPM:evil@1
NPM un evil
NPM rum build
NPM t
NPM publish
NPM pack .
NPM exec -- rm -rf x
NPM x rm x
NPM exec -c 'rm x'
NPM exe rm x
NPM explore x -- rm y
NPM config set script-shell ./x
NPM c set editor vim
NPM set cache x
NPM set-script test 'rm x'
NPM pkg set scripts.test='rm x'
NPM --yes true exec rm
NPM --userconfig x install
NPM --prefix /etc install
NPM --cache x ci
NPM run build -- -f
NPM run --script-shell=./x build
NPM view x > out.txt
NPM --help
NPM "$x"
NPM $x
NPM install $x
NPM -- "$x" rm
echo 'x' > .NPMrc && NPM install
echo '{}' > package.json && NPM test
NPM_config_script_shell=./x NPM test
NPM_CONFIG_SCRIPT_SHELL=./x make
NODE_OPTIONS='--require ./x' NPM test
PATH=. NPM test
sudo NPM install
env NPM exec rm x
x=$(NPM --version); echo $x
$(NPM bin)/x
NPM root | xargs rm -rf
NPM ls | sh
"""

POLICIES = (
    "defaults: {action: allow}\nrules:\n  - deny: 'rm *'\n  - deny: 'NPM install *'\n  - deny: 'NPM publish *'\n"
    "  - ask: 'NPM run *'\n  - deny: 'NPM uninstall|exec|test *'\n  - deny: 'evil *'\n"
    "files: {deny_read: ['.env', '~/.ssh/**'], deny_write: ['package.json', '/etc/**', '~/.NPMrc']}\n",
    "defaults: {action: ask}\nrules:\n  - allow: 'NPM test'\n  - allow: 'NPM exec *'\n  - allow: 'NPM view *'\n",
    "defaults: {action: deny}\nrules:\n  - allow: 'NPM *'\n  - allow: 'echo *'\n",
)

# Gives the verdicts on the commands of npm, called by another name, as that name makes them.
JUDGE = """
import json, sys
import wicket
name, commands, policies = json.load(sys.stdin)
made = []
for policy in policies:
    policy = wicket.Policy.loads(policy.replace("NPM", name))
    for command in commands:
        command = command.replace("NPM_CONFIG", name.upper() + "_CONFIG").replace("NPM", name)
        verdict = policy.check(command, cwd="/work", env={"HOME": "/home/u", "PATH": "/usr/bin:/bin"})
        said = [str(verdict.decision), verdict.reason, verdict.fix_suggestion]
        made.append([text and text.replace(name, "NPM").replace(name.upper(), "NPM") for text in said])
print(json.dumps(made))
"""


def judged(name: str, folder: Path) -> list[list[str | None]]:
    """Judge the commands with the package that lies in a folder."""
    ended = subprocess.run(
        [sys.executable, "-c", JUDGE],
        input=json.dumps([name, COMMANDS.strip().split("\n"), POLICIES]),
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "HOME": "/home/u"},
        capture_output=True,
        text=True,
        timeout=BOUND_S,
        check=True,
    )
    made: list[list[str | None]] = json.loads(ended.stdout)
    return made


def test_without_its_file_nothing_is_known_of_npm(tmp_path: Path) -> None:
    """Then npm is a program like any other that wicket has never heard of."""
    shutil.copytree(PACKAGE, tmp_path / "wicket", ignore=shutil.ignore_patterns("__pycache__"))
    catalogue = tmp_path / "wicket" / CATALOGUE.relative_to(PACKAGE)
    stranger = judged("zqx", tmp_path)
    assert judged("npm", tmp_path) != stranger  # as it is, some is known
    (catalogue / "npm.toml").unlink()
    (catalogue / compiled_catalogue.COMPILED).write_bytes(compiled(read_all(catalogue)))
    assert judged("npm", tmp_path) == stranger
