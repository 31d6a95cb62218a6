"""Does thirty ordinary jobs of a developer outside and in `wicket:sandbox-work`, and says where that differs.

    python scripts/sandbox_jobs.py [landlock]

Both go on in a copy of the same project, one job after the other. A job that ends otherwise than outside has to say
why: the line that begins with `wicket:` and names the sandbox. At most four may do that, unless Landlock holds them,
which is what `landlock` asks for. Nothing is fetched: what is installed lies in the project, and servers listen on the
loopback. A job whose program is missing is skipped, and said to be.
"""

import contextlib
import os
import shutil
import socketserver
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from git_server import Backend

LIMIT_S = 300.0

# Of thirty jobs so many may be refused with an explanation.
MOST_REFUSED = 4

# Without bubblewrap.
WITH_LANDLOCK = (
    "from wicket.sandbox import drivers; drivers.why_not_bubblewrap = lambda: 'bubblewrap is left out';"
    " from wicket.__main__ import main; main()"
)

POLICY = "extends: ['wicket:sandbox-work']\ndefaults: {action: allow, sandbox: work, unknown: {sandbox: work}}\n"

# How a copy of the project is told from the other, where servers keep what is pushed.
REMOTE = "REMOTE"

# Those that a sandbox for work refuses, and says so.
REFUSED = ("docker ps", "git config user.name Eve", "npm config set fund false")

JOBS = (
    "npm ci --offline --no-audit --no-fund",
    "npm test --silent",
    "npm run build",
    "node index.js",
    "python3 -m venv --without-pip .venv",
    "python3 -m pip install -q --no-index --find-links wheels --target lib-py wheelhouse-demo",
    "python3 -m pytest -q -p no:cacheprovider py/test_plain.py",
    "python3 -m pytest -q -p no:cacheprovider py/test_database.py",
    "python3 -m compileall -q py",
    "cargo build --offline --quiet --manifest-path rs/Cargo.toml",
    "cargo test --offline --quiet --manifest-path rs/Cargo.toml",
    "cd go && go build ./...",
    "cd go && go test ./...",
    "cd go && go vet ./... && go run .",
    "make",
    "make -j4 clean all",
    "gcc -o hello c/hello.c && ./hello",
    "git add -A && git -c user.name=Ada -c user.email=ada@example.org commit -qm first",
    "git switch -qc topic && echo two > two.txt && git add two.txt && git status --short",
    "git -c user.name=Ada -c user.email=ada@example.org commit -qm second && git switch -q main && git merge -q topic",
    f"git push -q {REMOTE} main",
    f"git fetch -q {REMOTE} && git log --oneline -1 FETCH_HEAD",
    f"git clone -q {REMOTE} cloned && ls cloned",
    "sqlite3 app.db 'create table t (a); insert into t values (1); select * from t'",
    "tar czf all.tgz c py && tar tzf all.tgz",
    "sed -i s/one/two/ notes.txt && sort notes.txt | uniq -c > counted.txt",
    "t=$(mktemp) && echo x > $t && cp $t copied.txt && rm $t",
    *REFUSED,
)

FILES = {
    "package.json": (
        '{"name": "app", "version": "1.0.0", "scripts": {"test": "node --test", "build": "node build.js"},'
        ' "dependencies": {"left": "file:left"}}\n'
    ),
    "left/package.json": '{"name": "left", "version": "1.0.0"}\n',
    "left/index.js": "module.exports = (text) => text.trimStart();\n",
    "index.js": "console.log(require('left')('  x'));\n",
    "index.test.js": "const test = require('node:test');\ntest('it', () => { require('left')(' x'); });\n",
    "build.js": "require('fs').mkdirSync('dist', {recursive: true});\nrequire('fs').writeFileSync('dist/x.js', '1');\n",
    "py/test_plain.py": "def test_it(tmp_path):\n    (tmp_path / 'x').write_text('x')\n",
    "py/test_database.py": (
        "import os, socket\n\n\ndef test_it():\n"
        "    with socket.create_connection(('127.0.0.1', int(os.environ['DATABASE_PORT']))) as one:\n"
        "        one.sendall(b'get a\\n')\n        assert one.recv(9) == b'1\\n'\n"
    ),
    "rs/Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\n',
    "rs/src/main.rs": 'fn main() { println!("x"); }\n\n#[test]\nfn it() { assert_eq!(1 + 1, 2); }\n',
    "go/go.mod": "module example.org/app\n\ngo 1.21\n",
    "go/main.go": 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("x") }\n',
    "go/main_test.go": 'package main\n\nimport "testing"\n\nfunc TestIt(t *testing.T) {}\n',
    "c/hello.c": '#include <stdio.h>\nint main(void) { puts("x"); return 0; }\n',
    "Makefile": "all: made.o\nmade.o: c/hello.c\n\tgcc -c -o $@ $<\nclean:\n\trm -f made.o\n",
    "notes.txt": "one\ntwo\n",
    ".gitignore": "node_modules\nlib-py\nrs/target\ngo/app\n.venv\n*.o\nhello\n",
}


class Ended(NamedTuple):
    """How a job ended."""

    code: int
    said: str

    @property
    def explained(self) -> str:
        """Give what wicket says of it."""
        lines = [line for line in self.said.splitlines() if line.startswith("wicket: ") and " in sandbox " in line]
        return lines[-1] if lines else ""


