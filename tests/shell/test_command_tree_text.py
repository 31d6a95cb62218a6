"""The drawing for people."""

from wicket.shell import read


def test_it_shows_what_leads_to_what() -> None:
    assert read("sudo sh -c 'rm -rf x'; \"$y\" > z").tree() == (
        "sudo sh -c rm -rf x\n"
        "  sh -c rm -rf x   (by sudo)\n"
        "    rm -rf x   (by sudo, sh -c)\n"
        "… >z   (unknowable: $y is not assigned in this text)"
    )


def test_it_says_what_cannot_be_read() -> None:
    assert read("x | sh").tree() == ("x   (piped)\nsh   (piped)\n  ! sh runs what it reads: what x prints")
    assert read("a (").tree() == "refused: line 1, column 4: ( may not stand here"


def test_places_are_named() -> None:
    drawn = read("f() { a; }; for i in $(x); do f & done; echo $'\\n'").tree()
    assert "in f()" in drawn
    assert "in for" in drawn
    assert "in the background" in drawn
    assert "'\\n'" in drawn
