"""What others run later, and what switches a guard on, is known by its place."""

from wicket.sandbox.guarded_paths import guards_files, pinned_folders, runs_later, stand_in


def test_gits_own_files_are_those_by_which_it_runs_something() -> None:
    assert dict(runs_later("/p")) == {
        "/p/.git/hooks": True,
        "/p/.git/modules": True,
        "/p/.git/worktrees": True,
        "/p/.git/config": False,
        "/p/.git/config.worktree": False,
        "/p/.git/commondir": False,
    }


def test_settings_are_files_and_hooks_are_folders() -> None:
    found = dict(guards_files("/home", "/p", ("/state",)))
    kinds = {
        path: found[path] for path in ("/p/wicket.yml", "/home/.claude/settings.json", "/p/.claude/hooks", "/state")
    }
    assert kinds == {
        "/p/wicket.yml": False,
        "/home/.claude/settings.json": False,
        "/p/.claude/hooks": True,
        "/state": True,
    }


def test_git_reads_what_stands_in_the_place_of_its_missing_files() -> None:
    assert [stand_in(f"/p/.git/{name}") for name in ("commondir", "config.worktree", "config")] == [b".\n", b"", None]
    assert stand_in("/p/commondir") is None


def test_folders_between_a_root_and_what_is_protected_in_it_are_pinned() -> None:
    assert pinned_folders(["/p/a/b/c", "/p/a/d", "/q/e"], ["/p", "/q"]) == ["/p/a", "/p/a/b"]
    assert pinned_folders(["/p/a/b", "/p/a"], ["/p"]) == []
