"""Tests of `document_nodes_and_checked_values`."""

import pytest

from wicket.policy.config.document_nodes_and_checked_values import (
    MAX_PROBLEMS,
    Entries,
    Entry,
    Form,
    Items,
    Node,
    Scalar,
    is_requirement,
    meant,
    plain,
    quoted,
)

# ── A document keeps its values with their lines ──────────────────────────────


def test_every_value_knows_its_line() -> None:
    leaf = Scalar("str", "git status", 3)
    document = Entries({"rules": Entry(1, Items([Entries({"allow": Entry(3, leaf)}, 2)], 2))}, 1)
    line, rules = document.entries["rules"]
    assert isinstance(rules, Items)
    (rule,) = rules.items
    assert isinstance(rule, Entries)
    assert (line, rules.line, rule.line, rule.entries["allow"]) == (1, 2, 2, (3, leaf))
    assert (leaf.kind, leaf.text, leaf.line) == ("str", "git status", 3)


# ── values are checked one by one, and what is wrong with them is said with its line ──

TEXT = Scalar("str", "ls", 2)
NUMBER = Scalar("int", "42", 3)
NOTHING = Scalar("null", "", 4)
EMPTY = Scalar("str", " ", 5)
LIST = Items([TEXT, NUMBER], 6)
MAP = Entries({"a": Entry(7, TEXT)}, 7)


def said(form: Form) -> list[str]:
    return [str(problem) for problem in form.problems]


def test_a_text_is_a_text() -> None:
    form = Form("f")
    assert [form.text(node, 1, "`x`") for node in (TEXT, NUMBER, NOTHING, EMPTY, LIST, MAP)] == ["ls", *[None] * 5]
    assert said(form) == [
        "f:1: `x` must be a text, and is a number; put it in quotes: '42'",
        "f:1: `x` must be a text, and is nothing",
        "f:1: `x` is empty; write what is meant, or remove it",
        "f:1: `x` must be a text, and is a list",
        "f:1: `x` must be a text, and is a mapping",
    ]


def test_texts_are_a_list_and_keep_their_lines() -> None:
    form = Form("f")
    assert form.texts(LIST, 1, "`x`") == [("ls", 2)]
    assert form.texts(NOTHING, 1, "`x`", one=True) == []
    assert form.texts(TEXT, 1, "`x`", one=True) == [("ls", 1)]
    assert form.texts(EMPTY, 1, "`x`", one=True) == []
    assert form.texts(TEXT, 1, "`x`") == []
    assert said(form) == [
        "f:3: an entry of `x` must be a text, and is a number; put it in quotes: '42'",
        "f:1: `x` is empty; write what is meant, or remove it",
        "f:1: `x` must be a list, and is a text; write each entry on its own `- ` line",
    ]


def test_a_mapping_has_the_keys_that_it_may_have() -> None:
    document = Entries({"rulse": Entry(8, TEXT), "qqq": Entry(9, TEXT), "rules": Entry(10, TEXT)}, 7)
    strict, lenient = Form("f"), Form("f", strict=False)
    for form in (strict, lenient):
        assert set(form.mapping(document, 1, "a policy", ("rules", "types"))) == {"rulse", "qqq", "rules"}
        assert form.mapping(NOTHING, 1, "a policy", ("rules",)) == {}
        assert form.mapping(document, 1, "a policy") == form.mapping(document, 1, "a policy", document.entries)
    unknown = [
        "f:8: a policy has no key `rulse`; did you mean `rules`?",
        "f:9: a policy has no key `qqq`; known are rules, types",
    ]
    assert (said(strict), strict.warnings) == (unknown, [])
    assert (said(lenient), [str(each) for each in lenient.warnings]) == ([], unknown)
    assert strict.mapping(LIST, 2, "a policy") == {}
    assert said(strict)[-1] == "f:2: a policy must be a mapping, and is a list; write `key: value` lines below it"


def test_truths_and_choices() -> None:
    form = Form("f")
    assert [form.truth(Scalar("bool", word, 1), 1, "`x`") for word in ("true", "False")] == [True, False]
    assert form.truth(Scalar("str", "yes", 1), 1, "`x`") is None
    assert form.choice(TEXT, 1, "`x`", ("ls", "cat")) == "ls"
    assert form.choice(TEXT, 1, "`x`", ("lsd", "cat")) is None
    assert form.choice(TEXT, 1, "`x`", ("rm",), "not that") is None
    assert form.choice(NUMBER, 1, "`x`", ("rm",)) is None
    assert said(form) == [
        "f:1: `x` must be true or false, and is a text",
        "f:1: `x` is `ls`, and must be one of lsd, cat; did you mean `lsd`?",
        "f:1: `x` is `ls`, and must be one of rm; not that",
        "f:1: `x` must be a text, and is a number; put it in quotes: '42'",
    ]


def test_nobody_is_told_more_than_they_would_read() -> None:
    document = Entries({f"k{number}": Entry(number, TEXT) for number in range(1, 20_000)}, 1)
    for strict in (True, False):
        form = Form("f", strict=strict)
        form.mapping(document, 1, "a policy", ("rules",))
        noted = form.problems if strict else form.warnings
        assert len(noted) == MAX_PROBLEMS + 1
        assert (
            str(noted[-1]) == f"f:{MAX_PROBLEMS + 1}: here are more of them than anybody reads; begin with those above"
        )
    assert meant("k1", [f"k{number}" for number in range(MAX_PROBLEMS + 1)]) == ""


def test_names_are_quoted_short_and_harmless() -> None:
    assert quoted("a\x1b[31m\nb" + "c" * 100) == "`" + "a b" + "c" * 56 + "…`"
    assert (meant("Alow", ("allow", "ask")), meant("zzz", ("allow",)), meant("x", ())) == (
        "did you mean `allow`?",
        "",
        "",
    )


def test_nodes_become_plain_data() -> None:
    kinds: dict[str, Node] = {
        "a": Scalar("null", "~", 1),
        "b": Scalar("bool", "TRUE", 1),
        "c": Scalar("int", "-7", 1),
        "d": Scalar("int", "0x1F", 1),
        "e": Scalar("float", "1.5e3", 1),
        "f": Scalar("float", "-.inf", 1),
        "g": Scalar("str", "x", 1),
        "h": LIST,
        "i": Scalar("int", "9" * 5000, 1),
        "j": Scalar("int", "010", 1),
    }
    assert plain(Entries({key: Entry(1, node) for key, node in kinds.items()}, 1)) == {
        "a": None,
        "b": True,
        "c": -7,
        "d": 31,
        "e": 1500.0,
        "f": float("-inf"),
        "g": "x",
        "h": ["ls", 42],
        "i": "9" * 5000,
        "j": 10,
    }


# ── requirements of a version have one form ───────────────────────────────────


@pytest.mark.parametrize(
    "text", ["0.3", ">=0.3.1", ">=0.3, <1", "^1.2.3-rc.1+build", "~1", "=1.0.0", "*", "1.*", "0.3.x", " > 1 "]
)
def test_these_are_requirements(text: str) -> None:
    assert is_requirement(text)


@pytest.mark.parametrize("text", ["", "latest", "v1", ">=", "1.2.3.4", "01.2", "1,", "=>1", "1..2", "1.2.3-", "1" * 40])
def test_these_are_not(text: str) -> None:
    assert not is_requirement(text)
