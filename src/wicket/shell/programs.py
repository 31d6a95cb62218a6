"""What well-known programs execute, read, write and delete, by their options and operands.

Each line is a usage (see `usage`); the kinds that matter here:

    READ WRITE DELETE    a path; EDIT is read and written, MOVE is read and deleted, DIR is read as a folder
    RUN PROGRAM          a text for a shell; the name of a program
    CODE                 a program in another language: of awk, sed, python … as `languages` knows it
    VALUE                anything else

A flag with a kind (`-delete:DELETE`) acts by itself; on which paths, the operands say.
"""

from wicket.shell.usage import Usage
from wicket.shell.words import Word
from wicket.shell.wrappers import WRAPPERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.usage import Line

__all__ = ["Act", "acts", "is_known", "usage", "usage_of"]

_READS = "READ..."
_GREP = (
    "-A|--after-context=VALUE -B|--before-context=VALUE -C|--context=VALUE -e|--regexp=VALUE -f|--file=READ "
    "-m|--max-count=VALUE -d|--directories=VALUE -D|--devices=VALUE --color?VALUE --colour?VALUE --include=VALUE "
    "--exclude=VALUE --exclude-from=READ --exclude-dir=VALUE --label=VALUE --binary-files=VALUE -c|--count -i -n -r -R "
    "-v -l -L -o -q -s -w -x -E -F -G -P -H -h -z -Z -a VALUE READ..."
)
_DIFF = (
    "--output=WRITE -O=READ --ext-diff:EXTERNAL --no-ext-diff --textconv -S=VALUE -G=VALUE -U|--unified=VALUE "
    "-l=VALUE --diff-filter=VALUE --stat?VALUE --color?VALUE --word-diff?VALUE --word-diff-regex=VALUE --src-prefix=VALUE "
    "--dst-prefix=VALUE --inter-hunk-context=VALUE --diff-algorithm=VALUE --relative?VALUE --submodule?VALUE "
    "--ignore-matching-lines=VALUE -I=VALUE --no-index -p -s -z -R -w -b"
)
_LOG = (
    _DIFF + " -n|--max-count=VALUE --skip=VALUE --since=VALUE --after=VALUE --until=VALUE --before=VALUE --author=VALUE "
    "--committer=VALUE --grep=VALUE --format=VALUE --pretty?VALUE --date=VALUE --decorate?VALUE -L=VALUE --glob=VALUE "
    "--exclude=VALUE --branches?VALUE --tags?VALUE --remotes?VALUE --encoding=VALUE -g -i -E -F -P -c -m -r -t VALUE..."
)
_PAGER = "-O|--open-files-in-pager?RUN"
_DOWNLOAD = "-q -c -N -r"
_EDITOR = "-c=CODE -S=CODE -s=CODE -u=CODE -U=CODE --cmd=CODE -i=VALUE -w=WRITE -W=WRITE -T=VALUE -t=VALUE EDIT..."
_PACKER = "-c|--stdout|--to-stdout -d|--decompress -f -k|--keep -l -n -N -q -r -S|--suffix=VALUE -t -v -T=VALUE EDIT..."

