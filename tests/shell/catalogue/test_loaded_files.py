"""Files that programs load by their names."""

import pytest

from shell.tables import entries
from wicket.shell.read import read


def test_each_line_is_read() -> None:
    loaded = {name: found.loads for name, found in entries().items() if found.loads}
    assert loaded["make"] == ("Makefile", "makefile", "GNUmakefile", "*.mk")
    assert loaded["npx"] == loaded["jest"] == loaded["node"]
    assert set(loaded["docker-compose"]) > {"compose.yaml", "docker-compose.override.yml", "Dockerfile"}
    assert [name for name, files in loaded.items() if not files or name[0] == "@" or "," in name] == []


@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("Taskfile.yaml", "task x"),
        ("~/.aws/config", "aws s3 ls"),
        ("~/.kube/config", "kubectl get pods"),
        ("~/.docker/config.json", "docker pull x"),
        ("~/.ssh/config", "git fetch"),
        ("~/.bash_logout", "bash -l -c exit"),
        (".cargo/config", "cargo check"),
        ("x.gemspec", "gem build x.gemspec"),
        ("docker-compose.override.yml", "docker compose run web"),
        ("flake.nix", "nix develop"),
        (".husky/pre-commit", "git commit -m x"),
        ("M*", "make"),
    ],
)
def test_what_was_written_before_is_run(file: str, command: str) -> None:
    assert any(one.opaque for one in read(f"echo x > {file}; {command}").commands)
    assert not any(one.opaque for one in read(f"echo x > notes.md; {command}").commands)


def test_parallel_runs_lines_of_a_file() -> None:
    assert read("echo x > l; parallel :::: l").commands[1].opaque != ()
    assert "runs what it finds in files" not in str(read("echo x > l; parallel echo ::: l").commands[1].opaque)
