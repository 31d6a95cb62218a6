"""Secrets behind words of a line, and sentences that only speak of them."""

import pytest

from wicket.redaction.secrets_in_config_lines import config_lines


def found(text: str) -> list[str]:
    return sorted({text[start:end] for start, end in config_lines(text)})


@pytest.mark.parametrize(
    "text",
    [
        *(
            "rcon_password bluemoon",
            "ENV DB_PASSWORD bluemoon",
            "bindpw bluemoon",
            "auth_pass bluemoon",
            "\\set pw bluemoon",
        ),
        *("host h\nuser me\npassword bluemoon\n", "/set irc.server.x.sasl_password bluemoon"),
        *(
            "neighbor 10.0.0.1 password bluemoon",
            "enable secret 0 bluemoon",
            "username a privilege 15 secret 0 bluemoon",
        ),
        *("rocommunity bluemoon 10.0.0.0/8", "snmp-server community bluemoon RO", "createUser me SHA bluemoon AES x"),
        *("radius-server key bluemoon", "crypto isakmp key bluemoon address 10.0.0.1", "stats auth admin:bluemoon"),
        *("user me on >bluemoon ~* +@all", "ACL SETUSER me on >bluemoon", 'acl setuser me on ">bluemoon" "~x"'),
        *("s/__DB_PASSWORD__/bluemoon/", "s|password: .*|password: bluemoon|", "s/PASSWORD_HERE/bluemoon/g"),
        *("get_password() { echo bluemoon; }", "function token { printf 'bluemoon'; }", "askpass.sh: echo bluemoon"),
        *("Passwort: bluemoon", "mot de passe: bluemoon", "contraseña=bluemoon", "пароль: bluemoon"),
        *("WIFI:S:n;T:WPA;P:bluemoon;;", "connect scott/bluemoon@orcl", "addauth digest me:bluemoon"),
        *("ccrypt -k <(echo bluemoon) f", "xdotool type bluemoon # password", "the password is bluemoon"),
        *("h=db,u=root,p=bluemoon,D=x", "?u=me&p=bluemoon", 'curl -H "X-Gotify-Key: bluemoon"', "dom/me:bluemoon@h"),
        *("password for h: bluemoon", "smbclient //h/s bluemoon -U me", "uci set wireless.x.key=bluemoon"),
    ],
)
def test_it_is_found(text: str) -> None:
    assert found(text) == ["bluemoon"]


def test_what_is_odd_is_found_in_sentences() -> None:
    assert found("Add password rosebud7 for db") == ["rosebud7"]
    assert found("rotate the password from rosebud7 to daisies8") == ["daisies8", "rosebud7"]


@pytest.mark.parametrize(
    "text",
    [
        *("Add password reset for admins", "the password is required", "fill in the password data", "token refresh"),
        *("password reset\n", "get_token production", "passwd me", "pass show x", "token list", "secret santa"),
        *("sed 's/password/passwd/'", "s/old_token/new_token/", "s/api_key/key/", "diff <(echo abcd) <(echo efgh)"),
        *("git show main:src/x", "docker pull org/image:tag@sha256:0123", "user me > file", "echo user x >out.txt"),
        *("kpasswd 464/tcp", "cat <(echo hello)", "from 'public' to '.next'", "password base64encoded to sha256sum"),
        *("grep -rn db_password src", "xdotool type hello", 'curl -H "Idempotency-Key: abcdef"', "ssh_key ~/.ssh/id"),
    ],
)
def test_what_is_none_is_left_alone(text: str) -> None:
    assert found(text) == []