PROGRAMS = {
    # they read
    "cat": _READS,
    "tac": "-s=VALUE READ...",
    "nl": "-b=VALUE -d=VALUE -f=VALUE -h=VALUE -i=VALUE -l=VALUE -n=VALUE -s=VALUE -v=VALUE -w=VALUE READ...",
    "head": "-n|--lines=VALUE -c|--bytes=VALUE -q -v READ...",
    "tail": "-n|--lines=VALUE -c|--bytes=VALUE -s=VALUE --pid=VALUE -f -F -q READ...",
    "less": "-o|--log-file=WRITE -O=WRITE -k=READ -p=VALUE -P=VALUE -t=VALUE -T=VALUE -x=VALUE -y=VALUE -z=VALUE READ...",
    "more": "-n=VALUE READ...",
    "most": _READS,
    "bat": "-l|--language=VALUE -H=VALUE --pager=RUN --theme=VALUE --style=VALUE -r=VALUE READ...",
    "wc": "--files0-from=READ READ...",
    "md5sum": "READ...",
    "sha1sum": "READ...",
    "sha256sum": "READ...",
    "sha512sum": "READ...",
    "b2sum": "READ...",
    "cksum": "-a=VALUE READ...",
    "sum": _READS,
    "file": "-f|--files-from=READ -m=READ -F=VALUE -e=VALUE -P=VALUE -C:WRITE READ...",
    "stat": "-c|--format=VALUE --printf=VALUE READ...",
    "ls": "-I|--ignore=VALUE -w=VALUE -T=VALUE --block-size=VALUE --color?VALUE --format=VALUE --sort=VALUE --time=VALUE "
    "--time-style=VALUE --hide=VALUE --indicator-style=VALUE --quoting-style=VALUE READ...",
    "dir": _READS,
    "tree": "-o=WRITE -L=VALUE -P=VALUE -I=VALUE -H=VALUE -T=VALUE --charset=VALUE --filelimit=VALUE --fromfile READ...",
    "du": "-d|--max-depth=VALUE -B=VALUE -t=VALUE -X=READ --exclude=VALUE --files0-from=READ READ...",
    "df": "-B=VALUE -t=VALUE -x=VALUE READ...",
    "realpath": "READ...",
    "readlink": "READ...",
    "basename": "-s=VALUE VALUE...",
    "dirname": "VALUE...",
    "strings": "-n=VALUE -t=VALUE -e=VALUE READ...",
    "od": "-A=VALUE -j=VALUE -N=VALUE -S=VALUE -t=VALUE -w?VALUE READ...",
    "xxd": "-c=VALUE -g=VALUE -l=VALUE -o=VALUE -s=VALUE -r -p -u READ WRITE",
    "hexdump": "-e=VALUE -f=READ -n=VALUE -s=VALUE READ...",
    "hd": "-n=VALUE -s=VALUE READ...",
    "cut": "-b=VALUE -c=VALUE -d|--delimiter=VALUE -f|--fields=VALUE --output-delimiter=VALUE READ...",
    "paste": "-d=VALUE -s READ...",
    "join": "-a=VALUE -e=VALUE -j=VALUE -o=VALUE -t=VALUE -v=VALUE -1=VALUE -2=VALUE READ...",
    "comm": "--output-delimiter=VALUE READ...",
    "fold": "-w=VALUE READ...",
    "fmt": "-w=VALUE READ...",
    "pr": "-D=VALUE -h=VALUE -l=VALUE -o=VALUE -w=VALUE READ...",
    "column": "-c=VALUE -s=VALUE -t -o=VALUE -N=VALUE READ...",
    "expand": "-t=VALUE READ...",
    "unexpand": "-t=VALUE READ...",
    "rev": _READS,
    "tr": "-c -C -d -s -t VALUE...",
    "base64": "-w=VALUE -d READ",
    "base32": "-w=VALUE -d READ",
    "cmp": "-i=VALUE -n=VALUE READ READ VALUE...",
    "diff": "-U=VALUE -C=VALUE -I=VALUE -x=VALUE -X=READ -S=VALUE -W=VALUE -F=VALUE --label=VALUE --from-file=READ "
    "--to-file=READ --color?VALUE READ...",
    "colordiff": _READS,
    "sdiff": "-o=WRITE -w=VALUE --diff-program=PROGRAM READ...",
    "grep": _GREP,
    "egrep": _GREP,
    "fgrep": _GREP,
    "zgrep": _GREP,
    "zcat": _READS,
    "zless": _READS,
    "xzcat": _READS,
    "bzcat": _READS,
    "look": "-t=VALUE VALUE READ",
    "rg": "--pre=PROGRAM --pre-glob=VALUE --hostname-bin=PROGRAM --search-zip -z -e|--regexp=VALUE -f|--file=READ "
    "-A=VALUE -B=VALUE -C=VALUE -E|--encoding=VALUE -g|--glob=VALUE --iglob=VALUE -j=VALUE -m|--max-count=VALUE -M=VALUE "
    "-t|--type=VALUE -T|--type-not=VALUE --type-add=VALUE -r|--replace=VALUE --sort=VALUE --sortr=VALUE --colors=VALUE "
    "--color=VALUE --context-separator=VALUE --ignore-file=READ --max-depth=VALUE -d=VALUE --max-filesize=VALUE "
    "--path-separator=VALUE --engine=VALUE --hyperlink-format=VALUE VALUE READ...",
    "ag": "--pager=RUN -A=VALUE -B=VALUE -C=VALUE -G=VALUE -m=VALUE --ignore=VALUE -p=READ VALUE READ...",
    "ack": "--pager?RUN -A=VALUE -B=VALUE -C=VALUE -m=VALUE --type=VALUE --ignore-dir=VALUE VALUE READ...",
    "jq": "-f|--from-file=READ -L=VALUE --arg=VALUE,VALUE --argjson=VALUE,VALUE --slurpfile=VALUE,READ "
    "--rawfile=VALUE,READ --indent=VALUE --tab -r -c -n -s -e -M -C -S -a -j VALUE READ...",
    "date": "-d|--date=VALUE -f|--file=READ -r|--reference=READ -s|--set=VALUE -I?VALUE --iso-8601?VALUE -u -R VALUE",
    "cal": "VALUE...",
    "printenv": "VALUE...",
    "whoami": "",
    "id": "VALUE...",
    "groups": "VALUE...",
    "uname": "",
    "hostname": "-F=READ VALUE",
    "uptime": "",
    "free": "-s=VALUE -c=VALUE",
    "ps": "-o=VALUE -p=VALUE -u=VALUE -U=VALUE -t=VALUE -C=VALUE --sort=VALUE --pid=VALUE --ppid=VALUE VALUE...",
    "pgrep": "-u=VALUE -f VALUE...",
    "which": "VALUE...",
    "whereis": "VALUE...",
    "locate": "-d=READ -l=VALUE VALUE...",
    "seq": "-f=VALUE -s=VALUE VALUE...",
    "sleep": "VALUE...",
    "expr": "VALUE...",
    "nproc": "",
    "tput": "VALUE...",
    "tty": "",
    "ping": "-c=VALUE -i=VALUE -W=VALUE -w=VALUE -s=VALUE -I=VALUE VALUE",
    "dig": "-f=READ -b=VALUE -p=VALUE -t=VALUE VALUE...",
    "host": "VALUE...",
    "nslookup": "VALUE...",
    "getent": "VALUE...",
    "man": "-P|--pager=RUN -H|--html?RUN -C=READ -M=VALUE -S=VALUE -L=VALUE -p=VALUE -T?VALUE -k -f -w -l READ...",
    "info": "-o|--output=WRITE -f=READ VALUE...",
    # the shell's own
    "echo": "VALUE...",
    "printf": "-v=VALUE VALUE...",
    "cd": "VALUE...",
    "pushd": "VALUE...",
    "popd": "VALUE...",
    "dirs": "VALUE...",
    "pwd": "VALUE...",
    "true": "VALUE...",
    "false": "VALUE...",
    ":": "VALUE...",
    "type": "VALUE...",
    "test": "VALUE...",
    "[": "VALUE...",
    "exit": "VALUE...",
    "export": "VALUE...",
    "unset": "VALUE...",
    "declare": "VALUE...",
    "local": "VALUE...",
    "readonly": "VALUE...",
    "set": "VALUE...",
    "shopt": "VALUE...",
    "shift": "VALUE...",
    "wait": "VALUE...",
    "kill": "VALUE...",
    "jobs": "VALUE...",
    "read": "VALUE...",
    "return": "VALUE...",
    "break": "VALUE...",
    "continue": "VALUE...",
    "umask": "VALUE...",
    "ulimit": "VALUE...",
    "let": "VALUE...",
    "getopts": "VALUE...",
    "mapfile": "VALUE...",
    "readarray": "VALUE...",
    "trap": "VALUE...",
    "alias": "VALUE...",
    "times": "",
    "history": "-c -d=VALUE -a:WRITE -w:WRITE -n -r -p -s WRITE...",
    # they write
    "tee": "-a|--append -i -p --output-error?VALUE WRITE...",
    "cp": "-t|--target-directory=WRITE -S|--suffix=VALUE --backup?VALUE -r -R -a -f -i -n -u -v READ... WRITE",
    "mv": "-t|--target-directory=WRITE -S|--suffix=VALUE --backup?VALUE -f -i -n -u -v MOVE... WRITE",
    "ln": "-t|--target-directory=WRITE -S|--suffix=VALUE -s -f -n -r READ... WRITE",
    "install": "-t|--target-directory=WRITE -m|--mode=VALUE -o|--owner=VALUE -g|--group=VALUE -S=VALUE "
    "--strip-program=PROGRAM -s -d -D READ... WRITE",
    "rsync": "-e|--rsh=RUN --rsync-path=RUN --log-file=WRITE --files-from=READ --exclude=VALUE --include=VALUE "
    "--exclude-from=READ --include-from=READ -f|--filter=VALUE -T|--temp-dir=VALUE --backup-dir=WRITE --suffix=VALUE "
    "--bwlimit=VALUE --chmod=VALUE --chown=VALUE --compare-dest=VALUE --copy-dest=VALUE --link-dest=VALUE --port=VALUE "
    "--password-file=READ --timeout=VALUE --max-size=VALUE --min-size=VALUE --partial-dir=VALUE --out-format=VALUE "
    "--info=VALUE --delete:DELETE --delete-after:DELETE --delete-before:DELETE --delete-during:DELETE "
    "--delete-excluded:DELETE --remove-source-files:DELETE READ... WRITE",
    "scp": "-S=PROGRAM -o=SSH -F=READ -i=READ -J=VALUE -l=VALUE -P=VALUE -c=VALUE -D=VALUE -X=VALUE READ... WRITE",
    "sftp": "-S=PROGRAM -o=SSH -F=READ -i=READ -b=CODE -J=VALUE -P=VALUE -R=VALUE VALUE...",
    "touch": "-d=VALUE -t=VALUE -r|--reference=READ -a -c -m WRITE...",
    "mkdir": "-m|--mode=VALUE -p -v WRITE...",
    "mkfifo": "-m=VALUE WRITE...",
    "mknod": "-m=VALUE WRITE VALUE...",
    "mktemp": "-p|--tmpdir?VALUE --suffix=VALUE -d -q -u VALUE",
    "truncate": "-s|--size=VALUE -r|--reference=READ -c -o WRITE...",
    "fallocate": "-l=VALUE -o=VALUE WRITE",
    "shred": "-n=VALUE -s=VALUE --random-source=READ -u?VALUE -z -v WRITE...",
    "dd": "DD...",
    "chmod": "--reference=READ -R -v -c -f VALUE WRITE...",
    "chown": "--reference=READ --from=VALUE -R -v -c -f -h VALUE WRITE...",
    "chgrp": "--reference=READ -R VALUE WRITE...",
    "chattr": "-R VALUE WRITE...",
    "setfacl": "-m=VALUE -x=VALUE -M=READ -X=READ --restore=READ -R WRITE...",
    "patch": "-i|--input=READ -o|--output=WRITE -r|--reject-file=WRITE -d|--directory=VALUE -p|--strip=VALUE -B=VALUE "
    "-D=VALUE -F=VALUE -V=VALUE -Y=VALUE -z=VALUE WRITE READ",
    "split": "-a=VALUE -b=VALUE -C=VALUE -l=VALUE -n=VALUE -t=VALUE --additional-suffix=VALUE --filter=RUN READ WRITE",
    "csplit": "-b=VALUE -f|--prefix=WRITE -n=VALUE READ VALUE...",
    "sort": "-o|--output=WRITE --compress-program=PROGRAM -k|--key=VALUE -t|--field-separator=VALUE -S|--buffer-size=VALUE "
    "-T|--temporary-directory=VALUE --batch-size=VALUE --files0-from=READ --parallel=VALUE --random-source=READ "
    "--sort=VALUE -b -c -C -d -f -g -h -i -M -m -n -R -r -s -u -V -z READ...",
    "uniq": "-f=VALUE -s=VALUE -w=VALUE --group?VALUE -c -d -D -i -u -z READ WRITE",
    "shuf": "-o|--output=WRITE -i=VALUE -n=VALUE --random-source=READ -e -r -z READ...",
    "iconv": "-f=VALUE -t=VALUE -o|--output=WRITE -c -s -l READ...",
    "gzip": _PACKER,
    "gunzip": _PACKER,
    "bzip2": _PACKER,
    "bunzip2": _PACKER,
    "xz": _PACKER,
    "unxz": _PACKER,
    "zstd": "-o=WRITE -D=READ -c -d -f -k -r -T=VALUE --rm:DELETE READ...",
    "lz4": "-c -d -f READ WRITE",
    "zip": "-b=WRITE -d:DELETE -T -TT|--unzip-command=RUN -i=VALUE -x=VALUE -n=VALUE -P=VALUE -r -j -q -u -m:DELETE "
    "--out=WRITE WRITE READ...",
    "unzip": "-d=WRITE -P=VALUE -x=VALUE -l -o -n -p -q -j -t READ VALUE...",
    "7z": "VALUE READ...",
    "tar": "+joined -f|--file=ARCHIVE -C|--directory=CD -I|--use-compress-program=RUN --to-command=RUN "
    "--checkpoint-action=CHECKPOINT --checkpoint?VALUE -F|--info-script|--new-volume-script=RUN --rsh-command=RUN "
    "--rmt-command=RUN -T|--files-from=READ -X|--exclude-from=READ --exclude=VALUE -g|--listed-incremental=WRITE "
    "--index-file=WRITE --transform|--xform=VALUE --strip-components=VALUE -b=VALUE -H|--format=VALUE -L=VALUE "
    "-K=VALUE -N=VALUE -V=VALUE --owner=VALUE --group=VALUE --mode=VALUE --mtime=VALUE --add-file=READ "
    "--volno-file=WRITE --suffix=VALUE --remove-files:DELETE --delete:DELETE -c|--create -x|--extract|--get:EXTRACT "
    "-t|--list -r -u -v -z -j -J -p -k -O -a -W READ...",
    "cpio": "-o -i:EXTRACT -p:EXTRACT -d -m -u -v -F|--file=ARCHIVE -O=WRITE -I=READ -D=CD -E=READ -H=VALUE -R=VALUE "
    "--rsh-command=RUN VALUE...",
    "ar": "VALUE WRITE READ...",
    "curl": "-o|--output=WRITE -O|--remote-name:WRITE --remote-name-all:WRITE -J -D|--dump-header=WRITE "
    "-c|--cookie-jar=WRITE --output-dir=WRITE --trace=WRITE --trace-ascii=WRITE --stderr=WRITE --etag-save=WRITE "
    "--hsts=WRITE --alt-svc=WRITE --libcurl=WRITE -K|--config=READ -T|--upload-file=READ -b|--cookie=VALUE "
    "-d|--data|--data-ascii=UPLOAD --data-binary=UPLOAD --data-raw=VALUE --data-urlencode=UPLOAD --json=UPLOAD "
    "-F|--form=UPLOAD --form-string=VALUE -E|--cert=READ --key=READ --cacert=READ --netrc-file=READ -A|--user-agent=VALUE "
    "-e|--referer=VALUE -H|--header=VALUE -m|--max-time=VALUE -C|--continue-at=VALUE -r|--range=VALUE -u|--user=VALUE "
    "-U=VALUE -w|--write-out=VALUE -x|--proxy=VALUE -X|--request=VALUE -y=VALUE -Y=VALUE -z=VALUE -Q=VALUE -P=VALUE "
    "-t=VALUE --connect-timeout=VALUE --retry=VALUE --retry-delay=VALUE --resolve=VALUE --url=VALUE --limit-rate=VALUE "
    "--max-redirs=VALUE --interface=VALUE --ciphers=VALUE --dns-servers=VALUE --proto=VALUE --oauth2-bearer=VALUE "
    "--unix-socket=VALUE --aws-sigv4=VALUE -f -g -G -I -i -k -L -n -N -s -S -v -# VALUE...",
    "wget": _DOWNLOAD + " -O|--output-document=WRITE -o|--output-file=WRITE -a|--append-output=WRITE -P|--directory-prefix=WRITE "
    "-i|--input-file=READ --config=READ -e|--execute=CODE --use-askpass=PROGRAM --post-file=READ --body-file=READ "
    "--post-data=VALUE --header=VALUE -U|--user-agent=VALUE --save-cookies=WRITE --load-cookies=READ -t=VALUE -T=VALUE "
    "-w=VALUE -l=VALUE -A=VALUE -R=VALUE -D=VALUE -I=VALUE -X=VALUE -B=VALUE -Q=VALUE --user=VALUE --password=VALUE "
    "--warc-file=WRITE --rejected-log=WRITE --tries=VALUE --timeout=VALUE --method=VALUE --limit-rate=VALUE VALUE...",
    "http": "-o|--output=WRITE -d|--download:WRITE -a=VALUE --session=VALUE VALUE...",
    "aria2c": "-o=WRITE -d=WRITE -i=READ -l=WRITE --on-download-complete=PROGRAM --on-download-start=PROGRAM "
    "--on-download-error=PROGRAM --conf-path=READ VALUE...",
    "nc": "-e=RUN -c=RUN -s=VALUE -p=VALUE -w=VALUE -i=VALUE -X=VALUE -x=VALUE -q=VALUE -o=WRITE -l -n -u -v -z VALUE...",
    "ncat": "-e|--exec=RUN -c|--sh-exec=RUN --lua-exec=CODE -s=VALUE -p=VALUE -w=VALUE -i=VALUE -o=WRITE -l -k -n -u VALUE...",
    "socat": "SOCAT...",
    "telnet": "VALUE...",
    # they delete
    "rm": "-r|-R|--recursive -f|--force -i --interactive?VALUE -I -d|--dir -v --one-file-system --no-preserve-root "
    "--preserve-root?VALUE DELETE...",
    "rmdir": "-p -v --ignore-fail-on-non-empty DELETE...",
    "unlink": "DELETE",
    "srm": "DELETE...",
    "trash": "DELETE...",
    "find": "+single -exec:EXEC -execdir:EXEC -ok:EXEC -okdir:EXEC -delete:DELETE -fprint=WRITE -fprint0=WRITE "
    "-fprintf=WRITE,VALUE -fls=WRITE -files0-from=READ -name=VALUE -iname=VALUE -path=VALUE -ipath=VALUE "
    "-wholename=VALUE -regex=VALUE -iregex=VALUE -regextype=VALUE -lname=VALUE -ilname=VALUE -type=VALUE -xtype=VALUE "
    "-maxdepth=VALUE -mindepth=VALUE -size=VALUE -mtime=VALUE -mmin=VALUE -atime=VALUE -amin=VALUE -ctime=VALUE "
    "-cmin=VALUE -newer=READ -anewer=READ -cnewer=READ -samefile=READ -user=VALUE -group=VALUE -uid=VALUE -gid=VALUE "
    "-perm=VALUE -links=VALUE -inum=VALUE -printf=VALUE -fstype=VALUE -used=VALUE -D=VALUE DIR...",
    "fd": "-x|--exec:REST -X|--exec-batch:REST -e|--extension=VALUE -t|--type=VALUE -d|--max-depth=VALUE -E|--exclude=VALUE "
    "-c|--color=VALUE -j=VALUE -S|--size=VALUE --changed-within=VALUE --changed-before=VALUE -o|--owner=VALUE "
    "--base-directory=VALUE --search-path=DIR --ignore-file=READ --min-depth=VALUE --format=VALUE -g -H -I -i -l -L -p -s -u "
    "VALUE DIR...",
    # they run other languages
    "awk": "-f|--file=CODEFILE -v|--assign=VALUE -F|--field-separator=VALUE -e|--source=CODE -i|--include=CODEFILE "
    "-l|--load=CODEFILE -E|--exec=CODEFILE -o?WRITE -p?WRITE -d?WRITE -W=VALUE CODE READ...",
    "sed": "-e|--expression=CODE -f|--file=CODEFILE -i|--in-place?INPLACE -l|--line-length=VALUE -n|--quiet -E -r -s -u -z "
    "CODE READ...",
    "ed": "-p=VALUE EDIT",
    "ex": _EDITOR,
    "vi": _EDITOR,
    "vim": _EDITOR,
    "nvim": _EDITOR,
    "view": _EDITOR,
    "nano": "EDIT...",
    "emacs": "--eval|-eval|--execute=CODE -l|--load=CODE -f|--funcall=CODE --script=CODE EDIT...",
    "bc": "CODEFILE...",
    "dc": "-e|--expression=CODE -f|--file=CODEFILE CODEFILE...",
    "gdb": "-ex|--eval-command=CODE -x|--command=CODEFILE -iex=CODE -ix=CODEFILE --args:REST -p=VALUE READ...",
    "sqlite3": "-cmd=CODE -init=CODEFILE WRITE CODE...",
    "psql": "-c|--command=CODE -f|--file=CODEFILE -o|--output=WRITE -L=WRITE -d=VALUE -h=VALUE -p=VALUE -U=VALUE -v=VALUE "
    "-F=VALUE -P=VALUE -R=VALUE -T=VALUE VALUE...",
    "mysql": "-e|--execute=CODE --pager=RUN --tee=WRITE -h=VALUE -P=VALUE -u=VALUE -p?VALUE -D=VALUE VALUE...",
    "openssl": "VALUE...",
    "m4": "CODEFILE...",
    "xsltproc": "-o|--output=WRITE READ...",
    "envsubst": "VALUE...",
    # projects
    "git": "-C=CD -c=CONFIG --config-env=CONFIG --exec-path?VALUE --git-dir=VALUE --work-tree=VALUE --namespace=VALUE "
    "--super-prefix=VALUE --list-cmds=VALUE --attr-source=VALUE -p|--paginate:PAGER -P|--no-pager --bare SUB",
    "git diff": _DIFF + " VALUE...",
    "git log": _LOG,
    "git show": _LOG,
    "git shortlog": _LOG,
    "git reflog": _LOG,
    "git whatchanged": _LOG,
    "git stash": "-m|--message=VALUE --pathspec-from-file=READ VALUE...",
    "git format-patch": _LOG + " -o|--output-directory=WRITE",
    "git diff-tree": _LOG,
    "git diff-index": _LOG,
    "git diff-files": _LOG,
    "git grep": _PAGER + " -e=VALUE -f=READ -A=VALUE -B=VALUE -C=VALUE -m=VALUE --threads=VALUE --max-depth=VALUE -n -i -l -w "
    "-c -h -H -v -E -F -P VALUE...",
    "git status": "-u?VALUE --porcelain?VALUE --ignored?VALUE --column?VALUE -s -b -z -v VALUE...",
    "git branch": "--format=VALUE --sort=VALUE --contains=VALUE --merged=VALUE --points-at=VALUE -u=VALUE --abbrev?VALUE "
    "-d|--delete -D -m -M -c -C -f|--force -a -r -v -l VALUE...",
    "git tag": "-m=VALUE -F=READ -u=VALUE --sort=VALUE --format=VALUE -n?VALUE --contains=VALUE -d|--delete -f|--force -a -s "
    "-l VALUE...",
    "git add": "--chmod=VALUE --pathspec-from-file=READ -e|--edit:EDITOR -p -i -A -u -f -n VALUE...",
    "git commit": "-m|--message=VALUE -F|--file=READ -C|--reuse-message=VALUE -c|--reedit-message=VALUE -t|--template=READ "
    "--author=VALUE --date=VALUE --fixup=VALUE --squash=VALUE --trailer=VALUE --cleanup=VALUE -S?VALUE -u?VALUE "
    "--pathspec-from-file=READ -a|--all -p -e -n|--no-verify -q -s -v --amend VALUE...",
    "git push": "--repo=VALUE -o|--push-option=VALUE --receive-pack|--exec=RUN --signed?VALUE --force-with-lease?VALUE "
    "--recurse-submodules=VALUE -f|--force -u|--set-upstream -d|--delete -n|--dry-run -q -v --mirror --all --tags --prune "
    "--force-if-includes --atomic --no-verify --follow-tags VALUE...",
    "git fetch": "--upload-pack=RUN --depth=VALUE -o|--server-option=VALUE -j=VALUE --refmap=VALUE --filter=VALUE -a -f -p -t "
    "VALUE...",
    "git pull": "--upload-pack=RUN --depth=VALUE -s=VALUE -X=VALUE -r?VALUE --rebase?VALUE VALUE...",
    "git clone": "-u|--upload-pack=RUN -c|--config=CONFIG -b|--branch=VALUE -o|--origin=VALUE --depth=VALUE --template=VALUE "
    "--reference=VALUE --separate-git-dir=WRITE -j=VALUE --filter=VALUE --shallow-since=VALUE VALUE WRITE",
    "git ls-remote": "--upload-pack|--exec=RUN -o=VALUE --sort=VALUE VALUE...",
    "git archive": "-o|--output=WRITE --remote=VALUE --exec=RUN --format=VALUE --prefix=VALUE --add-file=READ VALUE...",
    "git bundle": "VALUE WRITE VALUE...",
    "git checkout": "-b=VALUE -B=VALUE --orphan=VALUE --conflict=VALUE --pathspec-from-file=READ -f|--force -q -t -p VALUE...",
    "git switch": "-c|--create=VALUE -C|--force-create=VALUE --orphan=VALUE -f|--force --discard-changes VALUE...",
    "git restore": "-s|--source=VALUE --pathspec-from-file=READ -S -W -p VALUE...",
    "git reset": "--pathspec-from-file=READ --soft --mixed --hard --merge --keep -q -p -N VALUE...",
    "git clean": "-e|--exclude=VALUE -f|--force:DELETE -d -i -n|--dry-run -x -X VALUE...",
    "git rm": "--pathspec-from-file=READ -r -f|--force -n --cached DELETE...",
    "git mv": "-f -k -n -v MOVE... WRITE",
    "git rebase": "-x|--exec=RUN --onto=VALUE -s=VALUE -X=VALUE -i|--interactive:EDITOR --edit-todo:EDITOR VALUE...",
    "git merge": "-m=VALUE -F=READ -s=STRATEGY -X=VALUE --into-name=VALUE -S?VALUE VALUE...",
    "git cherry-pick": "-m=VALUE -s -x -n -X=VALUE --strategy=VALUE VALUE...",
    "git bisect": "SUB",
    "git bisect run": "COMMAND...",
    "git submodule": "SUB",
    "git submodule foreach": "--recursive TEXT...",
    "git submodule update": "--init --recursive --depth=VALUE -j=VALUE --remote VALUE...",
    "git filter-branch": "--setup=RUN --env-filter=RUN --tree-filter=RUN --index-filter=RUN --parent-filter=RUN "
    "--msg-filter=RUN --commit-filter=RUN --tag-name-filter=RUN --subdirectory-filter=VALUE -d=VALUE -f VALUE...",
    "git difftool": "-x|--extcmd=RUN -t|--tool=VALUE -y -d -g VALUE...",
    "git mergetool": "-t|--tool=VALUE -y VALUE...",
    "git config": "--file|-f=WRITE --blob=VALUE --type=VALUE -e|--edit:EDITOR --global --system --local --worktree --add "
    "--get --get-all --list|-l --unset SETTING SETTING...",
    "git daemon": "--access-hook=RUN VALUE...",
    "git send-email": "--sendmail-cmd=RUN --smtp-server=VALUE --to-cmd=RUN --cc-cmd=RUN VALUE...",
    "git interpret-trailers": "--trailer=VALUE --where=VALUE --in-place:INPLACE --parse --trim-empty READ...",
    "git worktree": "VALUE...",
    "git remote": "VALUE...",
    "git apply": "--directory=VALUE -p=VALUE -C=VALUE --exclude=VALUE --include=VALUE VALUE...",
    "git blame": "-L=VALUE -S=READ --contents=READ --ignore-rev=VALUE --ignore-revs-file=READ --date=VALUE VALUE...",
    "git rev-parse": "VALUE...",
    "git rev-list": _LOG,
    "git ls-files": "-x=VALUE -X=READ --exclude-per-directory=VALUE --format=VALUE VALUE...",
    "git ls-tree": "--format=VALUE --abbrev?VALUE VALUE...",
    "git cat-file": "--textconv --filters --path=VALUE VALUE...",
    "git describe": "--match=VALUE --exclude=VALUE --abbrev?VALUE VALUE...",
    "git symbolic-ref": "-m=VALUE VALUE...",
    "git update-index": "--cacheinfo=VALUE --index-version=VALUE VALUE...",
    "git init": "--template=VALUE --separate-git-dir=WRITE -b=VALUE --initial-branch=VALUE WRITE",
    "git am": "-p=VALUE -C=VALUE --directory=VALUE READ...",
    "git gc": "--prune?VALUE VALUE...",
    "make": "-f|--file|--makefile=CODEFILE -C|--directory=CD --eval|-E=CODE -I|--include-dir=VALUE -j|--jobs?VALUE "
    "-l?VALUE -o|--old-file=VALUE -W|--what-if=VALUE -O?VALUE --debug?VALUE -B -d -e -i -k -n -p -q -r -R -s -S -t -w MAKE...",
    "cmake": "-P=CODEFILE -E:REST -S=VALUE -B=WRITE -D=VALUE -C=CODEFILE -G=VALUE -T=VALUE -A=VALUE -j?VALUE --build=VALUE "
    "--install=VALUE --target=VALUE --config=VALUE VALUE...",
    "go": "-C=CD SUB",
    "go build": "+single -o=WRITE -exec=RUN -toolexec=RUN -ldflags=VALUE -gcflags=VALUE -asmflags=VALUE -tags=VALUE -mod=VALUE "
    "-modfile=VALUE -overlay=READ -p=VALUE -pkgdir=VALUE -C=CD VALUE...",
    "go test": "+single -o=WRITE -exec=RUN -toolexec=RUN -ldflags=VALUE -gcflags=VALUE -tags=VALUE -run=VALUE -bench=VALUE "
    "-count=VALUE -timeout=VALUE -coverprofile=WRITE -cpuprofile=WRITE -memprofile=WRITE -blockprofile=WRITE "
    "-mutexprofile=WRITE -trace=WRITE -outputdir=WRITE -p=VALUE -parallel=VALUE -covermode=VALUE -coverpkg=VALUE "
    "-benchtime=VALUE -cpu=VALUE -skip=VALUE -fuzz=VALUE -mod=VALUE -C=CD VALUE...",
    "go run": "+single -exec=RUN -toolexec=RUN -ldflags=VALUE -tags=VALUE -mod=VALUE -C=CD VALUE...",
    "go vet": "+single -vettool=PROGRAM -toolexec=RUN -tags=VALUE VALUE...",
    "go generate": "+single -run=VALUE -skip=VALUE VALUE...",
    "cargo": "--config=CONFIG -C=CD --color=VALUE -Z=VALUE SUB",
    "npm run": "--prefix=VALUE -w=VALUE --script-shell=PROGRAM VALUE...",
    "npm install": "--prefix=VALUE -w=VALUE --script-shell=PROGRAM VALUE...",
    "pytest": "-c=READ -k=VALUE -m=VALUE -p=VALUE -o=VALUE -n=VALUE --rootdir=VALUE --basetemp=DELETE --junitxml=WRITE "
    "--junit-xml=WRITE --log-file=WRITE --pdbcls=VALUE --cov?VALUE --cov-report=VALUE --tb=VALUE --maxfail=VALUE -W=VALUE "
    "--ignore=VALUE --deselect=VALUE --durations=VALUE --timeout=VALUE -r=VALUE VALUE...",
    "terraform": "+single -chdir=CD SUB",
    "gcc": "-o=WRITE -wrapper=PROGRAM -B=VALUE -specs=READ -I=VALUE -L=VALUE -l=VALUE -D=VALUE READ...",
    "cc": "-o=WRITE -wrapper=PROGRAM -B=VALUE READ...",
    "ld": "-o=WRITE READ...",
    "objcopy": "READ WRITE",
    "strip": "-o=WRITE EDIT...",
    "tcpdump": "-z=PROGRAM -w=WRITE -r=READ -F=READ -i=VALUE -c=VALUE -C=VALUE -G=VALUE -W=VALUE -Z=VALUE -s=VALUE VALUE...",
    "logrotate": "-s=WRITE -l=WRITE -m=PROGRAM CODEFILE...",
    "crontab": "-u=VALUE -e:EDITOR -l -r:DELETE -i CODEFILE",
    "at": "-f=CODEFILE -t=VALUE -q=VALUE -c -l -d -m VALUE...",
    "batch": "VALUE...",
    "systemctl": "-H=VALUE -M=VALUE -t=VALUE -p=VALUE -n=VALUE -o=VALUE -s=VALUE --root=VALUE SUB",
    "systemctl edit": "--drop-in=VALUE --full:EDITOR VALUE...",
    "journalctl": "-u=VALUE -n=VALUE -p=VALUE -S=VALUE -U=VALUE -t=VALUE -o=VALUE -D=READ --file=READ "
    "--vacuum-size=DELETE --vacuum-time=DELETE --vacuum-files=DELETE VALUE...",
    "dpkg": "-i|--install:INSTALL --unpack:INSTALL -r|--remove:DELETE -P|--purge:DELETE --root=VALUE --admindir=VALUE "
    "--pre-invoke=RUN --post-invoke=RUN -l -L -s -S VALUE...",
    "apt": "-o|--option=APTOPTION -c|--config-file=READ -t=VALUE -q?VALUE -y SUB",
    "apt-get": "-o|--option=APTOPTION -c|--config-file=READ -t=VALUE -q?VALUE -y SUB",
    "zipgrep": "VALUE READ...",
    "docker cp": "READ WRITE",
    "docker build": "-f=READ -t=VALUE --build-arg=VALUE --target=VALUE --iidfile=WRITE -o=WRITE READ",
}

