"""What an approver is shown."""

from wicket.wire.approver_views import ToolView, as_plain


def test_what_is_shown_is_plain_for_programs() -> None:
    schema = {"type": "object"}
    assert as_plain(ToolView(name="t", extension="e", description="d", schema=schema)) == {
        "name": "t",
        "extension": "e",
        "description": "d",
        "schema": schema,
    }
