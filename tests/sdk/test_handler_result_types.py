"""What a handler may answer is made with plain functions, and wrong ones are refused at once."""

import pytest

from wicket.errors import WicketError
from wicket.sdk import Fail, Refused, allow, ask, deny, display, error, insert, noop, prompt, rewrite, success


def test_judgements_are_values() -> None:
    assert deny("no", fix="yes") == deny("no", fix="yes") != deny("no")
    assert hash(ask("a")) == hash(ask("a"))
    assert repr(deny("no", fix="yes")) == "deny('no', fix='yes')"
    assert (allow().status, allow("fine").message, ask("a", fix="b").fix) == ("allow", "fine", "b")
    assert allow() != "allow"


def test_actions_say_what_they_are() -> None:
    assert [repr(each) for each in (prompt("p"), insert("i"), display("d"), noop())] == [
        "prompt('p')",
        "insert('i')",
        "display('d')",
        "noop()",
    ]
    assert rewrite({"a": 1}).value == {"a": 1}
    assert (success("m", a=1).message, success("m", a=1).outputs) == ("m", {"a": 1})
    assert error("oh").is_error


@pytest.mark.rule("G-S42")
def test_a_refusal_has_a_code_from_the_extensions_own_range() -> None:
    assert Refused(-32099, "m").code == -32099
    for code in (-32100, -31999, -32603, 1):
        with pytest.raises(ValueError, match=f"{code} is no code for an extension; use one from -32099 to -32000"):
            Refused(code, "m")
    assert isinstance(Fail("x"), WicketError)
