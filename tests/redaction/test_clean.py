"""Tests of `clean`."""

import gc
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secret_kinds import KINDS, Kind
from wicket.redaction import clean
from wicket.redaction.clean import MAX_CHARS, REDACTED, Cleaner, PlainTexts

# ── what held no secret is not searched again; what held one always is ────────


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean, "_PLAIN", PlainTexts())


def test_a_text_is_known_as_it_was_searched() -> None:
    plain = PlainTexts()
    plain.add(3, "abc", True)
    assert plain.has("abc", True)
    assert not plain.has("abc", False)
    assert not plain.has("ab", True)


def test_a_long_text_is_not_remembered() -> None:
    plain = PlainTexts()
    plain.add(MAX_CHARS + 1, "x")
    assert not plain.has("x")


def test_it_never_grows_past_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean, "MAX_TEXTS", 2)
    plain = PlainTexts()
    for text in "abc":
        plain.add(1, text)
    assert [plain.has(text) for text in "abc"] == [False, False, True]


def test_a_plain_text_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Cleaner().text("git status") == "git status"
    monkeypatch.setattr(Cleaner, "_in_text", lambda *_: pytest.fail("it was searched again"))
    assert Cleaner().text("git status") == "git status"
    assert Cleaner().pipeline([["git status"]]) == [["git status"]]


SECRET = "password=Tr0ub4dor-and-3"


def test_a_secret_is_found_again_and_kept_nowhere() -> None:
    for _ in range(2):
        cleaner = Cleaner()
        assert REDACTED in cleaner.text(SECRET)
        assert cleaner.found
        assert not clean._PLAIN.has(SECRET, False)


def test_a_pipeline_with_a_secret_is_cleaned_again_though_its_words_are_plain() -> None:
    stages = [["mysql", "-u", "me", "--password", "simple"]]
    assert Cleaner().text("simple") == "simple"
    for _ in range(2):
        assert Cleaner().pipeline(stages) == [["mysql", "-u", "me", "--password", REDACTED]]


def test_what_was_found_elsewhere_is_left_out_of_a_text_that_is_plain_by_itself() -> None:
    assert Cleaner().text("say Tr0ub4dor-and-3x") != ""
    Cleaner().text("ordinarysecretword")
    cleaner = Cleaner()
    cleaner.text("password=ordinarysecretword")
    assert cleaner.finished(cleaner.text("ordinarysecretword")) == REDACTED


# ── what looks like a secret is put out of sight, wherever it stands; what does not stays readable ──


def cleaned(text: str) -> str:
    cleaner = Cleaner()
    found: str = cleaner.finished(cleaner.text(text))
    return found


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_secret_is_left(kind: Kind) -> None:
    quoted = kind.text.replace("'", "'\\''")
    for text in (kind.text, f"bash -c '{quoted}'", f"set -e\n{kind.text}\ntrue", f"ssh host {kind.text}"):
        made = cleaned(text)
        assert kind.secret not in made, made
        assert REDACTED in made
        assert cleaned(made) == made
    if kind.words is not None:
        assert kind.secret not in " ".join(Cleaner().words(kind.words))


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("curl -u me:hunter2 https://example.org/x", "curl -u me:[redacted] https://example.org/x"),
        ("curl https://me:hunter2@example.org/", "curl https://me:[redacted]@example.org/"),
        ("PGPASSWORD=hunter2 psql -h db", "PGPASSWORD=[redacted] psql -h db"),
        ("echo 'a b' | docker login --password-stdin", "echo [redacted] | docker login --password-stdin"),
        ("P=hunter2; curl -u me:$P x; echo hunter2", "P=[redacted]; curl -u me:$P x; echo [redacted]"),
        ('export T=ghp_"0123456789abcdefghij"ABCDEFGHIJ012345', "export T=[redacted]"),
        ("mysql -p'hun'ter2 db", "mysql [redacted] db"),
        ("mysql -phun'ter2' db", "mysql -p[redacted] db"),
    ],
)
def test_as_little_as_possible_is_left_out(text: str, made: str) -> None:
    assert cleaned(text) == made


