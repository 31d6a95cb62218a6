"""Git repositories are fetched as data: nothing of theirs runs, nothing is asked, nobody is kept waiting."""

import os
import subprocess
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bounds import BOUND_S, SOON_S
from git_server import serving
from machine import make_extension, tree
from wicket.git_fetch import SourceError, clone, clone_command, clone_environment, fetch, git_url, without_password


@pytest.mark.parametrize(
    "text",
    [
        "https://example.com/a.git",
        "HTTPS://example.com/a",
        "ssh://git@example.com:2222/a.git",
        "git@example.com:me/a.git",
        "git@example.com:/srv/a",
    ],
)
def test_an_address_is_recognised(text: str) -> None:
    assert git_url(text) == text.replace("HTTPS", "https")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://me:pw@host/a", "https://me:***@host/a"),
        ("https://me:p@w:x@host:80/a", "https://me:***@host:80/a"),
        ("https://me:p/w@host/a", "https://me:***@host/a"),
        ("https://:pw@host/a", "https://:***@host/a"),
        ("https://ghp_token@host/a", "https://***@host/a"),
        ("HTTPS://me:pw@host/a", "HTTPS://me:***@host/a"),
        ("ssh://git:pw@host/a", "ssh://git:***@host/a"),
        ("ssh://git@host:22/a", "ssh://git@host:22/a"),
        ("https://host:80/a@b", "https://host:80/a@b"),
        ("https://host/a@b", "https://host/a@b"),
        ("git@host:a", "git@host:a"),
        ("unable to access 'https://me:pw@host/a/': no", "unable to access 'https://me:***@host/a/': no"),
    ],
)
def test_a_password_is_not_shown(text: str, shown: str) -> None:
    assert without_password(text) == shown


