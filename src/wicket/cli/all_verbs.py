"""All verbs, with what is said of them as a whole."""

import click

from wicket import __version__
from wicket.cli.lazy_verbs import Verbs

__all__ = ["wicket"]

# Fits a screen of 24 lines and 80 columns; a test counts, and looks for every verb.
OVERVIEW = """\
Guard an agent:
  init      switch the guard on for the agents found here, with a first policy
  verify    prove that it is on
  doctor    say what is wrong, and what to do about it
  more:     pause, uninstall, hook, mcp, zot, validate, completion
Decide what may run:
  check     say whether a command may run, and why
  test      run the policy's own examples
  replay    judge what your agents ran in the past, and show the rates
  more:     exec, try, policy, suggest, trust, untrust, programs, shell
Ask a person, run, record:
  serve     start the gateway; `service` keeps it running, `demo` is one to try
  run       have a command run by it, if a person or the policy agrees
  approve   let a request run; also: pending, deny, grants
  audit     search the record; `fleet`: many machines with one inbox
Write extensions and tasks:
  ext       find, install, use and write extensions
  task      find out whether an agent can do a task

`wicket help VERB` explains a verb, `wicket help --all` explains all of them.
"""


@click.group(
    cls=Verbs,
    verbs={
        "init": "wicket.cli.init:init",
        "verify": "wicket.cli.verify:verify",
        "pause": "wicket.cli.pause:pause",
        "uninstall": "wicket.cli.uninstall:uninstall",
        "doctor": "wicket.cli.doctor:doctor",
        "check": "wicket.cli.check:check",
        "exec": "wicket.cli.exec:exec_",
        "try": "wicket.cli.try_out:try_",
        "test": "wicket.cli.test:test",
        "hook": "wicket.cli.hook:hook",
        "zot": "wicket.cli.zot:zot",
        "validate": "wicket.cli.validate:validate",
        "mcp": "wicket.cli.mcp:mcp",
        "policy": "wicket.cli.policy:policy",
        "serve": "wicket.cli.serve:serve",
        "service": "wicket.cli.service:service",
        "run": "wicket.cli.run:run",
        "pending": "wicket.cli.pending:pending",
        "approve": "wicket.cli.approve:approve",
        "deny": "wicket.cli.deny:deny",
        "grants": "wicket.cli.grants:grants",
        "audit": "wicket.cli.audit:audit",
        "replay": "wicket.cli.replay:replay",
        "suggest": "wicket.cli.suggest:suggest",
        "demo": "wicket.cli.demo:demo",
        "ext": "wicket.cli.ext:ext",
        "shell": "wicket.cli.shell:shell",
        "task": "wicket.cli.task:task",
        "fleet": "wicket.cli.fleet:fleet",
        "programs": "wicket.cli.programs:programs",
        "trust": "wicket.cli.trust:trust",
        "untrust": "wicket.cli.untrust:untrust",
        "completion": "wicket.cli.completion:completion",
    },
    overview=OVERVIEW,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="wicket %(version)s")
def wicket() -> None:
    """The gate between AI agents and a machine."""
