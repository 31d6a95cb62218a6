"""What is remembered is on disk with every change, whole."""

import os
import threading
from pathlib import Path

import pytest

from wicket.sdk.persistent_state import State


def test_every_change_is_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state.json"
    state = State.at(path)
    state["a"] = {"b": 1}
    state["c"] = 2
    del state["c"]
    assert path.read_bytes() == b'{"a":{"b":1}}\n'
    assert (dict(state), len(state), list(state)) == ({"a": {"b": 1}}, 1, ["a"])
    assert State(path) == state
    assert State.at(path) is state
    assert os.listdir(path.parent) == ["state.json"]


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text("{")
    with pytest.raises(ValueError, match=r"s\.json is no JSON .* mend or remove it"):
        State(tmp_path / "s.json")
    (tmp_path / "l.json").write_text("[]")
    assert dict(State(tmp_path / "l.json")) == {}


def test_threads_do_not_lose_each_others_keys(tmp_path: Path) -> None:
    state = State.at(tmp_path / "state.json")
    threads = [threading.Thread(target=state.__setitem__, args=(str(n), n)) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert dict(State(tmp_path / "state.json")) == {str(n): n for n in range(20)}