@pytest.mark.parametrize("text", [".", "./a", "/a/b", "a.git", "git@", "user@host", "a:b", "./a::b", "~x"])
def test_anything_else_is_a_folder(text: str) -> None:
    assert git_url(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "http://example.com/a.git",
        "git://example.com/a.git",
        "file:///srv/a.git",
        "ftp://example.com/a",
        "ext::sh -c id",
        "fd::7",
        "https::file:///srv/a.git",
        "git+ssh://example.com/a",
    ],
)
def test_other_kinds_of_addresses_are_refused(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        git_url(text)
    assert str(caught.value) == (
        f"{text!r} is not an address to install from; it must begin with https://, ssh:// or git@"
    )


@pytest.mark.parametrize(
    "text",
    [
        "ssh://-oProxyCommand=id/a",
        "ssh://-oProxyCommand=id@example.com/a",
        "https://exa mple.com/a",
        "https://example.com/a\nb",
        "https://[::1/a",
    ],
)
def test_improper_addresses_are_refused(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        git_url(text)
    assert str(caught.value) == f"{text!r} is no proper address; check how it is written"


@pytest.mark.parametrize("text", ["-u", "--upload-pack=id", "-"])
def test_what_looks_like_an_option_is_refused(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        git_url(text)
    assert str(caught.value) == f"{text!r} begins with a dash; write ./{text} if it is a folder"


@pytest.mark.parametrize("text", ["git@-oProxyCommand=id:a", "git@host:-a"])
def test_an_option_in_a_short_address_makes_it_no_address(text: str) -> None:
    assert git_url(text) is None


def test_the_clone_command_runs_nothing_local() -> None:
    assert clone_command("/bin/git", "https://x/a", Path("/t")) == [
        "/bin/git",
        *("-c", "protocol.allow=never"),
        *("-c", "protocol.https.allow=always"),
        *("-c", "protocol.ssh.allow=always"),
        *("-c", "core.hooksPath=/dev/null"),
        *("-c", "core.fsmonitor=false"),
        *("-c", "credential.helper="),
        *("clone", "--quiet", "--depth", "1", "--single-branch", "--no-tags", "--no-recurse-submodules"),
        *("--template=", "--", "https://x/a", "/t"),
    ]


def test_git_gets_no_more_of_the_environment_than_it_needs() -> None:
    environ = {
        "PATH": "/bin",
        "HOME": "/me",
        "https_proxy": "http://proxy",
        "SSH_AUTH_SOCK": "/agent",
        "SECRET_TOKEN": "x",
        "GIT_SSH_COMMAND": "evil",
        "GIT_ASKPASS": "evil",
        "SSH_ASKPASS": "evil",
        "GIT_EXTERNAL_DIFF": "evil",
        "GIT_CONFIG_COUNT": "1",
    }
    assert clone_environment(environ) == {
        "PATH": "/bin",
        "HOME": "/me",
        "https_proxy": "http://proxy",
        "SSH_AUTH_SOCK": "/agent",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_SSH_COMMAND": "ssh -o BatchMode=yes",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }


# Real clones. The repository is on this machine, so these allow `file`, which nobody else does.


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> str:
    """A bare repository with an extension in two commits."""
    work = make_extension(tmp_path / "work")
    (work / "link").symlink_to("run")
    git(work, "init")
    for message in ("one", "two"):
        (work / "version").write_text(message)
        git(work, "add", ".")
        git(work, "commit", "-m", message)
    git(tmp_path, "clone", "--bare", str(work), "hello.git")
    return f"file://{tmp_path}/hello.git"


ENVIRON = {"PATH": os.environ["PATH"]}


def test_a_clone_has_the_files_of_the_newest_commit_alone(tmp_path: Path, repository: str) -> None:
    clone(repository, tmp_path / "c", ENVIRON, protocols=["file"])
    assert {name: text for name, text in tree(tmp_path / "c").items() if not name.startswith(".git")} == {
        "extension.json": '644 {\n  "name": "hello",\n  "exec": "./run"\n}\n',
        "link": "-> run",
        "run": "755 #!/bin/sh\n",
        "version": "644 two",
    }
    count = subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=tmp_path / "c", capture_output=True, check=True)
    assert count.stdout == b"1\n"


def test_a_protocol_that_is_not_allowed_is_refused_by_git_too(tmp_path: Path, repository: str) -> None:
    with pytest.raises(SourceError) as caught:
        clone(repository, tmp_path / "c", ENVIRON)
    assert str(caught.value) == (
        f"git could not clone {repository}: transport 'file' not allowed; check the address and your access to it"
    )
    assert not (tmp_path / "c").exists()


def test_neither_hooks_nor_filters_nor_a_persons_settings_run(tmp_path: Path, repository: str) -> None:
    trap = tmp_path / "trap"
    script = f"touch {trap}; cat"
    person = tmp_path / "person"
    hooks = person / "template" / "hooks"
    hooks.mkdir(parents=True)
    (hooks / "post-checkout").write_text(f"#!/bin/sh\n{script}\n")
    (hooks / "post-checkout").chmod(0o755)
    (person / ".gitconfig").write_text(
        f"[init]\n\ttemplateDir = {person}/template\n"
        f"[core]\n\thooksPath = {hooks}\n\tfsmonitor = {hooks}/post-checkout\n"
        f'[filter "trap"]\n\tsmudge = "{script}"\n'
    )
    (tmp_path / "work" / "hello" / ".gitattributes").write_text("* filter=trap\n")
    git(tmp_path / "work" / "hello", "add", ".")
    git(tmp_path / "work" / "hello", "commit", "-m", "trap")
    git(tmp_path / "work" / "hello", "push", str(tmp_path / "hello.git"), "HEAD")
    clone(repository, tmp_path / "c", ENVIRON | {"HOME": str(person)}, protocols=["file"])
    assert (tmp_path / "c" / ".gitattributes").exists()
    assert not trap.exists()


def test_submodules_are_not_fetched(tmp_path: Path, repository: str) -> None:
    work = tmp_path / "work" / "hello"
    git(work, "-c", "protocol.file.allow=always", "submodule", "add", repository, "sub")
    git(work, "commit", "-m", "sub")
    git(work, "push", str(tmp_path / "hello.git"), "HEAD")
    clone(repository, tmp_path / "c", ENVIRON, protocols=["file"])
    assert list((tmp_path / "c" / "sub").iterdir()) == []


def test_a_repository_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    url = f"file://{tmp_path}/gone.git"
    with pytest.raises(SourceError) as caught:
        clone(url, tmp_path / "c", ENVIRON, protocols=["file"])
    assert str(caught.value) == (
        f"git could not clone {url}: '{tmp_path}/gone.git' does not appear to be a git repository; "
        "check the address and your access to it"
    )


def test_without_git_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        clone("https://x/a", tmp_path / "c", {"PATH": str(tmp_path)})
    assert str(caught.value) == "git is not installed; install it, or clone by hand and install the folder"


def test_a_git_that_takes_too_long_is_killed_with_its_children(tmp_path: Path) -> None:
    fake = tmp_path / "git"
    fake.write_text(f"#!/bin/sh\nsleep 60 & echo $! > {tmp_path}/pid; wait\n")
    fake.chmod(0o755)
    began = time.monotonic()
    with pytest.raises(SourceError) as caught:
        clone("https://x/a", tmp_path / "c", {"PATH": f"{tmp_path}:/bin:/usr/bin"}, timeout_s=1)
    assert str(caught.value) == "git did not finish cloning https://x/a in 1 s; try again later"
    assert time.monotonic() - began < SOON_S
    sleeper = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + BOUND_S
    while _runs(sleeper) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _runs(sleeper)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_silence_from_git_is_told_by_its_exit_code(tmp_path: Path) -> None:
    fake = tmp_path / "git"
    fake.write_text("#!/bin/sh\nexit 7\n")
    fake.chmod(0o755)
    with pytest.raises(SourceError) as caught:
        clone("https://x/a", tmp_path / "c", {"PATH": f"{tmp_path}:/bin"})
    assert str(caught.value) == (
        "git could not clone https://x/a: it ended with 7; check the address and your access to it"
    )


# Real clones over https, with nothing allowed that is not allowed to everybody.


@pytest.fixture
def served(tmp_path: Path, repository: str) -> Iterator[tuple[str, dict[str, str]]]:
    with serving(tmp_path) as (address, certificate):
        yield address, ENVIRON | {"GIT_SSL_CAINFO": str(certificate)}


def test_a_repository_is_cloned_over_https(tmp_path: Path, served: tuple[str, dict[str, str]]) -> None:
    address, environ = served
    clone(f"{address}/hello.git", tmp_path / "c", environ)
    assert (tmp_path / "c" / "version").read_text() == "two"


def test_a_server_that_cannot_prove_itself_is_refused(tmp_path: Path, served: tuple[str, dict[str, str]]) -> None:
    with pytest.raises(SourceError, match="certificate"):
        clone(f"{served[0]}/hello.git", tmp_path / "c", ENVIRON)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("private", "terminal prompts disabled", id="password"),
        pytest.param("elsewhere", "rotocol .http.", id="redirect-to-http"),
        pytest.param("gone", "not found", id="missing"),
    ],
)
def test_neither_a_password_nor_another_protocol_is_tried(
    tmp_path: Path, served: tuple[str, dict[str, str]], name: str, reason: str
) -> None:
    address, environ = served
    with pytest.raises(SourceError, match=reason):
        clone(f"{address}/{name}.git", tmp_path / "c", environ)


# One revision.


def test_a_branch_a_tag_and_a_commit_are_fetched(tmp_path: Path, repository: str) -> None:
    work = tmp_path / "work" / "hello"
    git(work, "tag", "v1", "HEAD~1")
    git(work, "push", str(tmp_path / "hello.git"), "v1")
    commits = subprocess.run(["git", "rev-list", "HEAD"], cwd=work, capture_output=True, text=True, check=True)
    newest, older = commits.stdout.split()
    wanted = {"": newest, "main": newest, "v1": older, older: older}
    for count, (ref, commit) in enumerate(wanted.items()):
        found, archive = fetch(repository, ref, tmp_path / f"f{count}", ENVIRON, protocols=["file"])
        with tarfile.open(archive) as files:
            version = files.extractfile("version")
            assert version is not None
            assert (found, version.read()) == (commit, b"two" if commit == newest else b"one")


@pytest.mark.parametrize("ref", ["--upload-pack=evil", "-x", "a b", ".x", "x\n", "a" * 300])
def test_a_revision_that_could_be_something_else_is_refused(tmp_path: Path, ref: str) -> None:
    with pytest.raises(SourceError, match="is no name of a branch, a tag or a commit"):
        fetch("https://x/a", ref, tmp_path / "f", ENVIRON)


def test_a_revision_that_is_not_there_is_an_error(tmp_path: Path, repository: str) -> None:
    with pytest.raises(SourceError) as caught:
        fetch(repository, "gone", tmp_path / "f", ENVIRON, protocols=["file"])
    assert str(caught.value) == (
        f"git could not fetch {repository}: couldn't find remote ref gone; check the address and your access to it"
    )
