"""What a user installs works: a wheel in an environment of its own, by pip, pipx and uv, and the container's recipe."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from bounds import BOUND_S
from wicket import __version__
from wicket.cli.serve import serve

ROOT = Path(__file__).parent.parent
# An installation compiles, and a busy machine takes its time.
INSTALL_S = 5 * BOUND_S


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that pip makes of a copy of the checkout, without asking a registry."""
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed: the wheel is NOT tested here; run scripts/setup")
    source, made = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("src", "native"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(made)]
    run(sys.executable, "-m", "pip", "wheel", *options, str(source))
    [found] = made.glob("wicket-*.whl")
    return found


def run(*argv: str, **environ: str) -> str:
    done = subprocess.run(
        argv, env={**os.environ, **environ}, capture_output=True, text=True, timeout=INSTALL_S, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def works(program: Path, home: Path) -> None:
    """See that an installed wicket judges, by presets and a catalogue that came with it."""
    home.mkdir(exist_ok=True)
    policy = home / "wicket.yml"
    policy.write_text("extends: ['wicket:read-only', 'wicket:destructive']\n")
    environ = {"HOME": str(home), "WICKET_HOME": str(home / "state"), "PYTHONPATH": ""}
    assert run(str(program), "--version", **environ) == f"wicket {__version__}\n"
    assert run(str(program), "check", "--config", str(policy), "--", "git log | head", **environ) == "allow\n"
    assert run(str(program), "check", "--config", str(policy), "--", "rm -rf ~", **environ).startswith("deny: ")
    assert "ExecStart=" in run(str(program), "service", "install", "--print", **environ)


def test_a_wheel_works_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "fresh"
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        str(wheel),
    )
    # What it needs of others is here already; what is installed comes before it.
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(place)}))
    (packages / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    where = run(str(python), "-c", "import wicket; print(wicket.__file__)", PYTHONPATH="")
    assert Path(where.strip()).is_relative_to(place)
    works(place / "bin" / "wicket", tmp_path / "home")


@pytest.mark.parametrize(
    ("program", "words"), [("pipx", ["install", "--quiet"]), ("uv", ["tool", "install", "--quiet"])], ids=["pipx", "uv"]
)
def test_a_tool_installer_installs_the_checkout(program: str, words: list[str], wheel: Path, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: installing with it is NOT tested here")
    places = {"PIPX_HOME": "p", "PIPX_BIN_DIR": "b", "UV_TOOL_DIR": "t", "UV_TOOL_BIN_DIR": "b", "UV_CACHE_DIR": "c"}
    run(program, *words, str(wheel), **{name: str(tmp_path / folder) for name, folder in places.items()})
    works(tmp_path / "b" / "wicket", tmp_path / "home")


def test_the_container_runs_the_gateway_under_a_user_of_its_own() -> None:
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    last = recipe[recipe.rindex("\nFROM ") :]
    assert re.findall(r"^USER (\S+)$", last, re.MULTILINE) == ["wicket"]
    assert last.index("USER wicket") < last.index("ENTRYPOINT")
    [entry] = re.findall(r"^ENTRYPOINT (\[.*\])$", last, re.MULTILINE)
    words = re.findall(r'"([^"]+)"', entry)
    assert words[:2] == ["wicket", "serve"]
    options = {name for parameter in serve.params for name in parameter.opts}
    used = {*words[2:], *re.findall(r"--[a-z]+-uid", recipe)}
    assert used <= options
    copied = [word for line in re.findall(r"^COPY (?!--)(.*) \S+$", recipe, re.MULTILINE) for word in line.split()]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert [name for name in copied if f"!{name}" not in let_in] == []
