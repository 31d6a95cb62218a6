"""Links that a text makes lead anywhere."""

from policy.file_rules.test_judge_files import normal_parts
from policy.judging import CWD, world
from wicket.policy.file_rules.links_made_by_text import links_of
from wicket.shell.read import read


def test_links_that_a_text_makes() -> None:
    script = read('ln -s a b; ln -s /c d/; cd e; ln f g; ln -s x "$y"')
    here = normal_parts(CWD)
    assert links_of(script, world()) == {
        (*here, "b"),
        (*here, "b", "a"),
        (*here, "d"),
        (*here, "d", "c"),
        (*here, "g"),
        (*here, "g", "f"),
        (*here, "e", "g"),
        (*here, "e", "g", "f"),
        (),
    }