_ALIASES = {
    "gawk": "awk",
    "mawk": "awk",
    "nawk": "awk",
    "gsed": "sed",
    "gmake": "make",
    "remake": "make",
    "bsdtar": "tar",
    "gtar": "tar",
    "fdfind": "fd",
    "gfind": "find",
    "rview": "vim",
    "rvim": "vim",
    "vimdiff": "vim",
    "vimtutor": "vim",
    "batcat": "bat",
    "netcat": "nc",
    "nc.traditional": "nc",
    "nc.openbsd": "nc",
    "typeset": "declare",
    "g++": "gcc",
    "clang": "gcc",
    "c++": "gcc",
    "mariadb": "mysql",
    "grm": "rm",
    "gcp": "cp",
    "gmv": "mv",
    "sudoedit": "nano",
    "bdash": "dash",
    "dpkg-deb": "dpkg",
    "nodejs": "node",
    "apt-key": "apt",
}

_read: dict[str, Usage] = {}


class Act:
    """One thing that a command does beyond being run. `kind`: run, read, write or delete."""

    __slots__ = ("by", "kind", "word")

    def __init__(self, kind: str, word: Word | None, by: str) -> None:
        self.kind = kind
        self.word = word  # the path, the program or the text; None when it is none of the words
        self.by = by  # the option, or "operand"

    def __repr__(self) -> str:
        return f"<Act {self.kind} {self.word} by {self.by}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Act) and (self.kind, self.word, self.by) == (other.kind, other.word, other.by)

    def __hash__(self) -> int:
        return hash((self.kind, self.by))


