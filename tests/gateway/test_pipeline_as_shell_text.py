"""What is spelled for a shell is read as the same words."""

from hypothesis import given
from hypothesis import strategies as st

from wicket.gateway.pipeline_as_shell_text import as_text
from wicket.shell import read


@given(
    st.lists(
        st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1), min_size=1
    )
)
def test_a_shell_would_read_exactly_these_words(pipeline: list[list[str]]) -> None:
    script = read(as_text(tuple(tuple(stage) for stage in pipeline)))
    if script.refusal is None:
        direct = [command for command in script.commands if command.by is None and not command.place.inside]
        assert [[word.text for word in command.words] for command in direct] == pipeline
