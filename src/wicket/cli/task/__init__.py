"""`wicket task`: evaluation tasks. One file per verb."""

import click

from wicket.cli.lazy_verbs import Verbs

__all__ = ["task"]


@click.group(
    cls=Verbs,
    verbs={
        "run": "wicket.cli.task.run:run",
        "validate": "wicket.cli.task.validate:validate",
        "list": "wicket.cli.task.list:list_",
        "show": "wicket.cli.task.show:show",
        "new": "wicket.cli.task.new:new",
        "demo": "wicket.cli.task.demo:demo",
        "cleanup": "wicket.cli.task.cleanup:cleanup",
        "results": "wicket.cli.task.results:results",
    },
)
def task() -> None:
    """Find out whether an agent can do a task: set up, let it work, verify, clean up.

    \b
    Examples:
      wicket task demo
      wicket task new my-eval
      wicket task run my-eval/eval.yaml
      wicket task results view wicket-my-eval-out.json
    """