def plain(name: str) -> str:
    """Give the name under which the tables know a program: without its folder and its version."""
    name = name.rpartition("/")[2]
    return _ALIASES.get(name, name)


def usage(name: str) -> Usage | None:
    """Look up how a program (`sort`, `git diff`) reads its command line."""
    found = _read.get(name)
    if found is None:
        line = PROGRAMS.get(name)
        if line is None:
            line = WRAPPERS.get(name)
            if line is None:
                return None
        found = _read[name] = Usage(line)
    return found


def is_known(name: str) -> bool:
    """Tell whether the tables say what a program does with its words."""
    name = plain(name)
    return name in PROGRAMS or name in WRAPPERS or name in _INTERPRETERS


def usage_of(command: "Command") -> "tuple[str, Usage, Line] | None":
    """Take a command's line apart, down to its subcommand: the full name, the usage, and what was found.

    Options before the subcommand come first in the line.
    """
    words = command.words
    if not words or words[0].text is None:
        return None
    name = plain(words[0].text)
    found = usage(name)
    if found is None:
        return None
    line = found.read(words[1:])
    while found.operands and found.operands[-1][0] == "SUB":
        if not line.operands or line.operands[0].text is None:
            return name, found, line
        deeper = usage(f"{name} {line.operands[0].text}")
        if deeper is None:
            return name, found, line
        name = f"{name} {line.operands[0].text}"
        inner = deeper.read(line.operands[1:])
        inner.found = line.found + inner.found
        inner.unsure = inner.unsure or line.unsure
        found, line = deeper, inner
    return name, found, line


