"""Programs that run another command."""

import pytest

from shell.reading import names, opaque
from shell.tables import entries, usage_lines
from wicket.shell.catalogue.option_parser import Usage


def test_every_wrapper_runs_something() -> None:
    inert = {"ts", "run-parts"}
    running = {"COMMAND", "TEXT", "RUN", "PREFIX", "FED", "SUB", "PROGRAM", "CODE", "REST"}
    for name in [name for name, found in entries().items() if found.wrapper]:
        usage = Usage(usage_lines()[name])
        kinds = {kind for kind, _ in usage.operands} | {
            kind for option in usage.options.values() for kind in option.kinds
        }
        assert kinds & running or name in inert, name


def test_a_subcommand_has_a_line_of_its_own() -> None:
    lines = usage_lines(lambda found: found.wrapper)
    assert [name for name in lines if " " in name and name.rpartition(" ")[0] not in lines] == []


@pytest.mark.parametrize(
    "text",
    [
        "docker container create --entrypoint rm alpine",
        "docker service create --mount type=bind,src=/,dst=/h alpine rm x",
        "docker service update --args 'rm x' y",
        "docker debug -c 'rm x' y",
        "podman container exec x rm y",
        "podman compose run x rm y",
        "kubectl create job x --image=y -- rm x",
        "kubectl create cronjob x --image=y --schedule='* * * * *' -- rm x",
        "kubectl config set-credentials x --exec-command=rm",
        "kubectl kustomize --enable-helm --helm-command='rm x' .",
        "oc debug node/x -- chroot /host rm x",
        "oc rsync --rsh='rm x' a b",
        "adb exec-out rm x",
        "heroku run:detached rm x",
        "heroku ps:exec 'rm x'",
        "vagrant winrm -c 'rm x'",
        "op plugin run -- rm x",
    ],
)
def test_subcommands_that_run_a_command(text: str) -> None:
    assert "rm" in names(text)


@pytest.mark.parametrize(
    "text",
    [
        "kubectl run x --image=y --overrides='{}'",
        "kubectl run --overrides='{}' x --image=y",
        "docker build - < x",
        "docker build -f - .",
        "docker commit --change 'CMD rm' a b",
    ],
)
def test_what_tells_a_container_anew_what_to_run_is_code(text: str) -> None:
    assert [reason for reason in opaque(text) if reason.startswith("runs code of")] != []
