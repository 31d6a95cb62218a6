"""Keys that stand twice."""

import pytest

from wicket.wire.duplicate_json_keys import duplicate_key


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b'{"a":1,"b":2}', None),
        (b'{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}', None),
        (b'{"a":1,"a":2}', "a"),
        (b'{"a":1,"b":2,"c":3,"b":4}', "b"),
        (b'{"x":[[{"deep":1,"deep":1}]]}', "deep"),
        (b'{"a":1,"\\u0061":2}', "a"),
        (b'{"":1,"":2}', ""),
        (b"[1,2]", None),
    ],
)
def test_a_key_that_stands_twice_is_named(line: bytes, key: str | None) -> None:
    assert duplicate_key(line) == key
