"""`wicket fleet enroll`, without a hub: what is wrong is said."""

from machine import Machine


def test_what_is_no_invitation_is_said(machine: Machine) -> None:
    done = machine.run("fleet", "enroll", "x")
    assert (done.code, done.err) == (1, "wicket: this is no invitation to a fleet\n")
    done = machine.run("fleet", "enroll", "wicket-invitation-1.eyJ2Ijo")
    assert (done.code, done.err) == (1, "wicket: the invitation is damaged; copy all of it\n")