# What a kind amounts to.
_ACTS = {
    "READ": ("read",),
    "DIR": ("read",),
    "CODEFILE": ("read", "run"),
    "WRITE": ("write",),
    "EDIT": ("read", "write"),
    "MOVE": ("read", "delete"),
    "DELETE": ("delete",),
    "RUN": ("run",),
    "PROGRAM": ("run",),
    "CHECKPOINT": ("run",),
    "INSTALL": ("write",),
    "EDITOR": ("run",),
    "EXTERNAL": ("run",),
}


def acts(command: "Command") -> tuple[Act, ...]:
    """List what a command reads, writes, deletes and runs, as far as the tables know.

    Redirects are not among them: they stand in `command.redirects`.
    """
    taken = usage_of(command)
    if taken is None:
        return ()
    name, found, line = taken
    made: list[Act] = []
    deletes = False
    operands = line.operands
    for option in line.found:
        kind = option.kind
        if not kind:
            continue
        if option.option is not None and option.option.takes != "=" and kind in ("DELETE", "EXTRACT", "INPLACE"):
            deletes = deletes or kind == "DELETE"
            made.append(Act("delete" if kind == "DELETE" else "write", None, option.name))
            continue
        kinds = option.option.kinds if option.option is not None else ()
        for part, word in zip(kinds, option.values or (None,), strict=False):
            if part == "UPLOAD":
                if word is not None and word.text is not None and "@" not in word.text and "<" not in word.text:
                    continue
                made.append(Act("read", _upload(word), option.name))
            elif part == "ARCHIVE":
                reads = line.has("-x") or line.has("-t")
                if word is not None and word.text != "-":
                    made.append(Act("read" if reads else "write", word, option.name))
            for act in _ACTS.get(part, ()):
                if not (word is not None and word.text == "-" and act in ("read", "write")):
                    made.append(Act(act, word, option.name))
    if name == "awk" and (line.value("-f") is not None or line.value("-e") is not None):
        pairs = [("READ", word) for word in operands]
    elif name == "sed" and (line.value("-f") is not None or line.value("-e") is not None):
        pairs = [("READ", word) for word in operands]
    elif name in ("grep", "egrep", "fgrep", "rg") and (line.value("-e") is not None or line.value("-f") is not None):
        pairs = [("READ", word) for word in operands]
    elif name in ("cp", "mv", "ln", "install") and line.value("-t") is not None:
        pairs = [(found.operands[0][0], word) for word in operands]
    elif name == "install" and line.has("-d"):
        pairs = [("WRITE", word) for word in operands]
    elif name == "git diff" and line.has("--no-index"):
        pairs = [("READ", word) for word in operands]
    elif name == "dd":
        pairs = [_dd(word) for word in operands]
    elif name == "find":
        pairs = _start_points(command, deletes)
    elif name == "git rm" or name == "git mv":
        pairs = [] if line.has("--cached") else found.kinds(operands)
    else:
        pairs = found.kinds(operands)
    in_place = name == "sed" and line.has("-i")
    for kind, word in pairs:
        for act in _ACTS.get(kind, ()):
            if word.text == "-" and act in ("read", "write"):
                continue
            made.append(Act(act, word, "operand"))
        if in_place and kind == "READ":
            made.append(Act("write", word, "operand"))
    if name in ("gzip", "bzip2", "xz") and (line.has("-c") or line.has("-t") or line.has("-l")):
        made = [act for act in made if act.kind != "write"]
    return tuple(made)