class Docker(BaseHTTPRequestHandler):
    """Answers as docker's daemon does where nothing runs."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        content = b"OK" if self.path.endswith("_ping") else b"[]"
        self.send_response(200)
        for name, value in (("Api-Version", "1.43"), ("Content-Length", str(len(content)))):
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


class Database(socketserver.StreamRequestHandler):
    """Knows one value, and tells it to whoever asks."""

    def handle(self) -> None:
        if self.rfile.readline() == b"get a\n":
            self.wfile.write(b"1\n")


@contextlib.contextmanager
def serving(server: socketserver.BaseServer) -> Iterator[int]:
    """Serve; give the port, if it has one."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1]) if isinstance(server.server_address, tuple) else 0
    finally:
        server.shutdown()
        server.server_close()


def lay_out(project: Path, environ: dict[str, str]) -> None:
    """Make the project, its repository and a wheel."""
    for name, text in FILES.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    (project / "wheels").mkdir()
    about = "wheelhouse_demo-1.0.dist-info"
    with zipfile.ZipFile(project / "wheels/wheelhouse_demo-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("wheelhouse_demo.py", "x = 1\n")
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: wheelhouse-demo\nVersion: 1.0\n")
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: jobs\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{about}/RECORD", "")
    subprocess.run(["git", "init", "-q", "-b", "main", str(project)], env=environ, check=True)
    if shutil.which("npm", path=environ["PATH"]):
        locking = ["npm", "install", "--package-lock-only", "--offline", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(locking, cwd=project, env=environ, check=True)


def do(argv: list[str], project: Path, environ: dict[str, str]) -> Ended:
    """Do a job, and wait for its end."""
    done = subprocess.run(
        argv,
        cwd=project,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=LIMIT_S,
        check=False,
    )
    return Ended(done.returncode, done.stdout.decode(errors="replace"))


def compare(folder: Path, starting: list[str]) -> tuple[int, int, int]:
    """Do all jobs on both sides; give how many were done, how many refused, and how many ended so unexplained.

    `starting` is what starts wicket.
    """
    home = folder / "home"
    home.mkdir()
    (home / ".npmrc").write_text("fund=true\n", encoding="utf-8")
    (folder / "policy.yml").write_text(POLICY, encoding="utf-8")
    served = folder / "served"
    for side in ("outside", "inside"):
        bare = served / f"{side}.git"
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(bare)], check=True)
        subprocess.run(["git", "-C", str(bare), "config", "http.receivepack", "true"], check=True)
    # Tools lie in the home of whoever starts this; what they keep goes into a new one.
    tools = {name: os.environ[name] for name in ("RUSTUP_HOME", "PYENV_ROOT") if name in os.environ}
    tools.setdefault("RUSTUP_HOME", os.path.expanduser("~/.rustup"))
    # The Python of this installation stands first: it has pip and pytest.
    path = os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))
    environ = {"PATH": path, "HOME": str(home), "WICKET_HOME": str(folder / "state"), "LANG": "C.UTF-8", **tools}
    lay_out(folder / "outside", environ)
    shutil.copytree(folder / "outside", folder / "inside", symlinks=True)
    handler = type("Served", (Backend,), {"root": served})
    wicket = [sys.executable, *starting, "exec", "--config", str(folder / "policy.yml")]
    counted = refused = odd = 0
    with (
        serving(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as port,
        serving(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Database)) as database,
        serving(socketserver.ThreadingUnixStreamServer(f"{folder}/docker.sock", Docker)),
    ):
        environ |= {"DATABASE_PORT": str(database), "DOCKER_HOST": f"unix://{folder}/docker.sock"}
        for job in JOBS:
            words = job.split()
            program = words[3] if words[0] == "cd" else words[0]
            if "=" not in program and shutil.which(program, path=path) is None:
                print(f"skipped   {job}: there is no {program} here")
                continue
            text = {side: job.replace(REMOTE, f"http://127.0.0.1:{port}/{side}.git") for side in ("outside", "inside")}
            outside = do(["bash", "-c", text["outside"]], folder / "outside", environ)
            inside = do([*wicket, "--", text["inside"]], folder / "inside", environ)
            counted += 1
            if inside.code == outside.code:
                print(f"as outside ({inside.code})   {job}", flush=True)
            elif inside.explained:
                refused += 1
                print(f"refused ({inside.code}, outside {outside.code})   {job}\n    {inside.explained}", flush=True)
            else:
                odd += 1
                print(f"OTHERWISE ({inside.code}, outside {outside.code})   {job}\n{inside.said}", flush=True)
            if inside.code == outside.code != 0:
                print(f"    outside it says: {outside.said[-400:]}")
    return counted, refused, odd


def main() -> int:
    """Compare, in a folder that is thrown away."""
    is_landlock = sys.argv[1:] == ["landlock"]
    starting = ["-c", WITH_LANDLOCK] if is_landlock else ["-m", "wicket"]
    with tempfile.TemporaryDirectory(dir=os.environ.get("JOBS_FOLDER")) as name:
        counted, refused, odd = compare(Path(os.path.realpath(name)), starting)
    print(f"{counted} jobs, {refused} refused with an explanation, {odd} ended otherwise and did not say why")
    return 1 if odd or (refused > MOST_REFUSED and not is_landlock) else 0


if __name__ == "__main__":
    sys.exit(main())
