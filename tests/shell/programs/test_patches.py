"""Patches that a text spells: which files they change."""

import pytest

from shell.reading import commands
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.patches import files_of, files_of_models_patch, spelled_patch

EDIT = "--- a/src/x.py\n+++ b/src/x.py\n@@ -1,2 +1,3 @@ def f\n a\n-b\n+c\n+d\n"


MODELS = """\
*** Begin Patch
*** Add File: a b
+x
*** Update File: c
*** Move to: ../d
@@
-y
*** End of File
*** Delete File: /e
*** End Patch
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (EDIT, [("EDIT", "b/src/x.py")]),
        ("diff --git a/src/x.py b/src/x.py\nindex 1..2 100644\n" + EDIT, [("EDIT", "b/src/x.py")]),
        ("--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n", [("EDIT", "x")]),
        ("--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-a\n+b\n\\ No newline at end of file\n", [("EDIT", "x")]),
        ("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", [("WRITE", "b/x")]),
        ("--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", [("WRITE", "b/x")]),
        ("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", [("DELETE", "a/x")]),
        (EDIT + "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", [("EDIT", "b/src/x.py"), ("EDIT", "b/y")]),
        ("", None),
        ("words\n" + EDIT, None),
        (EDIT + "1d\n", None),
        (EDIT.replace("+1,3", "+1,9"), None),
        (EDIT.replace("+++ b/src/x.py", "+++ b/src/y.py"), None),
        (EDIT.replace("--- a/src/x.py", "--- a/src/x.py\t1970-01-01 00:00:00"), None),
        ("--- /etc/x\n+++ /etc/x\n@@ -1 +1 @@\n-a\n+b\n", None),
        ("--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", None),
        ('--- "a/x"\n+++ "b/x"\n@@ -1 +1 @@\n-a\n+b\n', None),
        ("--- a/x\n+++ b/x\n", None),
        ("diff --git a/x b/y\n" + EDIT, None),
        ("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", None),
        ("diff --git a/x b/x\nrename from x\nrename to y\n", None),
        ("diff --git a/y b/y\n" + EDIT, None),
    ],
)
def test_which_files_a_patch_changes(text: str, expected: list[tuple[str, str]] | None) -> None:
    assert files_of(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*** Begin Patch\n*** End Patch",
        MODELS.replace("*** End Patch\n", ""),
        MODELS.replace("Delete File", "Remove File"),
        MODELS.replace("*** Delete File: /e", "*** Delete File: "),
        MODELS.replace("*** Begin", "*** begin"),
    ],
)
def test_what_is_no_patch_of_a_models(text: str) -> None:
    assert files_of_models_patch(MODELS) is not None
    assert files_of_models_patch(text) is None


def test_a_patch_is_spelled_by_a_here_document() -> None:
    assert spelled_patch(commands(f"patch -p1 <<'E'\n{EDIT}E")[0]) == EDIT
    assert spelled_patch(commands("patch -p1 < x")[0]) is None
    assert spelled_patch(commands("patch -p1 <<E\n$x\nE")[0]) is None
    assert spelled_patch(commands("patch -p1")[0]) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"git apply <<'E'\n{EDIT}E", ["touch b/src/x.py", "read src/x.py", "write src/x.py", "touch x.py"]),
        (f"git apply -p2 - <<'E'\n{EDIT}E", ["touch b/src/x.py", "touch src/x.py", "read x.py", "write x.py"]),
        (f"patch -p1 <<'E'\n{EDIT}E", ["touch b/src/x.py", "read src/x.py", "write src/x.py", "touch x.py"]),
        (f"git apply --directory=y <<'E'\n{EDIT}E", ["write None"]),
        (f"git apply x <<'E'\n{EDIT}E", ["write None"]),
        (f"git apply --check <<'E'\n{EDIT}E", []),
        ("git apply x", ["write None"]),
        ("patch -p1 < x", ["write None"]),
        (f"apply_patch <<'E'\n{MODELS}E", ["write a b", "read c", "write c", "write ../d", "delete /e"]),
        (f"apply_patch '{MODELS}'", ["write a b", "read c", "write c", "write ../d", "delete /e"]),
        ("apply_patch < x", ["write None"]),
        ("apply_patch", ["write None"]),
        ('apply_patch "$x"', ["write None"]),
    ],
)
def test_what_patching_does(text: str, expected: list[str]) -> None:
    found = [f"{act.kind} {act.word}" for act in acts(commands(text)[0])]
    assert [one for one in found if one not in ("touch x", "touch -")] == expected  # the patch itself