def _upload(word: Word | None) -> Word | None:
    if word is None or word.text is None:
        return word
    at = word.text.find("@")
    if at < 0:
        at = word.text.find("<")
    return Word(word.text[at + 1 :].partition(";")[0], word.start, word.end)


def _dd(word: Word) -> tuple[str, Word]:
    key, equals, path = (word.text or word.prefix).partition("=")
    if not equals or key not in ("if", "of"):
        return "VALUE", word
    if word.text is not None:
        word = Word(path, word.start, word.end)
    return ("READ" if key == "if" else "WRITE"), word


def _start_points(command: "Command", deletes: bool) -> list[tuple[str, Word]]:
    """Give the folders that find starts from: its words up to where its expression begins."""
    points = []
    for word in command.words[1:]:
        text = word.text if word.text is not None else word.prefix
        if text in ("-H", "-L", "-P"):
            continue
        if text[:1] == "-" or text in ("!", "(", ")", ","):
            break
        points.append(("DELETE" if deletes else "DIR", word))
    return points


# Known to `unwrapping`, which reads their command lines itself.
_INTERPRETERS = frozenset(
    ["bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "fish", "csh", "tcsh", "pwsh", "python", "python2", "python3"]
    + ["perl", "ruby", "node", "php", "lua", "deno", "bun", "Rscript", "osascript", "tclsh", "expect", "julia"]
)
