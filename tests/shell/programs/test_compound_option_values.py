"""Options that are options of others, or hold more than one thing."""

import pytest

from wicket.shell.programs.file_access import acts
from wicket.shell.read import read


def done(text: str) -> list[str]:
    return [f"{act.kind} {act.word}" for act in acts(read(text).commands[0]) if act.by != "operand"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gcc -Wl,-Map=x y.c", ["write x"]),
        ("gcc -Wl,-Map,x y.c", ["write x"]),
        ("gcc -Wl,-Map -Wl,x y.c", ["write x"]),
        ("gcc -Xlinker -Map -Xlinker x y.c", ["write x"]),
        ("gcc -Wl,--plugin=./x y.c", ["read ./x", "run ./x"]),
        ("gcc -Wp,-MD,x y.c", ["write x"]),
        ("gcc -Wa,-al=x y.c", ["write x"]),
        ("gcc -Wl,-rpath,/usr/lib -Wl,--gc-sections y.c", []),
        ("gcc -Wl,@x y.c", ["write None"]),
        ('gcc -Wl,"$x" y.c', ["write None"]),
        ('gcc -fdump-"$x" y.c', ["write None"]),
        ("clang -Xclang -load -Xclang ./x y.c", ["read ./x", "run ./x"]),
        ("clang -mllvm --info-output-file=x y.c", ["write x"]),
        ("rustc -C linker=x y.rs", ["run x"]),
        ("rustc -C opt-level=3 -C debuginfo=2 y.rs", []),
        ("rustc -C link-arg=-fuse-ld=./x y.rs", ["read ./x", "run ./x"]),
        ("rustc -C link-arg=-fuse-ld=lld y.rs", []),
        ("rustc -C link-args=-Wl,-o,x y.rs", ["write x"]),
        ("rustc -C incremental=x y.rs", ["write x"]),
        ("rustc --emit=dep-info=x,link y.rs", ["write x"]),
        ("rustc --emit=link y.rs", []),
        ("rustc --extern serde y.rs", []),
        ("rustc --extern a=./x y.rs", ["read ./x", "run ./x"]),
        ('rustc -C "$x" y.rs', ["read None", "run None", "write None"]),
        ("protoc --plugin=./x y.proto", ["read ./x", "run ./x"]),
        ("go build -gcflags=-N .", []),
        ("go build -gcflags='all=-N -l -o x' .", ["write x"]),
        ("go build -asmflags='-o x' .", ["write x"]),
        ("javac -J-Xmx1g Y.java", []),
        ("javac -J-javaagent:x Y.java", ["read :x", "run :x"]),
        ("javac -J-XX:OnError=x Y.java", ["write None"]),
        ("docker build -o x .", ["write x", "write x/…"]),
        ("docker build -o type=local,dest=x .", ["write x", "write x/…"]),
        ("docker buildx build --output=dest=x,type=tar .", ["write x"]),
        ("docker build -o type=tar,dest=- .", []),
        ("docker build -o type=registry .", []),
        ("pylint --output-format=text:x,json:y,colorized", ["write x", "write y"]),
        ('pylint -f "$x"', ["write None"]),
        ("docker build -o - .", []),
        ('docker build -o "$x" .', ["write None"]),
        ("gcc -Wl, y.c", []),
        ("gcc -Xlinker", []),
        ("pytest --tx popen//python=x", ["run popen//python=x"]),
        ("pytest --tx '2*popen//id=x'", []),
    ],
)
def test_what_they_hold(text: str, expected: list[str]) -> None:
    assert done(text) == expected
