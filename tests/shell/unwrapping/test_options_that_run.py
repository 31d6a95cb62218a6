"""Options that carry something to run."""

import pytest

from shell.reading import names, opaque


@pytest.mark.parametrize(
    "text",
    [
        "tar cf x y --checkpoint-action=exec='rm z'",
        "tar cf x y --checkpoint-action exec='rm z'",
        "tar -I 'rm z' -cf x y",
        "tar xf x --to-command='rm z'",
        "ssh -o ProxyCommand='rm x' host",
        "ssh -oProxyCommand='rm x' host",
        "rsync -e 'rm x' a b:c",
        "rsync --rsh='rm x' a b",
        "man -P 'rm x' ls",
        "env -S 'rm x'",
        "env -S'rm' x",
        "env -iS 'rm x'",
        "fd -x rm",
        "fd . --exec rm {}",
        "cmake -E rm x",
        "split --filter='rm x' y",
        "go test -exec 'rm x' ./...",
        "go test -exec='rm x'",
        "apt-get -o APT::Update::Pre-Invoke::='rm x' update",
        "socat - EXEC:'rm x'",
        "mysql --pager='rm x'",
        "xterm -e rm x",
        "nc -e 'rm x' host 1",
    ],
)
def test_what_they_run_is_found(text: str) -> None:
    assert "rm" in names(text)


@pytest.mark.parametrize(
    "text",
    [
        'tar --to-command="$x" -xf y',
        'ssh -o "$x" host',
        'env -S "$x"',
        "vim -c ':!x' y",
        "sudo -R /x ls",
        "unshare --root=/x ls",
        "chroot /x ls",
        "git -c clean.requireForce=false clean",
        "git config clean.requireForce no",
        "git -c clean.requireForce clean",
        "pytest --tx popen//python=x",
        "pytest --tx ssh=x",
        "pytest --px '2*popen//chdir=x'",
        'pytest --tx "$x"',
        'chroot "$x" ls',
        "mvn exec:exec -Dexec.executable=rm",
        "mvn -DargLine=-javaagent:x.jar test",
        "gradle -Porg.gradle.jvmargs=x run",
        "gradle -Pa='x y' run",
        'gradle -Pa="$x" run',
        "gradle run --args='rm x'",
        "xcodebuild CC=x build",
        "xcodebuild LDPLUSPLUS='x y' build",
        "bazel build --action_env=PATH=x //y",
        "bazel build --action_env=LD_PRELOAD=1 //y",
        "ansible all -m ping -e ansible_shell_executable=x",
        "virsh -c 'qemu+ssh://h/system?netcat=x' list",
    ],
)
def test_what_cannot_be_read_is_said(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize(
    "text",
    [
        "tar czf x y",
        "sudo -R / -l",
        "ssh -p 22 -i key host",
        "rsync -av a b",
        "go test -run X ./...",
        "git fetch",
        "git -c clean.requireForce=true clean -n",
        "pytest --tx '3*popen//id=x'",
        "pytest -d --dist load --tx popen",
        "mvn -DskipTests -Dtest=A#b -Dmaven.compiler.release=17 package",
        "mvn exec:java -Dexec.mainClass=com.example.Main",
        "gradle -Pversion=1.2.3-rc1 -Pci build",
        "xcodebuild -scheme App CODE_SIGNING_ALLOWED=NO build",
        "bazel test --test_env=CI=true //...",
        "virsh -c qemu:///system list",
    ],
)
def test_other_options_are_plain(text: str) -> None:
    assert opaque(text) == []
    assert len(names(text)) == 1


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("claude --dangerously-skip-permissions -p x", "claude --dangerously-skip-permissions"),
        ("codex exec --yolo x", "codex --yolo"),
        ("gemini -yp x", "gemini -y"),
    ],
)
def test_an_agent_that_asks_nobody_is_asked_about(text: str, flag: str) -> None:
    assert opaque(text) == [f"{flag} may let it run commands without asking"]


@pytest.mark.parametrize(
    "text",
    [
        "brew sh -ac -c 'rm x'",
        "brew sh -{a,}c 'rm x'",
        "script -c -q 'rm x'",
        "su -c -l 'rm x'",
        "nix-shell --run --pure 'rm x'",
    ],
)
def test_a_text_that_begins_as_an_option_may_be_one_and_the_text_stand_behind(text: str) -> None:
    assert any("may be an option of its own" in said for said in opaque(text))
