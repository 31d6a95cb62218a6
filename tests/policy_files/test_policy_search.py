"""Policy files are found by their names, from the folder of the work up to the person's home."""

from pathlib import Path

import pytest

from wicket.policy_files.policy_search import Finding, find, is_policy_name, look


def make(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()


def shown(finding: Finding, root: Path) -> tuple[list[str], list[list[str]]]:
    """Show what was found by paths within `root`."""

    def short(files: list[str]) -> list[str]:
        return [str(Path(file).relative_to(root)) for file in files]

    return short(finding.person.files) if finding.person else [], [short(folder.files) for folder in finding.projects]


def test_global_and_project_files_are_found(tmp_path: Path) -> None:
    make(tmp_path, "home/.config/wicket/wicket.yml", "home/.config/wicket/wicket.local.yml")
    make(tmp_path, "home/src/app/wicket.yml", "home/src/app/wicket.local.yaml", "home/src/runok.yml", "home/wicket.yml")
    (tmp_path / "home/src/app/lib/deep").mkdir(parents=True)
    environ = {"HOME": str(tmp_path / "home")}
    person = ["home/.config/wicket/wicket.yml", "home/.config/wicket/wicket.local.yml"]
    app = ["home/src/app/wicket.yml", "home/src/app/wicket.local.yaml"]
    assert shown(find(str(tmp_path / "home/src/app/lib/deep"), environ), tmp_path) == (
        person,
        [app, ["home/src/runok.yml"]],
    )
    assert shown(find(str(tmp_path / "home/src"), environ), tmp_path) == (person, [["home/src/runok.yml"]])
    assert shown(find(str(tmp_path / "home"), environ), tmp_path) == (person, [])
    assert shown(find(str(tmp_path / "home/.config/wicket"), environ), tmp_path) == (person, [])


def test_outside_of_the_home_the_walk_goes_to_the_root(tmp_path: Path) -> None:
    make(tmp_path, "a/wicket.yml", "home/x")
    (tmp_path / "a/b").mkdir()
    assert shown(find(str(tmp_path / "a/b"), {"HOME": str(tmp_path / "home")}), tmp_path) == ([], [["a/wicket.yml"]])
    assert find("/", {}).projects == []


def test_a_home_is_known_by_all_of_its_names(tmp_path: Path) -> None:
    make(tmp_path, "real/wicket.yml", "real/src/x")
    (tmp_path / "home").symlink_to("real")
    assert find(str(tmp_path / "real/src"), {"HOME": f"{tmp_path}/home/"}).projects == []


def test_a_link_leads_nobody_out_of_a_project(tmp_path: Path) -> None:
    make(tmp_path, "real/wicket.yml", "real/sub/runok.yml", "other/wicket.yml")
    (tmp_path / "other" / "link").symlink_to(tmp_path / "real" / "sub")
    found = find(str(tmp_path / "other" / "link"), {"HOME": "/nowhere"})
    assert shown(found, tmp_path)[1] == [["other/link/runok.yml"], ["other/wicket.yml"]]
    assert [folder.path for folder in found.behind] == [str(tmp_path / "real")]
    assert find(str(tmp_path / "real" / "sub"), {}).behind == []


def test_the_global_folder_is_xdgs_and_runoks_if_there_is_no_other(tmp_path: Path) -> None:
    make(tmp_path, "xdg/runok/runok.yaml", "xdg/runok/runok.local.yml", "home/.config/wicket/wicket.yml")
    environ = {"XDG_CONFIG_HOME": str(tmp_path / "xdg"), "HOME": str(tmp_path / "home")}
    assert shown(find("/", environ), tmp_path)[0] == ["xdg/runok/runok.yaml", "xdg/runok/runok.local.yml"]
    make(tmp_path, "xdg/wicket/wicket.yaml", "xdg/wicket/runok.yml")
    assert shown(find("/", environ), tmp_path)[0] == ["xdg/wicket/wicket.yaml"]


@pytest.mark.parametrize(
    ("names", "files", "passed_over"),
    [
        ("runok.yml wicket.yml", "wicket.yml", "runok.yml"),
        ("wicket.yaml wicket.yml", "wicket.yml", "wicket.yaml"),
        ("runok.yml runok.yaml", "runok.yml", "runok.yaml"),
        ("runok.yml runok.local.yml", "runok.yml runok.local.yml", ""),
        ("runok.yml wicket.local.yml", "runok.yml wicket.local.yml", ""),
        ("runok.yml runok.local.yml wicket.local.yml", "runok.yml wicket.local.yml", "runok.local.yml"),
        ("wicket.yml runok.local.yml", "wicket.yml", "runok.local.yml"),
        ("wicket.yml wicket.local.yml wicket.local.yaml", "wicket.yml wicket.local.yml", "wicket.local.yaml"),
        ("runok.local.yaml", "runok.local.yaml", ""),
        ("wicket.local.yml", "wicket.local.yml", ""),
        ("wicket.yml.bak", None, None),
    ],
)
def test_of_a_folder_the_first_names_count(
    tmp_path: Path, names: str, files: str | None, passed_over: str | None
) -> None:
    make(tmp_path, *names.split())
    found = look(str(tmp_path))
    if files is None or passed_over is None:
        assert found is None
    else:
        assert found is not None
        assert [Path(file).name for file in found.files] == files.split()
        assert [Path(file).name for file in found.passed_over] == passed_over.split()


@pytest.mark.parametrize("shut", [".config", ".config/wicket", ".config/runok"])
def test_a_folder_of_ones_own_that_cannot_be_looked_into_holds_a_policy(tmp_path: Path, shut: str) -> None:
    (tmp_path / shut).parent.mkdir(exist_ok=True)
    (tmp_path / shut).symlink_to(Path(shut).name)  # a link to itself is shut even to root
    name = "runok" if shut.endswith("runok") else "wicket"
    assert shown(find("/", {"HOME": str(tmp_path)}), tmp_path)[0] == [f".config/{name}/wicket.yml"]


@pytest.mark.parametrize("lost", [".config", ".config/wicket"])
def test_so_does_one_that_leads_nowhere_today(tmp_path: Path, lost: str) -> None:
    (tmp_path / lost).parent.mkdir(exist_ok=True)
    (tmp_path / lost).symlink_to("unmounted")
    assert shown(find("/", {"HOME": str(tmp_path)}), tmp_path)[0] == [".config/wicket/wicket.yml"]


def test_a_file_where_a_folder_would_be_holds_none(tmp_path: Path) -> None:
    make(tmp_path, ".config/wicket")
    assert find("/", {"HOME": str(tmp_path)}).person is None


def test_a_projects_folder_that_cannot_be_looked_into_holds_a_policy(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    found = find(str(tmp_path / "loop"), {"HOME": str(tmp_path)})
    assert [folder.files for folder in found.projects] == [[f"{tmp_path}/loop/wicket.yml"]]


def test_what_was_found_has_one_list_of_names(tmp_path: Path) -> None:
    make(tmp_path, "a/wicket.yml", "a/runok.yml")
    names = find(str(tmp_path / "a"), {}).names()
    assert names == [f"{tmp_path}/a", f"{tmp_path}/a/wicket.yml", "", f"{tmp_path}/a/runok.yml", ""]


def test_the_names_of_policies() -> None:
    assert [is_policy_name(name) for name in ("wicket.yml", "runok.local.yaml", "wicket.lock", "x.yml")] == [
        True,
        True,
        False,
        False,
    ]
