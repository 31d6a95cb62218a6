"""What a person is shown of a request and of a grant: the same at every door."""

from wicket.gateway.approval_queue import Waiting
from wicket.gateway.command_display import one_line, quoted, stage_lines
from wicket.gateway.grants import Grant, Hole
from wicket.gateway.request_types import Requester
from wicket.wire.approver_views import GrantView, RequesterView, RequestView

__all__ = ["grant_view", "request_view"]


def request_view(waiting: Waiting, to_epoch: float) -> RequestView:
    """Show a request that waits. `to_epoch` added to a time of the line gives seconds since 1970."""
    admitted = waiting.admitted
    return RequestView(
        id=waiting.ticket,
        stages=stage_lines(admitted.pipeline),
        pipeline=admitted.pipeline,
        programs=tuple(program.path for program in admitted.programs),
        cwd=admitted.cwd,
        env=dict(admitted.env),
        privileged=admitted.privileged,
        forward_agent=admitted.forward_agent,
        reason=admitted.reason,
        session=admitted.session,
        host=admitted.host,
        hook=admitted.hook,
        requester=_requester(admitted.requester),
        why=waiting.why,
        before=waiting.position,
        repeats=waiting.repeats,
        arrived=round(waiting.arrived + to_epoch, 3),
        expires=round(waiting.deadline + to_epoch, 3),
    )


def grant_view(grant: Grant, to_epoch: float) -> GrantView:
    """Show a grant. A hole is written `<…>`, which no quoted word is."""
    return GrantView(
        id=grant.id,
        stages=tuple(
            " ".join(str(word) if isinstance(word, Hole) else quoted(word) for word in stage) for stage in grant.pattern
        ),
        covers=one_line(grant.next_covered()),
        spares=one_line(grant.nearest_not_covered()),
        cwd=grant.example.cwd,
        privileged=grant.example.privileged,
        executable=grant.example.requester.executable,
        by=grant.by,
        times=grant.times,
        left=grant.left,
        expires=round(grant.expires + to_epoch, 3),
    )


def _requester(requester: Requester) -> RequesterView:
    return RequesterView(
        uid=requester.uid,
        pid=requester.pid,
        executable=requester.executable,
        command_line=requester.command_line,
        cwd=requester.cwd,
        parents=tuple(parent.executable for parent in requester.parents if parent.executable),
    )
