"""To unpickle a file is to run it."""

import pytest

from wicket.shell.languages.python_effects import account_of


@pytest.mark.parametrize(
    "text",
    [
        "import pickle; m = pickle.load(open('m.pkl', 'rb'))",
        "import pickle\nwith open('m.pkl', 'rb') as f:\n    m = pickle.load(f)",
        "import pickle\nwith open('a') as f:\n    f.read()\nwith open('m.pkl', 'rb') as f:\n    pickle.load(f)",
        "import pickle\nf = open('m.pkl', 'rb')\nm = pickle.load(f)",
    ],
)
def test_the_file_is_run(text: str) -> None:
    done = account_of(text)
    assert done is not None
    assert done.commands == [("python3", "m.pkl")]


@pytest.mark.parametrize(
    "text",
    [
        "import pickle; pickle.loads(b'x')",
        "import pickle, sys; pickle.load(sys.stdin.buffer)",
        "import pickle; pickle.load(open(x, 'rb'))",
        "import pickle, io; pickle.load(io.BytesIO(b'x'))",
        "import pickle; pickle.Unpickler(open('m.pkl', 'rb')).load()",
        "import pickle\nf = open('a', 'rb')\nf = open('m.pkl', 'rb')\npickle.load(f)",
    ],
)
def test_what_is_no_one_file_may_be_anything(text: str) -> None:
    assert account_of(text) is None
