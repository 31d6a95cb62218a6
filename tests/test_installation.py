"""What a user installs works: a wheel in an environment of its own, by pip, pipx and uv, and the container's recipe."""

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

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


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that wicket needs of others, and pip, as wheels, made of what is installed here: no registry is asked."""
    folder = tmp_path_factory.mktemp("wheels")
    wanted, seen = ["wicket", "pip"], {"wicket", "pip"}
    while wanted:
        found = importlib.metadata.distribution(wanted.pop())
        if found.name != "wicket":
            pack(found, folder)
        for needed in map(Requirement, found.requires or ()):
            if needed.name not in seen and (not needed.marker or needed.marker.evaluate({"extra": ""})):
                seen.add(needed.name)
                wanted.append(needed.name)
    return folder


def pack(found: importlib.metadata.Distribution, folder: Path) -> None:
    """Make a wheel of what is installed. Its scripts are made anew where it is installed."""
    described = (found.read_text("WHEEL") or "").splitlines()
    tag = next(line.removeprefix("Tag: ") for line in described if line.startswith("Tag: "))
    name = re.sub(r"[-_.]+", "_", found.name)
    files = [file for file in found.files or () if ".." not in file.parts and "__pycache__" not in file.parts]
    with zipfile.ZipFile(folder / f"{name}-{found.version}-{tag}.whl", "w") as archive:
        record = next(str(file) for file in files if file.name == "RECORD")
        for file in files:
            if file.name not in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json"):
                archive.write(str(file.locate()), str(file))
        archive.writestr(record, "".join(f"{name},,\n" for name in [*archive.namelist(), record]))


@pytest.mark.parametrize("program", ["pipx", "uv"])
def test_a_tool_installer_installs_it(program: str, wheel: Path, wheels: Path, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: installing with it is NOT tested here; run scripts/setup")
    words = {
        "pipx": ["install", "--quiet", f"--pip-args=--no-index --find-links {wheels}", "--python", sys.executable],
        "uv": ["tool", "install", "--quiet", "--offline", "--no-index", "--find-links", str(wheels)],
    }[program]
    if program == "uv":
        words += ["--python", sys.executable, "--no-config"]
    places = {"PIPX_HOME": "p", "PIPX_BIN_DIR": "b", "UV_TOOL_DIR": "t", "UV_TOOL_BIN_DIR": "b", "UV_CACHE_DIR": "c"}
    environ = {"HOME": str(tmp_path / "h"), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PYTHONPATH": ""}
    run(program, *words, str(wheel), **environ, **{name: str(tmp_path / folder) for name, folder in places.items()})
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
