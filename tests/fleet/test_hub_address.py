"""Addresses of a hub: which are safe, and what protects a connection."""

import ssl
from pathlib import Path

import pytest

from fleet.test_hub_connection import make_certificate
from wicket.fleet.errors import FleetError
from wicket.fleet.hub_address import addresses, checked_address, tls_context


@pytest.mark.rule("F-9")
@pytest.mark.parametrize(
    "address",
    [
        "nats://hub.example.com:4222",
        "nats://10.0.0.1:4222",
        "nats://localhost:4222",
        "nats://127.0.0.1.example.com:4222",
        "ws://127.0.0.1:4222",
        "127.0.0.1:4222",
        "tls://",
        "",
    ],
)
def test_without_tls_an_address_of_another_machine_is_not_safe(address: str) -> None:
    with pytest.raises(FleetError) as caught:
        checked_address(address)
    assert str(caught.value) == f"{address} is no safe address of a hub; use tls://HOST:PORT"


@pytest.mark.rule("F-9")
def test_which_connections_have_tls() -> None:
    assert [
        checked_address(each) for each in ("tls://hub.example.com:4222", "nats://127.0.0.1:1", "nats://[::1]:1")
    ] == [
        True,
        False,
        False,
    ]


def test_a_hub_of_several_servers_has_their_addresses() -> None:
    assert addresses("tls://a:1, tls://b:2,tls://c:3") == ("tls://a:1", "tls://b:2", "tls://c:3")
    assert addresses("tls://a:1") == ("tls://a:1",)


@pytest.mark.rule("F-9")
def test_certificates_are_verified_with_those_that_are_named(tmp_path: Path) -> None:
    certificate, _ = make_certificate(tmp_path)
    protection = tls_context("tls://127.0.0.1:1", str(certificate))
    assert protection is not None
    assert (protection.verify_mode, protection.check_hostname) == (ssl.CERT_REQUIRED, True)
    assert len(protection.get_ca_certs()) == 1
    assert tls_context("nats://127.0.0.1:1", "") is None


@pytest.mark.rule("F-9")
def test_the_certificates_of_the_system_are_trusted_where_none_are_named() -> None:
    protection = tls_context("tls://hub.example.com:4222", "")
    assert protection is not None
    assert (protection.verify_mode, protection.check_hostname) == (ssl.CERT_REQUIRED, True)


@pytest.mark.rule("F-9")
@pytest.mark.parametrize(
    ("address", "ca", "says"),
    [
        (
            "nats://127.0.0.1:1,tls://hub.example.com:2",
            "",
            "nats://127.0.0.1:1,tls://hub.example.com:2: either all servers of a hub have TLS, or none",
        ),
        ("tls://127.0.0.1:1", "/nowhere/ca.pem", "cannot read the certificates in /nowhere/ca.pem: "),
    ],
)
def test_what_cannot_protect_is_an_error(address: str, ca: str, says: str) -> None:
    with pytest.raises(FleetError) as caught:
        tls_context(address, ca)
    assert str(caught.value).startswith(says)
