"""The name of a server's tool is split wherever it can be."""

from wicket.doors.mcp_names import MAX_SPLITS, double_underscores, joined


def test_a_name_is_split_wherever_its_parts_may_have_been_joined() -> None:
    assert double_underscores("mcp__echo__shout") == [("echo", "shout")]
    assert double_underscores("mcp__a__b__c") == [("a", "b__c"), ("a__b", "c")]
    assert joined("echo-shout", "-") == [("echo", "shout")]
    assert joined("a_b_c", "_") == [("a", "b_c"), ("a_b", "c")]


def test_what_is_no_name_of_a_servers_tool_is_not_split() -> None:
    assert [double_underscores("Bash"), joined("bash", "-"), joined("-x", "-"), joined("x-", "-")] == [[]] * 4


def test_a_servers_tool_that_cannot_be_split_is_still_a_servers() -> None:
    assert double_underscores("mcp__odd") == [("", "odd")]


def test_a_name_of_joints_is_not_split_without_end() -> None:
    assert len(joined("-".join("x" * 1000), "-")) == MAX_SPLITS
