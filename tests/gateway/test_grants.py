"""What a grant covers, and what it can never be made to cover."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.admitted_requests import AGENT, LS, OTHER_AGENT, admitted
from wicket.gateway.errors import GrantRefused
from wicket.gateway.grants import MAX_SECONDS, MAX_TIMES, Grant, Grants, Hole, exact, similar
from wicket.gateway.request_types import UNKNOWN_REQUESTER, AdmittedRequest


def grant(asked: AdmittedRequest, **terms: Any) -> Grant:
    settings: dict[str, Any] = {"by": "me", "times": 3, "seconds": 600, "now": 0.0}
    return exact("g", asked, **(settings | terms))


def test_an_exact_grant_covers_the_same_words_and_nothing_else() -> None:
    agreed = grant(admitted("ls -l /tmp"))
    assert agreed.covers(admitted("ls -l /tmp", id="2", reason="again"))
    for other in ("ls -l /tmp/x", "ls -l", "ls -l /tmp /tmp", "ls /tmp -l", "/bin/ls -l /tmp"):
        assert not agreed.covers(admitted(other))
    assert not agreed.covers(admitted("ls -l /tmp", "cat"))


@pytest.mark.parametrize(
    "change",
    [
        {"cwd": "/tmp"},
        {"folder": (1, 2)},
        {"env": (("LANG", "C"),)},
        {"privileged": True},
        {"forward_agent": True},
        {"programs": (LS,)},
        {"requester": OTHER_AGENT},
        {"requester": UNKNOWN_REQUESTER},
        {"requester": replace(AGENT, uid=0)},
        {"requester": replace(AGENT, executable="/bin/sh")},
    ],
    ids=str,
)
def test_all_else_must_be_equal_too(change: dict[str, Any]) -> None:
    assert not grant(admitted("ls")).covers(admitted("ls", **change))


@pytest.mark.parametrize(
    ("asked", "terms", "sentence"),
    [
        (admitted("ls", privileged=True), {}, "no grants for root"),
        (admitted("ls", forward_agent=True), {}, "SSH agent"),
        (admitted("ls", requester=UNKNOWN_REQUESTER), {}, "cannot be recognised"),
        (admitted("ls"), {"times": 0}, "1 to 1000 times"),
        (admitted("ls"), {"times": MAX_TIMES + 1}, "1 to 1000 times"),
        (admitted("ls"), {"seconds": 0}, "at most 24 hours"),
        (admitted("ls"), {"seconds": MAX_SECONDS + 1}, "at most 24 hours"),
        (admitted("ls"), {"seconds": float("inf")}, "at most 24 hours"),
        (admitted("ls"), {"seconds": float("nan")}, "at most 24 hours"),
    ],
)
def test_some_grants_are_never_made(asked: AdmittedRequest, terms: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GrantRefused, match=sentence):
        grant(asked, **terms)


def test_the_operator_may_permit_grants_for_root() -> None:
    asked = admitted("ls", privileged=True)
    assert grant(asked, privileged=True).covers(asked)


@pytest.mark.parametrize(
    ("command", "pattern"),
    [
        ("cat /var/log/syslog", ("cat", Hole("path", "/var/log/"))),
        ("ls -la /srv/a /srv/b", ("ls", "-la", Hole("path", "/srv/"), Hole("path", "/srv/"))),
        ("/bin/cat notes.txt", ("/bin/cat", Hole("word"))),
        ("sleep 5", ("sleep", Hole("number"))),
        ("head -n 5 /srv/a/b", ("head", "-n", "5", Hole("path", "/srv/a/"))),
        ("cat -- /srv/a/b", ("cat", "--", Hole("path", "/srv/a/"))),
        ("stat /srv/a -L", ("stat", "/srv/a", "-L")),
        ("mkdir -m 700 /srv/x/y", ("mkdir", "-m", "700", Hole("path", "/srv/x/"))),
        ("mkdir -m 700", ("mkdir", "-m", "700")),
        ("ls --sort time", ("ls", "--sort", "time")),
        ("cat /etc", ("cat", "/etc")),
        ("cat ../secret", ("cat", Hole("path", "../"))),
        ("cat a/..", ("cat", "a/..")),
        ("cat $x", ("cat", "$x")),
        ("ls", ("ls",)),
    ],
)
def test_only_the_last_operands_of_plain_programs_vary(command: str, pattern: tuple[object, ...]) -> None:
    assert similar(grant(admitted(command))).pattern == (pattern,)


@pytest.mark.parametrize(
    "stages",
    [
        ("sh -c ls",),
        ("python3 script.py",),
        ("env ls",),
        ("find /srv/a -name x",),
        ("awk /x/ file",),
        ("ssh host ls",),
        ("cat /srv/a/script", "sh"),
        ("xargs rm",),
        ("ps aux",),
        ("uniq a b",),
        ("./cat file",),
        ("/home/me/bin/cat file",),
        ("/usr/bin/../../tmp/cat file",),
    ],
    ids=str,
)
def test_where_something_might_be_executed_a_grant_stays_exact(stages: tuple[str, ...]) -> None:
    agreed = grant(admitted(*stages))
    assert similar(agreed) is agreed


@pytest.mark.parametrize(
    ("hole", "fits", "misfits"),
    [
        (Hole("number"), ["0", "42"], ["", "-1", "1.5", "0x1", "1 2", "٣"]),
        (Hole("word"), ["a", "nginx-1.2"], ["", "-a", "--a", "a b", "a/b", "a=b", "a;b", "é", "..", "$x", "a\n"]),
        (
            Hole("path", "/srv/a/"),
            ["/srv/a/b", "/srv/a/b/c.txt", "/srv/a/b c"],
            [
                "/srv/a/",
                "/srv/a",
                "/srv/ab",
                "/srv/a/../x",
                "/srv/a/./x",
                "/srv/a//x",
                "/srv/a/b/",
                "/srv/a/*",
                "/srv/a/\u202ex",
                "srv/a/b",
                "-x",
            ],
        ),
    ],
)
def test_a_hole_takes_its_kind_only(hole: Hole, fits: list[str], misfits: list[str]) -> None:
    assert [word for word in fits if not hole.takes(word)] == []
    assert [word for word in misfits if hole.takes(word)] == []


WORDS = st.sampled_from(["a", "7", "/srv/a/b", "./x/y", "-l", "--", "-n", "x.txt", "$(id)", "a b"])


@given(
    st.lists(
        st.tuples(st.sampled_from(["ls", "cat", "head", "/bin/wc"]), st.lists(WORDS, max_size=4)),
        min_size=1,
        max_size=3,
    )
)
def test_a_grant_shows_what_it_covers_and_what_it_does_not(stages: list[tuple[str, list[str]]]) -> None:
    asked = replace(admitted("x"), pipeline=tuple((program, *words) for program, words in stages))
    for agreed in (grant(asked), similar(grant(asked))):
        assert agreed.covers(asked)
        assert agreed.covers(replace(asked, pipeline=agreed.next_covered()))
        assert not agreed.covers(replace(asked, pipeline=agreed.nearest_not_covered()))
        for stage, wanted in zip(agreed.next_covered(), asked.pipeline, strict=True):
            assert stage[0] == wanted[0]
            assert [word.startswith("-") for word in stage] == [word.startswith("-") for word in wanted]


def test_a_grant_is_used_up() -> None:
    grants = Grants()
    grants.add(grant(admitted("ls"), times=2))
    assert [used.left for used in (grants.use(admitted("ls"), now=1), grants.use(admitted("ls"), now=2)) if used] == [
        1,
        0,
    ]
    assert grants.use(admitted("ls"), now=3) is None
    assert grants.listed(now=3) == ()


def test_a_grant_expires() -> None:
    grants = Grants()
    grants.add(grant(admitted("ls"), seconds=10))
    assert grants.use(admitted("ls"), now=9.9) is not None
    assert grants.use(admitted("ls"), now=10) is None
    assert grants.listed(now=10) == ()


def test_a_grant_is_listed_and_can_be_revoked() -> None:
    grants = Grants()
    agreed = grant(admitted("ls"))
    grants.add(agreed)
    assert grants.listed(now=1) == (agreed,)
    assert grants.revoke("g")
    assert not grants.revoke("g")
    assert grants.use(admitted("ls"), now=1) is None


def test_of_several_the_one_that_ends_first_is_used() -> None:
    grants = Grants()
    grants.add(grant(admitted("ls"), seconds=20))
    grants.add(replace(grant(admitted("ls"), seconds=10), id="short"))
    used = grants.use(admitted("ls"), now=0)
    assert used is not None
    assert used.id == "short"
    assert grants.use(admitted("rm"), now=0) is None


def test_holes_are_shown_by_name() -> None:
    assert [str(hole) for hole in (Hole("number"), Hole("word"), Hole("path", "/srv/"))] == [
        "<number>",
        "<word>",
        "</srv/path>",
    ]
