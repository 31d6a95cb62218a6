"""Files of others that a text brings are not run in the same text unseen."""

import pytest

from shell.reading import opaque
from wicket.shell.read import read
from wicket.shell.unwrapping.fetched_files import folders_of_version_control
from wicket.shell.unwrapping.written_files import MAX_VAGUE, Written

WRITTEN = "bash runs x/a.sh, which this text has written"
SETTINGS = "git may be configured by files of a folder that this text has fetched"


@pytest.mark.parametrize(
    "fetching",
    [
        "git clone https://h/o/x x",
        "git -c a.b=c clone h:o/x x",
        'git clone "$URL" x',
        "git clone --nonesuch y x",
        "git pull https://h/o/x main",
        "git submodule add https://h/o/x x",
        "gh repo clone o/x",
        "gh repo fork o/x --clone",
        "gh pr checkout 12",
        "gh release download v1 -R o/x",
        "gh run download 12",
        "glab repo clone o/x",
        "hg clone https://h/x",
        "hg clo https://h/x",
        "svn co https://h/x",
        "svn export https://h/x",
        "jj git clone https://h/x",
        "bzr branch lp:x",
        "darcs clone https://h/x",
        "pijul clone https://h/x",
        "west init -m https://h/x",
        "rsync -a h:x/ x/",
        "rsync -a rsync://h/x x",
        "scp -r h:x .",
        "sftp h:x .",
        "aws s3 cp s3://b/x x --recursive",
        "aws --profile p s3 sync s3://b/x x",
        "gsutil -m rsync -r gs://b/x x",
        "gcloud storage cp gs://b/x x",
        "rclone copy r:x x",
        "docker cp c:/x x",
        "docker compose cp web:/x x",
        "podman cp c:/x x",
        "kubectl cp ns/pod:/x x",
        "oc rsync pod:/x x",
        "pip download x",
        "python -m pip download x",
        "npm pack x",
        "npx degit o/x x",
        "composer create-project o/x x",
        "gem unpack x",
        "cargo generate o/x",
        "apt-get source x",
        "helm pull x --untar",
        "adb pull /sdcard/x",
        "aria2c https://h/x",
        "x=h:y; rsync -a $x x",
    ],
)
def test_what_was_fetched_is_not_run(fetching: str) -> None:
    assert WRITTEN in opaque(f"{fetching} && bash x/a.sh")


@pytest.mark.parametrize("program", ["frob", "./frob", "frob --verbose", "frob vcs"])
@pytest.mark.parametrize("verb", ["branch", "checkout", "clone", "co", "download", "export", "get", "pull"])
@pytest.mark.parametrize("address", ["https://h/x", "ssh://h/x x", "git@h:x x"])
def test_an_unknown_program_fetches_if_its_verb_and_an_address_say_so(program: str, verb: str, address: str) -> None:
    assert WRITTEN in opaque(f"{program} {verb} {address} && bash x/a.sh")


@pytest.mark.parametrize("text", ["frob clone x y", "frob https://h/x", "frob serve --url https://h/x", "frob get a:b"])
def test_without_either_an_unknown_program_fetches_nothing(text: str) -> None:
    assert opaque(f"{text} && bash x/a.sh") == []


@pytest.mark.parametrize("running", ["wine x/a.exe", "mono x/a.exe", "box64 x/a", "darcs pull https://h/y && x/a"])
def test_what_was_fetched_is_not_run_by_what_stands_in_for_another_machine(running: str) -> None:
    assert opaque(f"frob clone https://h/x && {running}")


@pytest.mark.parametrize(
    "text",
    [
        "git clone ../y x && bash x/a.sh",
        "git pull && make",
        "git pull origin main && bash x/a.sh",
        'git fetch origin "$branch" && make',
        "rsync -a src/ x/ && bash y/a.sh",
        "rsync -a x/ h:x/ && bash y/a.sh",
        "rsync -a $SRC/ x/ && bash y/a.sh",
        "scp x h:y && bash y/a.sh",
        "aws s3 cp x s3://b/x && bash y/a.sh",
        "docker cp x c:/x && bash y/a.sh",
        "gh pr view 12 && make",
        "npm pack --help; ls",
        "aws s3 cp s3://b/x x; aws s3 cp s3://b/y y",
        "rsync -a h:x x && rsync -a h:y y && gh repo clone o/z",
        "svn update && make",
        "git clone https://h/x x && ls x && cat x/README.md && grep -r a x",
    ],
)
def test_what_was_there_is_what_it_was(text: str) -> None:
    assert opaque(text) == []


@pytest.mark.parametrize("running", ["java -jar x/a.jar", "java -cp x A", "make -C x", "node x/a.js", "pytest x"])
def test_whoever_runs_files_by_their_names_may_run_those(running: str) -> None:
    assert opaque(f"gh repo clone o/x && {running}")


@pytest.mark.parametrize(
    "text",
    [
        "git clone https://h/o/x && cd x/b.git && git status",
        "git clone https://h/o/x.git && git -C x/b log",
        "git clone https://h/o/x && git -C x -C b log",
        "git clone https://h/o/x y && git --git-dir=y/b log",
        "git clone h:x && cd x && cd b && git log",
        "cd d && git clone https://h/o/x && cd x/b && git log",
        "git clone https://h/o/x /tmp/x && git -C /tmp/x/b log",
        "git clone https://h/o/x . && cd b && git log",
        'git clone https://h/o/x && cd "$(cat f)" && git log',
        "gh repo clone o/x && cd x/b.git && git status",
        "scp -r h:x . && git -C x status",
        "rsync -a h:x/ . && git status",
        "docker cp c:/x y && git -C y status",
        "gh run download 1 && cd x && git status",
    ],
)
def test_a_folder_that_was_fetched_may_be_a_repository_with_settings(text: str) -> None:
    assert SETTINGS in opaque(text)


@pytest.mark.parametrize(
    "text",
    [
        "git clone https://h/o/x && cd x && git status",
        "git clone https://h/o/x.git && git -C x log",
        "git clone https://h/o/x y && git -C ./y/ log",
        "git clone https://h/o/x && git status",
        "gh repo clone o/x && cd x && git checkout dev",
        "gh release download v1 && git status",
        "docker cp c:/x . && git add x",
    ],
)
def test_a_clone_itself_is_configured_by_whoever_cloned_it(text: str) -> None:
    assert opaque(text) == []


def test_too_many_folders_are_as_good_as_all() -> None:
    written = Written()
    for number in range(MAX_VAGUE + 5):
        written.add_fetched(f"x{number}", repository=True)
    assert written.fetched_settings(("elsewhere",))


def test_the_folders_that_git_is_told() -> None:
    (command,) = read("git -C a --git-dir=b log").commands
    assert folders_of_version_control(command) == ("", "a", "b", "a/b")
    (command,) = read('git -C "$a" log').commands
    assert folders_of_version_control(command) is None
