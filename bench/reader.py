"""What reading a text costs: against `shlex.split` of the same text, and hostile texts of n against 2n characters."""

import gc
import shlex
import time
import tracemalloc
from collections.abc import Callable, Iterator

from measure import Figure, compare

from wicket.shell import read

PIPELINE = (
    "git log --oneline --since='2 days ago' | grep -v \"Merge branch\" | sort -u | head -n 20 | awk '{print $1}' | "
    "xargs -n1 git show --stat | tee /tmp/out.txt | wc -l && echo done; cat README.md | tr a-z A-Z"
)

# The shape of an ordinary script of 10 KB: settings, a function or two, loops, tests, here and there a substitution.
SCRIPT = (
    r"""
#!/bin/sh
# Builds what has changed and says what it did.
set -eu
root=$(dirname "$0")/..
name="${1:-all}"
log=/tmp/build.log

say() {
    printf '%s: %s\n' "$(date +%H:%M)" "$*" >> "$log"
}

build_one() {
    target=$1
    if [ -f "$root/$target/Makefile" ]; then
        say "building $target"
        (cd "$root/$target" && make -j4 all) || return 1
    elif [ -f "$root/$target/build.sh" ]; then
        sh "$root/$target/build.sh" --prefix="$root/out" > /dev/null 2>&1
    else
        echo "nothing to build in $target" >&2
    fi
}

case "$name" in
    all) targets="core web cli" ;;
    core|web) targets=$name ;;
    *) echo "usage: $0 [all|core|web]"; exit 2 ;;
esac

for target in $targets; do
    build_one "$target" && count=$((count + 1))
done

while read -r line; do
    case $line in
        error*) grep -n "$line" "$log" | head -5 ;;
    esac
done < "$log"

cat <<END
built: $count
END
"""
    * 11
)

SIZE = 100_000

# One hostile shape each: a beginning, what is repeated, an end.
HOSTILE = {
    "pipes": ("", "a|", "a"),
    "pipes, left open": ("", "a|", ""),
    "and-or": ("", "a=b||", "a"),
    "lists": ("", "a;", ""),
    "nested $(": ("", "$(", ""),
    "nested ${": ("", "${x:-", ""),
    "nested a=(": ("", "a=(", ""),
    "nested ((": ("", "((", ""),
    "nested $((": ("", "$((", ""),
    "nested [[": ("", "[[ (", ""),
    "nested {": ("", "{ ", ""),
    "nested backticks": ("", "`", ""),
    "here-documents": ("", "<<E ", "\n"),
    "here-documents, ended": ("", "cat <<E\nx\nE\n", ""),
    "backslashes": ("", "\\", ""),
    "continuations": ("", "a\\\n", ""),
    "quotes": ("", "'a' ", ""),
    "double quotes": ("", '"a$b" ', ""),
    "a quote left open": ("'", "a", ""),
    "extended globs": ("shopt -s extglob\n", "@(", ""),
    "braces": ("echo ", "{a,b}", ""),
    "braces, unclosed": ("echo ", "{", ""),
    "braces, nested": ("echo ", "{a,", "}"),
    "assignments": ("", "a=b;", ""),
    "many names": ("", "x{i}=1;", ""),
    "many names, then branches": ("", "x{i}=1||", "a"),
    "arithmetic": ("", "((a++));", ""),
    "substitutions": ("", "$(a)", ""),
    "functions": ("", "f() { g; };", ""),
    "calls": ("f() { g; };", "f;", ""),
    "loops": ("", "while a; do b=c; done;", ""),
    "nested loops": ("", "while a; do b=c;", ""),
    "for, known words": ("", "for i in 1 2 3; do a $i; done;", ""),
    "cases": ("case a in ", "b) c;& ", "esac"),
    "if": ("if a; then b;", "elif c; then d=e; ", "fi"),
    "env env": ("", "env ", "a"),
    "sudo sudo": ("", "sudo sh -c ", "a"),
    "aliases": ("alias a=b\n", "a\n", ""),
    "eval": ("", "eval a;", ""),
    "patterns": ("x=a;", "${x#*a*a*a*a}", ""),
    "redirects": ("", ">a ", ""),
    "carriage returns": ("", "\r", ""),
    "byte order marks": ("", "\ufeff", ""),
    "lone surrogates": ("", "\udc80 ", ""),
    "zero-width": ("", "\u200b\u202e ", ""),
    "comments": ("", "#", ""),
    "newlines": ("", "\n", ""),
    "parentheses": ("", "(", ""),
    "closing": ("", ")", ""),
    "dollars": ("", "$", ""),
    "globs": ("echo ", "*?[", ""),
    "words that files are named by": ("", "a>b;./b;", ""),
    "one deep path": ("cat ", "/rm", ""),
    "options that nobody knows": ("deploy ", "--to x ", "destroy"),
    "names in one word": ("deploy ", "rm,", ""),
    "steps into folders": ("", "cd a;", ""),
    "commands of find": ("find . ", "-exec a {} \\; ", ""),
    "pairs that may be paths": ("deploy ", "a=b:c ", ""),
    "endings of copies": ("sed ", "-i.b ", "s/a/b/ x"),
    "addresses": ("curl ", "-O http://x/y ", ""),
    "options for others": ("gcc ", "-Wl,-x ", "a.c"),
    "programs that options name": ("rustc ", "-C linker=x ", ""),
}


def figures() -> Iterator[Figure]:
    yield compare("read git status", lambda: read("git status"), lambda: shlex.split("git status"), 3.0)
    yield compare("read a 200-character pipeline", lambda: read(PIPELINE), lambda: shlex.split(PIPELINE), 3.0)
    split = lambda: shlex.split(SCRIPT, comments=True)  # noqa: E731
    yield compare("read a 10 KB script", lambda: read(SCRIPT), split, 3.5)
    for name in HOSTILE:
        yield time_of(name, SIZE)
        yield memory_of(name, SIZE)


def hostile(name: str, size: int) -> str:
    """Make a hostile text of about `size` characters."""
    start, middle, end = HOSTILE[name]
    count = max(1, (size - len(start) - len(end)) // len(middle))
    if "{i}" in middle:
        return start + "".join(middle.replace("{i}", str(i)) for i in range(size // (len(middle) + 3))) + end
    return start + middle * count + end


def time_of(name: str, size: int) -> Figure:
    """Compare the times of n and 2n."""
    small, large = hostile(name, size), hostile(name, 2 * size)
    return Figure(f"hostile: {name}, time of 2n against n", *_best(large, small), 2.5)


def _best(large: str, small: str) -> tuple[float, float]:
    best = [float("inf"), float("inf")]
    for _ in range(3):
        for index, text in enumerate((large, small)):
            gc.collect()
            gc.disable()
            start = time.perf_counter()
            read(text)
            best[index] = min(best[index], time.perf_counter() - start)
            gc.enable()
    # What takes less than this is not worth a ratio.
    return max(best[0], 1e-3), max(best[1], 1e-3)


def memory_of(name: str, size: int) -> Figure:
    """Compare the memory of n and 2n, in bytes, shown as if they were microseconds."""
    return Figure(
        f"hostile: {name}, memory of 2n against n (bytes)",
        _peak(lambda: read(hostile(name, 2 * size))) / 1e6,
        _peak(lambda: read(hostile(name, size))) / 1e6,
        2.5,
    )


def _peak(function: Callable[[], object]) -> float:
    tracemalloc.start()
    function()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return max(float(peak), 1e5)