ORDINARY = r"""
git commit -m "Fix the token parser: pass the key to the handler"
git log --oneline --author=me -n 5 6476ab1c0ffee1234567890abcdef1234567890a
docker run --rm -p 8080:80 -u 1000:1000 -v "$PWD:/app" -e NODE_ENV=production node:20 npm test
docker pull alpine@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
curl -fsSL -H "Accept: application/json" -H "Authorization: Bearer $TOKEN" https://example.org/v1/users?page=2
PGPASSWORD="$DB_PASSWORD" psql -h db -U app -c 'select id, password_hash from users'
grep -rn "password" src/ --include='*.py' | head -20
sed -n '1,80p' src/auth/token.py; cat tests/test_password_reset.py
python -c "import os; print(os.environ['API_KEY'][:4])"
kubectl get secret db -o jsonpath='{.data.password}' | base64 -d
find . -name '*.key' -not -path './node_modules/*' -exec ls -la {} +
awk -F: '{print $1}' /etc/passwd
ssh -i ~/.ssh/id_ed25519 -p 2222 me@example.org 'uptime'
pytest -xvs tests/test_auth.py::TestLogin::test_wrong_password -k "token and not key"
export AWS_PROFILE=prod AWS_REGION=eu-central-1 KUBECONFIG=~/.kube/config
npm install --save-dev @types/jsonwebtoken@9.0.5 bcrypt
cp config/secrets.example.yml config/secrets.yml
ssh-keygen -t ed25519 -C me@example.org -f ~/.ssh/id_test -N ""
"""


@pytest.mark.parametrize("text", ORDINARY.strip().splitlines())
def test_ordinary_texts_stay_as_they_are(text: str) -> None:
    cleaner = Cleaner()
    assert (cleaner.finished(cleaner.words(["bash", "-c", text]))[2], cleaner.found) == (text, False)


def test_values_are_cleaned_by_their_names() -> None:
    cleaner = Cleaner()
    value = {"a": ["--token", "hunter22"], "password": "geheim", "n": [1, None, {"x": "it is geheim, not hunter22."}]}
    assert cleaner.finished(cleaner.value(value)) == {
        "a": ["--token", REDACTED],
        "password": REDACTED,
        "n": [1, None, {"x": f"it is {REDACTED}, not {REDACTED}."}],
    }
    assert cleaner.variables({"LANG": "C", "KEY": "geheim", "X": "$Y"}) == {"LANG": "C", "KEY": REDACTED, "X": "$Y"}


def test_an_identifier_may_be_random() -> None:
    id = "f81d4fae7dec11d0a76500a0c91e6bf6"
    assert Cleaner().text(id) == REDACTED
    assert Cleaner().text(id, identifier=True) == id
    assert Cleaner().text("ghp_" + "aB3" * 12, identifier=True) == REDACTED


@given(st.text(alphabet="abP=:@/-'\"\\$ {}\n|<;", max_size=80))
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    made = cleaned(text)
    assert cleaned(made) == made


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "a",
            "a ",
            "a://b:",
            "eyJaaaaaaaa-",
            "-----BEGIN A PRIVATE KEY-----",
            "ghp_",
            "password=",
            "password='",
            "a='",
            "x:y@z.",
        ),
        *(
            "\\",
            "'",
            '"',
            "$'",
            "$(",
            "<<A\n",
            "<<A ",
            "| ",
            "login(",
            "(a,b) values (",
            "mysql -pA ",
            "echo a | sudo -S ",
            "a:1:b:c:",
        ),
        *(
            "s/a/b/",
            "'pass','b',",
            "f('pass",
            "user a >b ",
            "a_pass b\n",
            "QUJDREVG ",
            "<(echo a) ",
            "P@ssw0rd ",
            "legal ",
            "<a b>c</a>",
            "printf %s a;",
            "password is a ",
            "-p rosebud7 ",
            "radtest a ",
            '["a"] ',
            "x=y z ",
            "rtmp://a/b/",
            "sha1('",
            "enable secret ",
            "a/b:c@",
        ),
    ],
)
def test_what_is_long_takes_time_in_proportion(piece: str) -> None:
    def taken(chars: int, odd: int) -> float:
        # An odd number of quotes leaves one open, which is another kind of text.
        text = piece * (chars // len(piece) // 2 * 2 + odd)
        gc.collect()
        gc.disable()  # it walks through all that earlier tests have left, and a longer text is what makes it begin
        try:
            before = time.process_time()
            cleaned(text)
            return time.process_time() - before
        finally:
            gc.enable()

    def ratio(odd: int) -> float:
        return taken(64 * 1024, odd) / max(taken(8 * 1024, odd), 0.02)

    # A processor that is busy with others for a while makes one of the two slower. Time that grows with the square of
    # the length gives 64 every time.
    for odd in (0, 1):
        assert any(ratio(odd) < 16 for _ in range(8))


def test_a_port_is_no_password() -> None:
    text = "PORT=5100; curl http://localhost:$PORT/health"
    assert cleaned(text) == text
    assert "x1y2z3" not in cleaned("P=x1y2z3; curl http://me:$P@localhost/")
