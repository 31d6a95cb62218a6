"""Programs that run code of another language, and where on their command line it stands.

Each line is a usage (see `usage`). CODE is a program text, CODEFILE a file of such text, SCRIPT the file that is run
if no code was given; without either, the program reads what it runs from its standard input.
"""

INTERPRETERS = {
    "python": "-c=CODE -m=VALUE -W=VALUE -X=VALUE --check-hash-based-pycs=VALUE -B -b -d -E -h -i -I -O -P -q -s -S -u -v -V "
    "-x SCRIPT COMMAND...",
    "perl": "-e=CODE -E=CODE -M=CODE -m=CODE -I=VALUE -F=VALUE -i?VALUE -0?VALUE -l?VALUE -x?VALUE -C?VALUE -D?VALUE -d?CODE "
    "-V?VALUE -a -c -f -n -p -s -S -t -T -u -U -v -w -W -X SCRIPT COMMAND...",
    "ruby": "-e=CODE -r=CODE -I=VALUE -C=VALUE -E=VALUE -F=VALUE -i?VALUE -0?VALUE -x?VALUE -K?VALUE -T?VALUE -W?VALUE -a -c -d "
    "-l -n -p -s -S -v -w SCRIPT COMMAND...",
    "node": "-e|--eval=CODE -p|--print=CODE -r|--require=CODEFILE --import=CODEFILE --loader=CODEFILE "
    "--experimental-loader=CODEFILE -c -i -v --env-file=VALUE SCRIPT COMMAND...",
    "php": "-r=CODE -B=CODE -R=CODE -E=CODE -F=CODEFILE -f=CODEFILE -d=VALUE -c=VALUE -z=VALUE -S=VALUE -t=VALUE SCRIPT COMMAND...",
    "lua": "-e=CODE -l=VALUE -i -v -E -W SCRIPT COMMAND...",
    "luajit": "-e=CODE -l=VALUE -j=VALUE -O?VALUE SCRIPT COMMAND...",
    "Rscript": "-e=CODE SCRIPT COMMAND...",
    "R": "-e=CODE -f|--file=CODEFILE SCRIPT COMMAND...",
    "osascript": "-e=CODE -l=VALUE SCRIPT COMMAND...",
    "tclsh": "SCRIPT COMMAND...",
    "wish": "SCRIPT COMMAND...",
    "expect": "-c=CODE -f=CODEFILE SCRIPT COMMAND...",
    "julia": "-e|--eval=CODE -E|--print=CODE -L|--load=CODEFILE -p=VALUE -t=VALUE SCRIPT COMMAND...",
    "elixir": "-e=CODE -r=CODEFILE SCRIPT COMMAND...",
    "groovy": "-e=CODE SCRIPT COMMAND...",
    "scala": "-e=CODE SCRIPT COMMAND...",
    "swift": "-e=CODE SCRIPT COMMAND...",
    "guile": "-c=CODE -l=CODEFILE -e=CODE SCRIPT COMMAND...",
    "octave": "--eval=CODE SCRIPT COMMAND...",
    "gnuplot": "-e=CODE SCRIPT COMMAND...",
    "ghc": "-e=CODE VALUE...",
    "erl": "-eval=CODE -s=CODE -run=CODE VALUE...",
    "jshell": "SCRIPT COMMAND...",
    "irb": "-r=CODE SCRIPT COMMAND...",
    "ipython": "-c=CODE -m=VALUE SCRIPT COMMAND...",
    "bpython": "SCRIPT COMMAND...",
    "ts-node": "-e|--eval=CODE -p|--print=CODE -r=CODEFILE SCRIPT COMMAND...",
    "tsx": "-e|--eval=CODE -p|--print=CODE SCRIPT COMMAND...",
    "fish": "-c|--command=CODE -C|--init-command=CODE SCRIPT COMMAND...",
    "csh": "-c=CODE SCRIPT COMMAND...",
    "tcsh": "-c=CODE SCRIPT COMMAND...",
    "nu": "-c|--commands=CODE -e|--execute=CODE SCRIPT COMMAND...",
    "xonsh": "-c=CODE SCRIPT COMMAND...",
    "elvish": "-c:CODE SCRIPT COMMAND...",
    "rc": "-c=CODE SCRIPT COMMAND...",
    "es": "-c=CODE SCRIPT COMMAND...",
    "pwsh": "-c|-Command|-EncodedCommand=CODE -File=CODEFILE +single SCRIPT COMMAND...",
}

# Shells whose language is the one that is read here, near enough.
SHELLS = frozenset(["bash", "sh", "dash", "ash", "ksh", "ksh93", "mksh", "zsh", "rbash", "lksh", "posh", "yash"])


def language(name: str) -> str:
    """Give the name under which the table knows an interpreter: python3.11 is python."""
    if name in INTERPRETERS:
        return name
    stem = name.rstrip("0123456789.")
    if stem in INTERPRETERS and stem != name:
        return stem
    return {"nodejs": "node", "pypy": "python", "pypy3": "python", "jruby": "ruby"}.get(name, "")
