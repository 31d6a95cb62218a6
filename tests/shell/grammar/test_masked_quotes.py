"""What is quoted is hidden from a search for syntax; where quoting is not simple, nothing is hidden."""

import pytest

from wicket.shell.grammar.masked_quotes import masked_quotes


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("echo '[[ a' b", "echo '____' b"),
        ('echo "a ((b" [[', 'echo "_____" [['),
        ('echo "a \\" ((b" [[', 'echo "________" [['),
        ('echo "$a ((b" "((" [[', 'echo "$a ((b" "__" [['),
        ("echo \\'[[ x\\' '((' ", "echo \\'[[ x\\' '__' "),
        ("ls # don't [[\n[[ a", "ls __________\n[[ a"),
        ("echo a#'b'[[", "echo a#'_'[["),
        ("echo '' \"\" [[", "echo '' \"\" [["),
        ("cat <<'E' > x\ndon't [[\nE\n[[ '((' ]]", "cat <<'E' > x\n_________E\n[[ '__' ]]"),
        ("cat <<'E'\n[[\nE", "cat <<'E'\n___E"),
        ("echo '$[[' \"$(echo '[[' (a))\" '[['", "echo '___' \"$(echo '__' (a))\" '__'"),
        ("git commit -m \"$(cat <<'E'\ndon't [[\nE\n)\" '[['", "git commit -m \"$(cat <<'E'\n_________E\n)\" '__'"),
        ('cat << "E"\nE\n[[', 'cat << "E"\nE\n[['),
    ],
)
def test_quotes_comments_and_quoted_here_documents_are_masked(text: str, masked: str) -> None:
    assert masked_quotes(text) == masked
    assert len(masked) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "cat <<E\ndon't\nE\n[[ a ]] # '",
        "cat <<-'E'\n[[ '\n\tE\n '",
        "cat <<'E'\n[[ '",
        "cat <<< '[['",
        "echo \"$(echo a) [[ '\" [[ '",
        "echo \"a $(echo '[[')\" '[['",
        'echo "$(case x in a)"b";; esac)" [[ " ',
        'echo "${x:-"[["}" [[',
        "echo ${x#'} [[ '",
        "echo $'\\'[[ ' '[['",
        "echo `echo '[['` '[['",
        "cat <<'E'x\n[[ '\nEx\n'",
        "echo $((1 << 'E' )) \n[[\nE\n",
        "echo '[[",
        'echo "[[',
    ],
)
def test_what_is_not_simple_is_left_as_it_is(text: str) -> None:
    assert masked_quotes(text).replace("<<'_'", "<<'E'") == text


def test_behind_two_here_documents_of_a_line_nothing_is_hidden() -> None:
    text = "cat <<'E' - <<'F'\na'\nE\n'[[\nF\n'[['"
    assert masked_quotes(text) == "cat <<'E' - <<'F'\n___E\n'[[\nF\n'[['"
