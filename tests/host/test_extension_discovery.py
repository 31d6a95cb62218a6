"""Which extensions there are, in what order, and which of them may start."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from machine import make_extension
from wicket.host import extension_discovery
from wicket.host.extension_discovery import (
    Candidate,
    Discovery,
    Extension,
    Meant,
    NoSuchExtension,
    Problem,
    Scope,
    State,
    discover,
    find,
    places,
    settle,
)
from wicket.host.extension_manifest import Manifest, ManifestError
from wicket.trust_decisions import Standing, Trust


def candidate(
    scope: Scope, name: str, *, folder: str = "", enabled: bool = True, standing: Standing = Standing.TRUSTED
) -> Candidate:
    found = Manifest(name, "./run", enabled=enabled)
    return Candidate(scope, Path("/", scope.value, folder or name), found, standing)


def broken(scope: Scope, name: str) -> Candidate:
    path = Path("/", scope.value, name)
    return Candidate(scope, path, ManifestError(path / "extension.json", "is wrong"))


def states(found: Discovery) -> list[tuple[str, str, str]]:
    return [(extension.scope.value, extension.name, extension.state.value) for extension in found.extensions]


# The decision, without files.


@pytest.mark.rule("Z-H1")
def test_the_order_is_scope_then_name() -> None:
    found = settle(
        candidate(scope, name)
        for scope, name in [
            (Scope.GLOBAL_ZOT, "e"),
            (Scope.GLOBAL, "z"),
            (Scope.GLOBAL, "d"),
            (Scope.PROJECT_ZOT, "c"),
            (Scope.PROJECT, "y"),
            (Scope.PROJECT, "b"),
            (Scope.EXPLICIT, "x"),
            (Scope.EXPLICIT, "a"),
        ]
    )
    assert states(found) == [
        ("explicit", "a", "enabled"),
        ("explicit", "x", "enabled"),
        ("project", "b", "enabled"),
        ("project", "y", "enabled"),
        ("project-zot", "c", "enabled"),
        ("global", "d", "enabled"),
        ("global", "z", "enabled"),
        ("global-zot", "e", "enabled"),
    ]
    assert (found.enabled, found.problems) == (found.extensions, ())


@pytest.mark.rule("Z-H1")
@pytest.mark.rule("Z-H54")
def test_of_one_name_the_earliest_scope_wins() -> None:
    everywhere = [candidate(scope, "a") for scope in reversed(Scope)]
    assert states(settle(everywhere)) == [
        ("explicit", "a", "enabled"),
        ("project", "a", "hidden"),
        ("project-zot", "a", "hidden"),
        ("global", "a", "hidden"),
        ("global-zot", "a", "hidden"),
    ]


@pytest.mark.rule("Z-H2")
def test_a_disabled_project_copy_hides_the_global_one() -> None:
    found = settle([candidate(Scope.PROJECT, "a", enabled=False), candidate(Scope.GLOBAL, "a")])
    assert states(found) == [("project", "a", "disabled"), ("global", "a", "hidden")]
    assert (found.enabled, found.problems) == ((), ())


@pytest.mark.rule("Z-H57")
@pytest.mark.parametrize(
    ("standing", "why"),
    [
        (Standing.UNKNOWN, "comes with the project and is not trusted"),
        (Standing.CHANGED, "has changed since it was trusted"),
    ],
    ids=["unknown", "changed"],
)
@pytest.mark.parametrize("scope", [Scope.PROJECT, Scope.PROJECT_ZOT])
@pytest.mark.parametrize("enabled", [True, False])
def test_an_untrusted_project_copy_is_skipped_and_the_global_one_loads(
    standing: Standing, why: str, scope: Scope, enabled: bool
) -> None:
    found = settle([candidate(scope, "a", standing=standing, enabled=enabled), candidate(Scope.GLOBAL, "a")])
    assert states(found) == [(scope.value, "a", "untrusted"), ("global", "a", "enabled")]
    command = f"wicket trust /{scope.value}/a"
    assert found.problems == (Problem(f"extension 'a' {why}, so it is skipped; look at it, then run `{command}`"),)


def test_the_command_to_trust_can_be_pasted_whatever_the_folder_is_called() -> None:
    found = settle([candidate(Scope.PROJECT, "a", folder="$(id)", standing=Standing.UNKNOWN)])
    (problem,) = found.problems
    assert problem.sentence.endswith("then run `wicket trust '/project/$(id)'`")


@pytest.mark.rule("Z-H57")
def test_trust_is_asked_for_the_project_alone() -> None:
    scopes = (Scope.EXPLICIT, Scope.GLOBAL, Scope.GLOBAL_ZOT)
    found = settle(candidate(scope, scope.value, standing=Standing.UNKNOWN) for scope in scopes)
    assert [extension.state for extension in found.extensions] == [State.ENABLED] * 3


@pytest.mark.rule("Z-H3")
@pytest.mark.rule("Z-H55")
def test_a_broken_project_copy_does_not_hide_a_good_global_one() -> None:
    found = settle([broken(Scope.PROJECT, "a"), candidate(Scope.GLOBAL, "a")])
    assert states(found) == [("global", "a", "enabled")]
    assert found.problems == (Problem("/project/a/extension.json: is wrong", Scope.PROJECT, Path("/project/a")),)


@pytest.mark.rule("Z-H54")
def test_a_disabled_extension_that_is_named_by_its_path_is_loaded() -> None:
    found = settle([candidate(Scope.EXPLICIT, "a", enabled=False), candidate(Scope.GLOBAL, "a")])
    assert states(found) == [("explicit", "a", "enabled"), ("global", "a", "hidden")]


def test_two_of_one_name_in_one_place_are_reported() -> None:
    found = settle([candidate(Scope.GLOBAL, "a", folder="x"), candidate(Scope.GLOBAL, "a", folder="y")])
    assert states(found) == [("global", "a", "enabled"), ("global", "a", "hidden")]
    assert found.problems == (
        Problem("/global/x and /global/y are both called 'a'; the first is used, rename or remove the other"),
    )


candidates = st.lists(
    st.builds(
        candidate,
        st.sampled_from(Scope),
        st.sampled_from(["a", "b"]),
        folder=st.sampled_from(["x", "y", "z"]),
        enabled=st.booleans(),
        standing=st.sampled_from(Standing),
    ),
    max_size=6,
)


@given(candidates)
def test_no_name_is_started_twice_and_nothing_untrusted_is(everything: Iterable[Candidate]) -> None:
    everything = list(everything)
    found = settle(everything)
    names = [extension.name for extension in found.enabled]
    assert len(names) == len(set(names))
    assert len(found.extensions) == len(everything)
    trusted = {(each.scope, each.folder) for each in everything if each.standing is Standing.TRUSTED}
    assert all(
        (extension.scope, extension.folder) in trusted for extension in found.enabled if extension.scope.needs_trust
    )


# What a name means.


@pytest.mark.rule("Z-H60")
def test_a_name_is_a_manifests_else_a_folders() -> None:
    found = settle(
        [
            candidate(Scope.GLOBAL, "a", folder="x"),
            candidate(Scope.GLOBAL, "x", folder="y"),
            candidate(Scope.GLOBAL, "b", folder="z"),
            broken(Scope.GLOBAL, "bad"),
        ]
    )
    meanings = {name: find(found, name) for name in ("a", "x", "z", "bad")}
    assert meanings == {
        "a": [Meant(Scope.GLOBAL, Path("/global/x"), "a")],
        "x": [Meant(Scope.GLOBAL, Path("/global/y"), "x")],
        "z": [Meant(Scope.GLOBAL, Path("/global/z"), "b")],
        "bad": [Meant(Scope.GLOBAL, Path("/global/bad"), "bad")],
    }


@pytest.mark.rule("Z-H60")
def test_of_two_scopes_the_project_is_meant_unless_one_is_chosen() -> None:
    found = settle([candidate(Scope.GLOBAL, "a"), candidate(Scope.PROJECT, "a")])
    project = Meant(Scope.PROJECT, Path("/project/a"), "a")
    everywhere = Meant(Scope.GLOBAL, Path("/global/a"), "a")
    assert find(found, "a") == [project, everywhere]
    assert find(found, "a", [Scope.GLOBAL]) == [everywhere]
    assert find(found, "a", [Scope.PROJECT]) == [project]


def test_a_name_that_means_nothing_is_an_error() -> None:
    found = settle([candidate(Scope.GLOBAL, "a")])
    for name, scopes in (("b", tuple(Scope)), ("a", (Scope.PROJECT,)), ("", tuple(Scope))):
        with pytest.raises(NoSuchExtension) as caught:
            find(found, name, scopes)
        assert str(caught.value) == (f"no extension is called {name!r}; `wicket ext list` shows which there are")


def test_a_name_that_two_claim_means_the_folder_of_that_name_or_nothing() -> None:
    pair = [candidate(Scope.GLOBAL, "a", folder="x"), candidate(Scope.GLOBAL, "a", folder="y")]
    with pytest.raises(NoSuchExtension) as caught:
        find(settle(pair), "a")
    assert str(caught.value) == ("/global/x and /global/y are both called 'a'; rename one of them in its manifest")
    pair.append(candidate(Scope.GLOBAL, "a", folder="a"))
    assert find(settle(pair), "a") == [Meant(Scope.GLOBAL, Path("/global/a"), "a")]


# Real folders.


@pytest.fixture
def trust(tmp_path: Path) -> Trust:
    return Trust(tmp_path / "home")


def look(tmp_path: Path, trust: Trust, *, zot: bool = False, explicit: tuple[Path, ...] = ()) -> Discovery:
    zot_home = tmp_path / "zot" if zot else None
    return discover(places(tmp_path / "project", tmp_path / "home", zot_home), trust, explicit)


def test_zots_places_are_looked_at_only_when_asked_for() -> None:
    cwd, home = Path("/project"), Path("/home")
    assert places(cwd, home) == [
        (Scope.PROJECT, Path("/project/.wicket/extensions")),
        (Scope.GLOBAL, Path("/home/extensions")),
    ]
    assert places(cwd, home, Path("/zot")) == [
        (Scope.PROJECT, Path("/project/.wicket/extensions")),
        (Scope.PROJECT_ZOT, Path("/project/.zot/extensions")),
        (Scope.GLOBAL, Path("/home/extensions")),
        (Scope.GLOBAL_ZOT, Path("/zot/extensions")),
    ]


def test_places_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert places(Path("."), Path("/home"), Path(".zot")) == [
        (Scope.PROJECT, tmp_path / ".wicket" / "extensions"),
        (Scope.GLOBAL, Path("/home/extensions")),
        (Scope.GLOBAL_ZOT, tmp_path / ".zot" / "extensions"),
    ]


def test_a_global_place_is_not_the_projects_as_well(tmp_path: Path) -> None:
    assert places(tmp_path, tmp_path / ".wicket", tmp_path / "zot") == [
        (Scope.PROJECT_ZOT, tmp_path / ".zot" / "extensions"),
        (Scope.GLOBAL, tmp_path / ".wicket" / "extensions"),
        (Scope.GLOBAL_ZOT, tmp_path / "zot" / "extensions"),
    ]


def test_where_there_is_nothing_nothing_is_found(tmp_path: Path, trust: Trust) -> None:
    assert look(tmp_path, trust, zot=True) == Discovery((), ())


@pytest.mark.rule("Z-H1")
@pytest.mark.rule("Z-H57")
def test_extensions_are_found_in_every_place(tmp_path: Path, trust: Trust) -> None:
    local = make_extension(tmp_path / "project" / ".wicket" / "extensions", "local")
    local_zot = make_extension(tmp_path / "project" / ".zot" / "extensions", "local-zot")
    make_extension(tmp_path / "home" / "extensions", "everywhere")
    make_extension(tmp_path / "zot" / "extensions", "zots")
    make_extension(tmp_path, "elsewhere")
    trust.trust(local)
    trust.trust(local_zot)
    found = look(tmp_path, trust, zot=True, explicit=(tmp_path / "elsewhere",))
    assert (states(found), found.problems) == (
        [
            ("explicit", "elsewhere", "enabled"),
            ("project", "local", "enabled"),
            ("project-zot", "local-zot", "enabled"),
            ("global", "everywhere", "enabled"),
            ("global-zot", "zots", "enabled"),
        ],
        (),
    )


@pytest.mark.rule("Z-H57")
def test_a_trusted_project_extension_that_changes_is_skipped(tmp_path: Path, trust: Trust) -> None:
    folder = make_extension(tmp_path / "project" / ".wicket" / "extensions", "a")
    assert states(look(tmp_path, trust)) == [("project", "a", "untrusted")]
    trust.trust(folder)
    assert states(look(tmp_path, trust)) == [("project", "a", "enabled")]
    (folder / "run").write_text("#!/bin/sh\nrm -rf /\n")
    assert states(look(tmp_path, trust)) == [("project", "a", "untrusted")]


def test_decisions_that_cannot_be_read_are_one_problem_and_no_trust(tmp_path: Path, trust: Trust) -> None:
    for name in ("a", "b"):
        trust.trust(make_extension(tmp_path / "project" / ".wicket" / "extensions", name))
    make_extension(tmp_path / "home" / "extensions", "c")
    trust.store.write_text("?")
    found = look(tmp_path, trust)
    assert states(found) == [
        ("project", "a", "untrusted"),
        ("project", "b", "untrusted"),
        ("global", "c", "enabled"),
    ]
    assert len(found.problems) == 3
    assert found.problems[0].sentence.startswith(f"{trust.store} is damaged")


@pytest.mark.rule("Z-H54")
def test_explicit_paths_win_and_are_loaded_without_the_rest(tmp_path: Path, trust: Trust) -> None:
    make_extension(tmp_path / "home" / "extensions", "a")
    mine = make_extension(tmp_path, "mine", name="a", enabled=False)
    expected = Extension(Scope.EXPLICIT, mine, Manifest("a", "./run", enabled=False), State.ENABLED)
    assert look(tmp_path, trust, explicit=(mine,)).enabled == (expected,)
    assert discover([], trust, [mine / "extension.json"]) == Discovery((expected,), ())


def test_an_explicit_path_may_be_relative(tmp_path: Path, trust: Trust, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = make_extension(tmp_path, "mine")
    monkeypatch.chdir(mine)
    assert [extension.folder for extension in discover([], trust, [Path()]).enabled] == [mine]


def test_an_explicit_path_that_is_none_is_a_problem(tmp_path: Path, trust: Trust) -> None:
    sentence = f"{tmp_path}/gone/extension.json: does not exist; an extension needs a manifest of that name"
    expected = Discovery((), (Problem(sentence, Scope.EXPLICIT, tmp_path / "gone"),))
    assert discover([], trust, [tmp_path / "gone"]) == expected


@pytest.mark.rule("Z-H55")
def test_symlinked_folders_are_found_and_hidden_ones_are_not(tmp_path: Path, trust: Trust) -> None:
    place = tmp_path / "home" / "extensions"
    make_extension(place, ".git")
    make_extension(place, ".wicket-staging-x")
    (place / "note.txt").touch()
    (place / "linked").symlink_to(make_extension(tmp_path / "work", "mine"))
    found = look(tmp_path, trust)
    assert found == Discovery(
        (Extension(Scope.GLOBAL, place / "linked", Manifest("mine", "./run"), State.ENABLED),), ()
    )


@pytest.mark.rule("Z-H3")
@pytest.mark.rule("Z-H55")
def test_one_bad_extension_does_not_keep_the_others_from_loading(tmp_path: Path, trust: Trust) -> None:
    place = tmp_path / "home" / "extensions"
    make_extension(place, "a", exec=None)
    make_extension(place, "b", name="../b")
    make_extension(place, "c")
    (place / "d").mkdir()
    (place / "e").symlink_to("nowhere")
    os.mkfifo(make_extension(place, "f", name=None) / "pipe")
    found = look(tmp_path, trust)
    assert states(found) == [("global", "c", "enabled")]
    assert [problem.sentence.removeprefix(f"{place}/") for problem in found.problems] == [
        "a/extension.json: `exec` is missing; give the program to start",
        "b/extension.json: line 2, column 11: `name` must be letters, digits, dots, dashes and underscores, "
        "begin with a letter or digit, and have at most 64 characters",
        "d/extension.json: does not exist; an extension needs a manifest of that name",
        "e/extension.json: does not exist; an extension needs a manifest of that name",
        "f/extension.json: `name` is missing; give the name of the extension",
    ]


def test_a_place_that_is_no_folder_is_a_problem(tmp_path: Path, trust: Trust) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "extensions").touch()
    sentence = f"cannot read {tmp_path}/home/extensions: Not a directory; make it readable, or remove it"
    assert look(tmp_path, trust) == Discovery((), (Problem(sentence),))


def test_a_place_with_too_many_folders_is_read_in_part(
    tmp_path: Path, trust: Trust, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extension_discovery, "MAX_PER_FOLDER", 2)
    place = tmp_path / "home" / "extensions"
    for name in "cab":
        make_extension(place, name)
    found = look(tmp_path, trust)
    assert states(found) == [("global", "a", "enabled"), ("global", "b", "enabled")]
    assert found.problems == (Problem(f"{place} holds more than 2 folders; the rest, by name, is left out"),)


# Places where others can write.


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757, 0o1777])
@pytest.mark.parametrize("which", ["home", "home/extensions"])
def test_nothing_runs_from_a_place_that_others_can_write_to(tmp_path: Path, which: str, mode: int) -> None:
    home = tmp_path / "home"
    make_extension(home / "extensions", "a")
    (tmp_path / which).chmod(mode)
    found = discover(places(tmp_path, home), Trust(home))
    why = f"others can change what is in it; look at it, then run `chmod go-w {tmp_path / which}`"
    if mode & 0o1000:
        why = "it is everybody's; use a folder of your own"
    rest = f"until then, no extension in {home}/extensions is used"
    assert found == Discovery((), (Problem(f"{tmp_path / which}: {why}; {rest}"),))


def test_an_extension_that_others_can_write_to_is_left_out_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    make_extension(home / "extensions", "a")
    folder = make_extension(home / "extensions", "b")
    folder.chmod(0o775)
    found = discover(places(tmp_path, home), Trust(home))
    why = f"{folder}: others can change what is in it; look at it, then run `chmod go-w {folder}`"
    assert states(found) == [("global", "a", "enabled")]
    assert found.problems == (Problem(why, Scope.GLOBAL, folder),)


def test_what_a_person_trusts_or_names_may_lie_anywhere(tmp_path: Path) -> None:
    """Trust is in the content there, and who names a path means it."""
    local = make_extension(tmp_path / ".wicket" / "extensions", "a")
    named = make_extension(tmp_path, "b")
    for folder in (local, local.parent, named):
        folder.chmod(0o777)
    trust = Trust(tmp_path / "home")
    trust.trust(local)
    found = discover(places(tmp_path, tmp_path / "home"), trust, [named])
    assert states(found) == [("explicit", "b", "enabled"), ("project", "a", "enabled")]
