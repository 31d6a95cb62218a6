"""Where a package is, and what its process gets."""

from pathlib import Path

import pytest

from wicket.tasks.extension_packages import UnusablePackage, environment_and_config, resolve_package
from wicket.tasks.task_model import ExtensionSpec


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("eval/x", "y", "home/z"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    return tmp_path


@pytest.mark.rule("G-H13")
@pytest.mark.parametrize(
    ("package", "found"),
    [
        ("./x", "eval/x"),
        ("../y", "y"),
        ("{root}/y", "y"),
        ("~/z", "home/z"),
        ("file://{root}/y", "y"),
        ("file://./x", "eval/x"),
    ],
)
def test_each_form_is_found(folder: Path, package: str, found: str) -> None:
    package = package.format(root=folder)
    assert resolve_package(package, folder / "eval", str(folder / "home")) == folder / found


@pytest.mark.rule("G-H14")
def test_each_thing_that_cannot_be_started_has_its_own_words(folder: Path) -> None:
    (folder / "eval" / "plain").write_text("")
    said = {}
    for package in ("./none", "./.", "./plain", "github.com/o/r@v1"):
        with pytest.raises(UnusablePackage) as caught:
            resolve_package(package, folder / "eval", "")
        said[package] = str(caught.value).replace(str(folder), "")
    assert said == {
        "./none": "the package /eval/none does not exist",
        "./.": "the package /eval is a directory; name the program in it",
        "./plain": "the package /eval/plain cannot be executed; run `chmod +x` on it",
        "github.com/o/r@v1": "the package 'github.com/o/r@v1' is not supported: wicket downloads no extensions; "
        "install it, and name its path as ./x or /x",
    }


@pytest.mark.rule("G-H15")
def test_the_environment_is_inherited_and_extended() -> None:
    spec = ExtensionSpec("./x", {"KEY": "{env.API_TOKEN}", "B": "${A}2"}, {"deep": [{"a": "{env.A}"}, 3]})
    outer = {"A": "1", "API_TOKEN": "secret"}
    assert environment_and_config(spec, outer) == ({"A": "1", "KEY": "secret", "B": "12"}, {"deep": [{"a": "1"}, 3]})
    assert spec.config == {"deep": [{"a": "{env.A}"}, 3]}
    assert environment_and_config(ExtensionSpec("./x"), {})[1] is None
