"""Users are named by their accounts, and those without one are users, too."""

import os
import pwd

import pytest

from wicket.gateway.user_accounts import NO_HOME, home_of, user_name


def test_an_account_has_a_name_and_a_home() -> None:
    me = pwd.getpwuid(os.geteuid())
    assert (user_name(me.pw_uid), home_of(me.pw_uid)) == (me.pw_name, me.pw_dir)


def test_a_number_without_an_account_has_both() -> None:
    nobody = 54321
    with pytest.raises(KeyError):
        pwd.getpwuid(nobody)
    assert (user_name(nobody), home_of(nobody)) == ("uid 54321", NO_HOME)
