#!/usr/bin/env python3
"""Judges curl and wget by where they connect to and what they would do there."""

from wicket.sdk import CommandLine, Extension, Judgement, allow, ask, deny

ext = Extension("url-validator", "1.0.0")

# What may be fetched without a question, and what never; a leading dot takes the subdomains in.
TRUSTED = (".python.org", "example.org", ".github.com", ".githubusercontent.com", "localhost", "127.0.0.1")
INTERNAL = (".internal", ".corp", "169.254.169.254", "metadata.google.internal")
SENDING = (
    "X",
    "request",
    "d",
    "data",
    "data-raw",
    "data-binary",
    "F",
    "form",
    "T",
    "upload-file",
    "json",
    "post-data",
    "post-file",
)


@ext.validator
def judge(command: CommandLine) -> Judgement | None:
    """Deny the inner network and anything that is piped on unseen; ask about strangers and about sending."""
    if command.name not in ("curl", "wget"):
        return None
    hosts = [host_of(word) for word in [*command.args, command.flags.get("url", "")] if word]
    if not hosts:
        return ask("no address is to be seen in this command")
    for host in hosts:
        if covered(host, INTERNAL):
            return deny(
                f"{host} belongs to the inner network", fix="fetch a public address, or ask the person for the data"
            )
    if sends := [
        flag for flag in SENDING if flag in command.flags and command.flags[flag].upper() not in ("GET", "HEAD")
    ]:
        return ask(f"it would send something to {', '.join(hosts)} ({', '.join(sends)})")
    strangers = [host for host in hosts if not covered(host, TRUSTED)]
    if strangers:
        return ask(f"{', '.join(strangers)} is not on the list of trusted hosts")
    if "k" in command.flags or "insecure" in command.flags or "no-check-certificate" in command.flags:
        return ask("it would not check the certificate")
    return allow()


def host_of(url: str) -> str:
    """Find the host in an address, as curl would: the scheme may be missing."""
    rest = url.partition("://")[2] or url
    authority = rest.replace("?", "/").replace("#", "/").replace("\\", "/").partition("/")[0]
    host = authority.rpartition("@")[2].lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def covered(host: str, names: tuple[str, ...]) -> bool:
    """Say whether a host is one of these, or below one that begins with a dot."""
    return any(host == name.lstrip(".") or (name.startswith(".") and host.endswith(name)) for name in names)


if __name__ == "__main__":
    ext.run()
