"""Paths that lead to descriptors and streams."""

import pytest

from wicket.shell.dev_and_proc_paths import descriptor as descriptor_of


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/dev/stdin", "0"),
        ("//dev/./stdin", "0"),
        ("/dev/fd/0", "0"),
        ("/dev//fd/3", "3"),
        ("../../dev/fd/3", "3"),
        ("/etc/../proc/self/fd/0", "0"),
        ("fd/0", "0"),
        ("./stdin", "0"),
        ("stderr", "2"),
        ("0", "0"),
        ("/proc/self/exe", "of a process"),
        ("/x/../proc/1/root/x", "of a process"),
        ("src/proc/x.sh", ""),
        ("x/0", ""),
        ("/", ""),
        ("", ""),
        ("build.sh", ""),
        ("fd/x", ""),
    ],
)
def test_paths_that_lead_to_descriptors(path: str, expected: str) -> None:
    assert descriptor_of(path) == expected
