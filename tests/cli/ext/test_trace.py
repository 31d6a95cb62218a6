"""`wicket ext trace`; what passes through it is in tests/kit."""

from machine import Machine, Outcome


def test_a_transcript_that_cannot_be_written_is_said_before_anything_starts(machine: Machine) -> None:
    assert machine.run("ext", "trace", "-o", "none/talk.txt", "--", "touch", "started") == Outcome(
        1, "", "wicket: none/talk.txt cannot be written: No such file or directory; name another file\n"
    )
    assert not (machine.project / "started").exists()


def test_the_commands_own_options_are_its_own(machine: Machine) -> None:
    assert machine.run("ext", "trace", "-q", "--", "echo", "-o", "--help") == Outcome(0, "-o --help\n", "")
    assert machine.run("ext", "trace", "-q", "sh", "-c", "exit 4").code == 4


def test_without_a_file_there_is_the_view(machine: Machine) -> None:
    shown = machine.run("ext", "trace", "--", "echo", '{"type":"ready"}')
    assert (shown.code, shown.out) == (0, '{"type":"ready"}\n')
    assert "← ready" in shown.err


def test_each_talk_can_have_a_file_of_its_own(machine: Machine) -> None:
    for word in ("one", "two"):
        assert machine.run("ext", "trace", "-q", "-o", "talk-{pid}.txt", "--", "echo", word).code == 0
    talks = [path.read_text() for path in machine.project.glob("talk-*.txt")]
    assert sorted(talk.splitlines()[0] for talk in talks) == ["# echo one", "# echo two"]
    assert all(path.stem.removeprefix("talk-").isdigit() for path in machine.project.glob("talk-*.txt"))
