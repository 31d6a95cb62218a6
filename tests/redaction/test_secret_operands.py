"""Operands that are secrets by where they stand, whatever options stand between."""

import shlex

import pytest

from wicket.redaction.secret_operands import ANYWHERE, GIVEN, LAST_OPERAND, POSITIONS, in_positions


def found(text: str) -> list[str]:
    words = shlex.split(text)
    return sorted({words[number][start:end] for number, start, end in in_positions(words)})


@pytest.mark.parametrize(
    "text",
    [
        *("radtest me S h 0 S", "radtest -t mschap me S h 0 S", "radtest -4 me S h 0 S", "/usr/bin/radtest me S h 0 S"),
        *("qpdf --encrypt S S 256 -- a b", "hashcat -m 0 -a 3 h S", "mkpasswd -m sha-512 S", "mkpasswd S salt"),
        *("filebrowser users add me S", "docker exec m setup email add a@b S", "travis encrypt S --add env.global"),
        *("etcdctl user add root:S", "curlftpfs me:S@h /m", "networksetup -setairportnetwork en0 Net S"),
        *("nuget setapikey S", "cf create-user me S", "x fos:user:create me a@b S", "zkCli.sh addauth digest me:S"),
        *("drush user:password admin S", "net use z: h S /user:me", "locksettings set-pin S", "bao login S"),
    ],
)
def test_it_is_found(text: str) -> None:
    assert found(text) == ["S"]


@pytest.mark.parametrize(
    "text",
    [
        *("hashcat -m 0 hashes.txt rockyou.txt", "radtest me", "qpdf a.pdf b.pdf", "etcdctl user add root"),
        *("net use", "travis lint", "drone secret ls", "setup x", "adb devices", "aws iam create-user --user-name x"),
    ],
)
def test_what_is_none_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_verbs_are_followed_by_a_secret_behind_options_too() -> None:
    assert "S" in found("x reset-admin-password --user-id 1 S")
    assert "S" in found("nuget setapikey S -source https://h")


def test_operands_are_counted_from_one() -> None:
    assert all(least > 0 for verbs in LAST_OPERAND.values() for least in verbs.values())
    assert GIVEN


def test_every_row_has_a_secret_in_it() -> None:
    rows = [row for table in (POSITIONS, ANYWHERE) for rows in table.values() for row in rows]
    assert all({"S", "A", "W"} & set(row) for row in rows)


def test_programs_are_found_in_small_letters() -> None:
    assert all(name == name.lower() for name in (*POSITIONS, *ANYWHERE))
