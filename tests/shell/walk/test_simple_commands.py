"""Simple commands: in which order their words, assignments and redirects are expanded."""

from wicket.shell import read


def test_without_a_command_redirects_see_what_is_assigned() -> None:
    [alone] = read("x=a >$x").commands
    assert alone.redirects[0].target.text == "a"
    [command] = [one for one in read("x=a echo >$x").commands if one.name == "echo" and one.by is None][:1]
    assert command.redirects[0].target.text is None


def test_words_are_expanded_and_keep_their_places() -> None:
    [_, command] = read("x=b; rm $x 'c d'").commands
    assert [word.text for word in command.words] == ["rm", "b", "c d"]
    assert [(word.start, word.end) for word in command.words] == [(5, 7), (8, 10), (11, 16)]
