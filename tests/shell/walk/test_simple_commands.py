"""Simple commands: assignments, redirects, aliases."""

from shell.reading import argvs, commands, names, opaque


def test_assignments_before_a_command_do_not_last() -> None:
    assert argvs("a=rm true; $a") == [["true"], ["…"]]


def test_assignments_are_expanded_without_splitting() -> None:
    assert [str(assignment.value) for assignment in commands("a='x y' b=\"$c\"z")[0].assignments] == ["x y", "…z"]
    assert argvs("a='x y'; b=$a; echo \"$b\"")[-1] == ["echo", "x y"]


def test_arrays() -> None:
    (command,) = commands("a=(x 'y z' $w)")
    assert [str(word) for word in command.assignments[0].values or ()] == ["x", "y z", "…"]
    assert argvs('a[0]=rm; a[1]=x; "${a[@]}"')[-1] == ["rm", "x"]


def test_an_alias_is_read_beside_the_command_of_that_name() -> None:
    assert names("alias sudo=echo\nsudo rm x") == ["alias", "echo", "sudo", "rm"]


def test_an_alias_that_is_not_known_is_said() -> None:
    assert opaque('alias l="$(x)"\nl')[-1] == "an alias whose text is not known"


def test_the_words_of_a_here_string() -> None:
    (redirect,) = commands("a='x y'; cat <<< $a")[-1].redirects
    assert redirect.body is not None
    assert redirect.body.text == "x y\n"


def test_a_redirect_to_several_words_is_unknowable() -> None:
    (redirect,) = commands("a='x y'; cat > $a")[-1].redirects
    assert (redirect.target.text, redirect.target.reason) == (None, "not one word")


def test_a_here_document_in_an_alias_has_its_text_elsewhere() -> None:
    said = "a here-document in an alias, whose text comes from somewhere else"
    assert said in opaque("shopt -s expand_aliases\nalias q='cat <<E\nls\nE\n'\nq")
