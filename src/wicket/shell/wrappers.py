"""Programs that run another command, and where on their command line it stands.

Each line is a usage (see `usage`). COMMAND is a program and its arguments, TEXT is words that a shell will read, RUN
is one word that a shell will read, PROGRAM names a program, SUB is a subcommand with a line of its own.
"""

_CONTAINER_RUN = (
    "-a|--attach=VALUE --add-host=VALUE --annotation=VALUE --blkio-weight=VALUE --cap-add=VALUE --cap-drop=VALUE "
    "--cgroup-parent=VALUE --cgroupns=VALUE --cidfile=WRITE -c|--cpu-shares=VALUE --cpus=VALUE --cpuset-cpus=VALUE "
    "-d|--detach --device=VALUE --dns=VALUE --dns-search=VALUE --domainname=VALUE --entrypoint=PROGRAM -e|--env=VALUE "
    "--env-file=READ --expose=VALUE --gpus=VALUE --group-add=VALUE --health-cmd=VALUE -h|--hostname=VALUE "
    "-i|--interactive --ip=VALUE --ipc=VALUE -l|--label=VALUE --label-file=READ --link=VALUE --log-driver=VALUE "
    "--log-opt=VALUE --mac-address=VALUE -m|--memory=VALUE --memory-swap=VALUE --mount=VALUE --name=VALUE "
    "--network=VALUE --net=VALUE --network-alias=VALUE --pid=VALUE --pids-limit=VALUE --platform=VALUE --privileged "
    "-p|--publish=VALUE -P|--publish-all --pull=VALUE -q --read-only --restart=VALUE --rm --runtime=VALUE "
    "--security-opt=VALUE --shm-size=VALUE --stop-signal=VALUE --stop-timeout=VALUE --sysctl=VALUE --tmpfs=VALUE "
    "-t|--tty --ulimit=VALUE -u|--user=VALUE --userns=VALUE --uts=VALUE -v|--volume=VALUE --volumes-from=VALUE "
    "-w|--workdir=VALUE VALUE COMMAND..."
)
_CONTAINER_EXEC = (
    "-d|--detach --detach-keys=VALUE -e|--env=VALUE --env-file=READ -i|--interactive --privileged -t|--tty "
    "-u|--user=VALUE -w|--workdir=VALUE -T --index=VALUE VALUE COMMAND..."
)
_CONTAINER = (
    "-c|--context=VALUE --config=VALUE -D|--debug -H|--host=VALUE -l|--log-level=VALUE --tls --tlscacert=VALUE SUB"
)
_COMPOSE = "-f|--file=READ -p|--project-name=VALUE --profile=VALUE --env-file=READ --project-directory=VALUE SUB"
_PLAIN = "COMMAND..."

WRAPPERS = {
    # as another user
    "sudo": "-A -b -B -E -H -i -K -k -l -n -P -S -s -V -v -e|--edit:EDIT -C|--close-from=VALUE -D|--chdir=CD "
    "-g|--group=VALUE -h|--host=VALUE -p|--prompt=VALUE -R|--chroot=VALUE -r|--role=VALUE -t|--type=VALUE "
    "-T|--command-timeout=VALUE -U|--other-user=VALUE -u|--user=VALUE --preserve-env?VALUE ASSIGN... COMMAND...",
    "doas": "-C=READ -u=VALUE -a=VALUE -L -n -s COMMAND...",
    "pkexec": "--user=VALUE --disable-internal-agent --keep-cwd COMMAND...",
    "su": "-c|--command=RUN --session-command=RUN -s|--shell=PROGRAM -g|--group=VALUE -G|--supp-group=VALUE "
    "-w|--whitelist-environment=VALUE -T|--pty -l|--login -m -p|--preserve-environment -f VALUE...",
    "runuser": "-c|--command=RUN --session-command=RUN -s|--shell=PROGRAM -g|--group=VALUE -G|--supp-group=VALUE "
    "-u|--user=VALUE -w|--whitelist-environment=VALUE -l|--login -m -p -f COMMAND...",
    "gosu": "VALUE COMMAND...",
    "su-exec": "VALUE COMMAND...",
    "sg": "VALUE RUN...",
    "setpriv": "--reuid=VALUE --regid=VALUE --ruid=VALUE --rgid=VALUE --euid=VALUE --egid=VALUE --groups=VALUE "
    "--inh-caps=VALUE --ambient-caps=VALUE --bounding-set=VALUE --securebits=VALUE --pdeathsig=VALUE "
    "--selinux-label=VALUE --apparmor-profile=VALUE COMMAND...",
    "chpst": "-u=VALUE -U=VALUE -b=VALUE -e=VALUE -n=VALUE -l=VALUE -L=VALUE -m=VALUE -d=VALUE -o=VALUE -p=VALUE "
    "-f=VALUE -c=VALUE -r=VALUE -t=VALUE -/=VALUE COMMAND...",
    "setuidgid": "VALUE COMMAND...",
    "s6-setuidgid": "VALUE COMMAND...",
    "capsh": "--=RUN COMMAND...",
    # with another environment, priority, limit, terminal
    "env": "-i|--ignore-environment -0|--null -v|--debug -u|--unset=VALUE -C|--chdir=CD -S|--split-string=SPLIT "
    "-a|--argv0=VALUE --block-signal?VALUE --default-signal?VALUE --ignore-signal?VALUE --list-signal-handling "
    "ASSIGN... COMMAND...",
    "nice": "-n|--adjustment=VALUE COMMAND...",
    "ionice": "-c|--class=VALUE -n|--classdata=VALUE -p|--pid=VALUE -P|--pgid=VALUE -u|--uid=VALUE -t COMMAND...",
    "chrt": "-a -b -d -f -i -m -o -p=VALUE -r -R -v -T=VALUE -P=VALUE -D=VALUE VALUE COMMAND...",
    "taskset": "-a -c -p VALUE COMMAND...",
    "numactl": "-a -l -i|--interleave=VALUE -m|--membind=VALUE -N|--cpunodebind=VALUE -C|--physcpubind=VALUE "
    "-p|--preferred=VALUE COMMAND...",
    "prlimit": "-p|--pid=VALUE -o|--output=VALUE COMMAND...",
    "nohup": _PLAIN,
    "setsid": "-c|--ctty -f|--fork -w|--wait COMMAND...",
    "stdbuf": "-i|--input=VALUE -o|--output=VALUE -e|--error=VALUE COMMAND...",
    "unbuffer": "-p COMMAND...",
    "timeout": "-s|--signal=VALUE -k|--kill-after=VALUE --preserve-status --foreground -v|--verbose VALUE COMMAND...",
    "gtimeout": "-s|--signal=VALUE -k|--kill-after=VALUE VALUE COMMAND...",
    "time": "-o|--output=WRITE -f|--format=VALUE -a|--append -p -v -q COMMAND...",
    "chronic": "-v -e COMMAND...",
    "ts": "VALUE...",
    "linux32": _PLAIN,
    "linux64": _PLAIN,
    "setarch": "-R -F -Z -L -X -I -S -T -3 -v VALUE COMMAND...",
    "catchsegv": _PLAIN,
    "eatmydata": _PLAIN,
    "fakeroot": "-l|--lib=VALUE --faked=VALUE -s=WRITE -i=READ -u -b=VALUE COMMAND...",
    "fakechroot": "-s -l=VALUE -d=VALUE -e=VALUE -c=VALUE COMMAND...",
    "proot": "-r=VALUE -b=VALUE -q=VALUE -w=VALUE -v=VALUE -R=VALUE -S=VALUE -0 COMMAND...",
    "xvfb-run": "-a -e=WRITE -f=VALUE -n=VALUE -p=VALUE -s=VALUE -w=VALUE COMMAND...",
    "dbus-run-session": "--config-file=READ COMMAND...",
    "dbus-launch": "--exit-with-session COMMAND...",
    "ssh-agent": "-a=VALUE -E=VALUE -P=VALUE -t=VALUE -c -s -k -d -D COMMAND...",
    "systemd-inhibit": "--what=VALUE --who=VALUE --why=VALUE --mode=VALUE --list COMMAND...",
    "caffeinate": "-d -i -m -s -u -t=VALUE -w=VALUE COMMAND...",
    "rlwrap": "-a -c -C=VALUE -D=VALUE -f=READ -H=VALUE -P=VALUE -s=VALUE COMMAND...",
    "ccache": "COMMAND...",
    "strace": "-a=VALUE -b=VALUE -e=VALUE -E=VALUE -I=VALUE -o=WRITE -O=VALUE -p=VALUE -P=VALUE -s=VALUE -S=VALUE "
    "-u=VALUE -U=VALUE -X=VALUE COMMAND...",
    "ltrace": "-a=VALUE -A=VALUE -D=VALUE -e=VALUE -F=READ -l=VALUE -n=VALUE -o=WRITE -p=VALUE -s=VALUE -u=VALUE "
    "-w=VALUE -x=VALUE COMMAND...",
    "valgrind": "--log-file=WRITE --xml-file=WRITE COMMAND...",
    "entr": "-a -c -d -n -p -r -s:SHELL -z COMMAND...",
    "daemonize": "-a -c=VALUE -e=WRITE -E=VALUE -l=WRITE -o=WRITE -p=WRITE -u=VALUE -v COMMAND...",
    "start-stop-daemon": "-S|--start -K|--stop -x|--exec=PROGRAM -a|--startas=PROGRAM -p|--pidfile=VALUE -n|--name=VALUE "
    "-u|--user=VALUE -c|--chuid=VALUE -g|--group=VALUE -d|--chdir=VALUE -r|--chroot=VALUE -s|--signal=VALUE VALUE...",
    "wicket-exec": _PLAIN,
    # in another world
    "chroot": "--userspec=VALUE --groups=VALUE --skip-chdir VALUE COMMAND...",
    "unshare": "-m|--mount?VALUE -u|--uts?VALUE -i|--ipc?VALUE -n|--net?VALUE -p|--pid?VALUE -U|--user?VALUE "
    "-C|--cgroup?VALUE -T|--time?VALUE -f|--fork -r|--map-root-user -c|--map-current-user --map-user=VALUE "
    "--map-group=VALUE --map-auto --mount-proc?VALUE --propagation=VALUE --setgroups=VALUE --kill-child?VALUE "
    "-R|--root=VALUE -w|--wd=VALUE -S|--setuid=VALUE -G|--setgid=VALUE --monotonic=VALUE --boottime=VALUE COMMAND...",
    "nsenter": "-a|--all -t|--target=VALUE -m|--mount?VALUE -u|--uts?VALUE -i|--ipc?VALUE -n|--net?VALUE -p|--pid?VALUE "
    "-U|--user?VALUE -C|--cgroup?VALUE -T|--time?VALUE -S|--setuid=VALUE -G|--setgid=VALUE -r|--root?VALUE -w|--wd?VALUE "
    "-F|--no-fork -Z COMMAND...",
    "bwrap": "--args=VALUE --argv0=VALUE --unshare-user --uid=VALUE --gid=VALUE --hostname=VALUE --chdir=VALUE "
    "--setenv=VALUE,VALUE --unsetenv=VALUE --lock-file=VALUE --sync-fd=VALUE --bind=VALUE,VALUE --bind-try=VALUE,VALUE "
    "--dev-bind=VALUE,VALUE --dev-bind-try=VALUE,VALUE --ro-bind=VALUE,VALUE --ro-bind-try=VALUE,VALUE "
    "--remount-ro=VALUE --proc=VALUE --dev=VALUE --tmpfs=VALUE --mqueue=VALUE --dir=VALUE --file=VALUE,VALUE "
    "--symlink=VALUE,VALUE --chmod=VALUE,VALUE --seccomp=VALUE --cap-add=VALUE --cap-drop=VALUE --perms=VALUE "
    "--size=VALUE --overlay-src=VALUE COMMAND...",
    "firejail": "COMMAND...",
    "systemd-run": "-H|--host=VALUE -M|--machine=VALUE -u|--unit=VALUE -p|--property=VALUE --description=VALUE "
    "--slice=VALUE --service-type=VALUE --uid=VALUE --gid=VALUE --nice=VALUE --working-directory=VALUE "
    "-E|--setenv=VALUE -t|--pty -P|--pipe -q -S|--shell -d|--same-dir --on-active=VALUE --on-boot=VALUE "
    "--on-calendar=VALUE --on-startup=VALUE --on-unit-active=VALUE --timer-property=VALUE --path-property=VALUE "
    "--socket-property=VALUE --user --scope --wait --collect --no-block COMMAND...",
    "systemd-nspawn": "-D|--directory=VALUE -i|--image=VALUE -M|--machine=VALUE -u|--user=VALUE --bind=VALUE -b "
    "-E|--setenv=VALUE --chdir=VALUE COMMAND...",
    "machinectl": "SUB",
    "machinectl shell": "--uid=VALUE -E|--setenv=VALUE VALUE COMMAND...",
    "ip": "-n|--netns=VALUE -b|--batch=READ SUB",
    "ip netns": "SUB",
    "ip netns exec": "VALUE COMMAND...",
    "ip vrf": "SUB",
    "ip vrf exec": "VALUE COMMAND...",
    "docker": _CONTAINER,
    "docker run": _CONTAINER_RUN,
    "docker create": _CONTAINER_RUN,
    "docker exec": _CONTAINER_EXEC,
    "docker container": "SUB",
    "docker container run": _CONTAINER_RUN,
    "docker container exec": _CONTAINER_EXEC,
    "docker compose": _COMPOSE,
    "docker compose exec": _CONTAINER_EXEC,
    "docker compose run": _CONTAINER_RUN,
    "docker-compose": _COMPOSE,
    "docker-compose exec": _CONTAINER_EXEC,
    "docker-compose run": _CONTAINER_RUN,
    "podman": _CONTAINER,
    "podman run": _CONTAINER_RUN,
    "podman exec": _CONTAINER_EXEC,
    "podman unshare": _PLAIN,
    "nerdctl": _CONTAINER,
    "nerdctl run": _CONTAINER_RUN,
    "nerdctl exec": _CONTAINER_EXEC,
    "lxc": "SUB",
    "lxc exec": "--env=VALUE --cwd=VALUE --user=VALUE -t -T -n VALUE COMMAND...",
    "lxc-attach": "-n|--name=VALUE COMMAND...",
    "multipass": "SUB",
    "multipass exec": "-d=VALUE VALUE COMMAND...",
    "kubectl": "-n|--namespace=VALUE --context=VALUE --cluster=VALUE --kubeconfig=VALUE --user=VALUE --as=VALUE "
    "--as-group=VALUE -s|--server=VALUE --token=VALUE --request-timeout=VALUE --cache-dir=VALUE -v=VALUE SUB",
    "kubectl exec": "-c|--container=VALUE -f|--filename=READ -i|--stdin -t|--tty -q --pod-running-timeout=VALUE "
    "-n|--namespace=VALUE --context=VALUE VALUE COMMAND...",
    "kubectl run": "--image=VALUE --command -i -t --rm --restart=VALUE -n|--namespace=VALUE --env=VALUE --labels=VALUE "
    "--port=VALUE --overrides=VALUE -o|--output=VALUE VALUE COMMAND...",
    "kubectl debug": "--image=VALUE -c|--container=VALUE --target=VALUE -i -t --copy-to=VALUE -n|--namespace=VALUE VALUE "
    "COMMAND...",
    "oc": "-n|--namespace=VALUE --context=VALUE --kubeconfig=VALUE SUB",
    "oc exec": "-c|--container=VALUE -i -t -n|--namespace=VALUE VALUE COMMAND...",
    "oc rsh": "-c|--container=VALUE --shell=PROGRAM -t -T -n|--namespace=VALUE VALUE COMMAND...",
    "vagrant": "SUB",
    "vagrant ssh": "-c|--command=RUN VALUE...",
    "adb": "-s=VALUE -H=VALUE -P=VALUE -t=VALUE -d -e SUB",
    "adb shell": "-e=VALUE -n -T -t -x TEXT...",
    "ssh": "-B=VALUE -b=VALUE -c=VALUE -D=VALUE -E=WRITE -e=VALUE -F=READ -I=VALUE -i=READ -J=VALUE -L=VALUE -l=VALUE "
    "-m=VALUE -O=VALUE -o=SSH -p=VALUE -Q=VALUE -R=VALUE -S=VALUE -W=VALUE -w=VALUE VALUE TEXT...",
    "mosh": "--ssh=RUN --server=VALUE -p|--port=VALUE VALUE COMMAND...",
    "sshpass": "-p=VALUE -f=READ -d=VALUE -P=VALUE -e -v COMMAND...",
    "autossh": "-M=VALUE -f COMMAND...",
    # for each of many
    "xargs": "-0|--null -a|--arg-file=READ -d|--delimiter=VALUE -E=VALUE -e?VALUE -I=VALUE -i|--replace?VALUE "
    "-L|--max-lines=VALUE -l?VALUE -n|--max-args=VALUE -P|--max-procs=VALUE -s|--max-chars=VALUE -o|--open-tty "
    "-p|--interactive -r|--no-run-if-empty -t|--verbose -x|--exit --process-slot-var=VALUE COMMAND...",
    "parallel": "-0 -a|--arg-file=READ -j|--jobs=VALUE -P=VALUE -n|--max-args=VALUE -N=VALUE -L=VALUE -I=VALUE -k -u -q -X "
    "-m -d|--delimiter=VALUE -C|--colsep=VALUE --joblog=WRITE --results=WRITE --retries=VALUE --delay=VALUE "
    "--timeout=VALUE -S|--sshlogin=VALUE --load=VALUE --memfree=VALUE --tmpdir=VALUE --workdir=VALUE --nice=VALUE "
    "--tagstring=VALUE --bar --eta --progress --dry-run --halt=VALUE --env=VALUE --block=VALUE --pipe TEXT...",
    "watch": "-n|--interval=VALUE -d|--differences?VALUE -b -c -e -g -p -q=VALUE -r -t -w -x|--exec:COMMAND TEXT...",
    "flock": "-c|--command=RUN -E|--conflict-exit-code=VALUE -e -F -n -o -s -u -v -w|--timeout|--wait=VALUE -x VALUE "
    "COMMAND...",
    "script": "-a -c|--command=RUN -e -E|--echo=VALUE -f -I|--log-in=WRITE -O|--log-out=WRITE -B|--log-io=WRITE "
    "-T|--log-timing=WRITE -m=VALUE -o|--output-limit=VALUE -q -t?WRITE WRITE",
    "hyperfine": "-w|--warmup=VALUE -r|--runs=VALUE -m|--min-runs=VALUE -M|--max-runs=VALUE -p|--prepare=RUN "
    "-s|--setup=RUN -c|--cleanup=RUN -C|--conclude=RUN -S|--shell=VALUE -n|--command-name=VALUE --export-json=WRITE "
    "--export-csv=WRITE --export-markdown=WRITE -i -N -L|--parameter-list=VALUE,VALUE --output=WRITE RUN...",
    "perf": "SUB",
    "perf stat": "-e=VALUE -o|--output=WRITE -r|--repeat=VALUE -p=VALUE COMMAND...",
    "perf record": "-e=VALUE -o|--output=WRITE -F=VALUE -p=VALUE COMMAND...",
    "busybox": _PLAIN,
    "toybox": _PLAIN,
    "tini": "-s -v -g -w -e=VALUE -p=VALUE COMMAND...",
    "dumb-init": "-c -r=VALUE -v COMMAND...",
    "run-parts": "--arg=VALUE --regex=VALUE VALUE",
    # what projects use
    "npx": "-p|--package=VALUE -c|--call=RUN -w|--workspace=VALUE -y|--yes --no -q COMMAND...",
    "bunx": "-p|--package=VALUE --bun COMMAND...",
    "pnpx": "-p|--package=VALUE -c|--shell-mode COMMAND...",
    "npm": "--prefix=VALUE -w|--workspace=VALUE --registry=VALUE --userconfig=VALUE --loglevel=VALUE --script-shell=PROGRAM "
    "-g -s SUB",
    "npm exec": "-p|--package=VALUE -c|--call=RUN -w|--workspace=VALUE -y COMMAND...",
    "npm x": "-p|--package=VALUE -c|--call=RUN -w|--workspace=VALUE -y COMMAND...",
    "pnpm": "-C|--dir=VALUE -F|--filter=VALUE -r -w SUB",
    "pnpm exec": "-c|--shell-mode COMMAND...",
    "pnpm dlx": "--package=VALUE -c COMMAND...",
    "yarn": "--cwd=VALUE SUB",
    "yarn exec": _PLAIN,
    "yarn dlx": "-p|--package=VALUE -q COMMAND...",
    "uv": "--directory=VALUE --project=VALUE --cache-dir=VALUE --config-file=VALUE --color=VALUE SUB",
    "uv run": "--with=VALUE --with-requirements=READ --python=VALUE -p=VALUE --extra=VALUE --group=VALUE --env-file=READ "
    "--package=VALUE --directory=VALUE --project=VALUE --index=VALUE --no-sync --frozen --locked --isolated -q -s "
    "-m|--module:MODULE COMMAND...",
    "uvx": "--from=VALUE --with=VALUE -p|--python=VALUE --index=VALUE COMMAND...",
    "pipx": "SUB",
    "pipx run": "--spec=VALUE --python=VALUE --pip-args=VALUE COMMAND...",
    "poetry": "-C|--directory=VALUE -P|--project=VALUE SUB",
    "poetry run": _PLAIN,
    "pipenv": "--python=VALUE SUB",
    "pipenv run": _PLAIN,
    "pdm": "-p=VALUE SUB",
    "pdm run": "-s=VALUE --site-packages COMMAND...",
    "hatch": "-e|--env=VALUE -p|--project=VALUE SUB",
    "hatch run": _PLAIN,
    "bundle": "--gemfile=VALUE SUB",
    "bundle exec": "--keep-file-descriptors --gemfile=VALUE COMMAND...",
    "rbenv": "SUB",
    "rbenv exec": _PLAIN,
    "pyenv": "SUB",
    "pyenv exec": _PLAIN,
    "conda": "SUB",
    "conda run": "-n|--name=VALUE -p|--prefix=VALUE --cwd=VALUE --no-capture-output --live-stream -v COMMAND...",
    "micromamba": "SUB",
    "micromamba run": "-n|--name=VALUE -p|--prefix=VALUE --cwd=VALUE -e=VALUE COMMAND...",
    "direnv": "SUB",
    "direnv exec": "VALUE COMMAND...",
    "mise": "SUB",
    "mise exec": "-c|--command=RUN -C|--cd=VALUE VALUE... COMMAND...",
    "mise x": "-c|--command=RUN -C|--cd=VALUE VALUE... COMMAND...",
    "asdf": "SUB",
    "asdf exec": _PLAIN,
    "nix-shell": "-p --run=RUN --command=RUN -A=VALUE -E=CODE -I=VALUE --arg=VALUE,VALUE --argstr=VALUE,VALUE VALUE...",
    "nix": "SUB",
    "nix develop": "-c|--command:REST VALUE COMMAND...",
    "nix shell": "-c|--command:REST VALUE COMMAND...",
    "op": "SUB",
    "op run": "--env-file=READ --no-masking COMMAND...",
    "aws-vault": "SUB",
    "aws-vault exec": "-d|--duration=VALUE --region=VALUE -n VALUE COMMAND...",
    "doppler": "SUB",
    "doppler run": "-p|--project=VALUE -c|--config=VALUE --command=RUN COMMAND...",
    "dotenv": "-f=READ -e=READ -c=VALUE -v=VALUE -p=VALUE COMMAND...",
    "dotenvx": "SUB",
    "dotenvx run": "-f=READ -e=VALUE COMMAND...",
    "cross-env": "ASSIGN... COMMAND...",
    "cross-env-shell": "ASSIGN... TEXT...",
    "env-cmd": "-f=READ -e=VALUE COMMAND...",
    "concurrently": "-n|--names=VALUE -c|--prefix-colors=VALUE -p=VALUE -k -s=VALUE -m=VALUE --restart-tries=VALUE RUN...",
    "nodemon": "-x|--exec=RUN -e|--ext=VALUE -w|--watch=VALUE -i|--ignore=VALUE -d|--delay=VALUE --config=READ VALUE...",
    "watchexec": "-w|--watch=VALUE -e|--exts=VALUE -i|--ignore=VALUE -d|--debounce=VALUE -s|--signal=VALUE --shell=VALUE "
    "-f|--filter=VALUE -r -c -n TEXT...",
    "foreman": "SUB",
    "foreman run": "-e|--env=READ -f=READ COMMAND...",
    "heroku": "SUB",
    "heroku run": "-a|--app=VALUE -s|--size=VALUE -e|--env=VALUE COMMAND...",
    "tmux": "-c=RUN -f=READ -L=VALUE -S=VALUE -T=VALUE SUB",
    "tmux new-session": "-A -d -D -E -P -X -c=VALUE -e=VALUE -f=VALUE -F=VALUE -n=VALUE -s=VALUE -t=VALUE -x=VALUE -y=VALUE TEXT...",
    "tmux new": "-A -d -D -E -P -X -c=VALUE -e=VALUE -f=VALUE -F=VALUE -n=VALUE -s=VALUE -t=VALUE -x=VALUE -y=VALUE TEXT...",
    "tmux new-window": "-a -b -d -k -P -S -c=VALUE -e=VALUE -F=VALUE -n=VALUE -t=VALUE TEXT...",
    "tmux neww": "-a -b -d -k -P -S -c=VALUE -e=VALUE -F=VALUE -n=VALUE -t=VALUE TEXT...",
    "tmux split-window": "-b -d -f -h -I -v -P -Z -c=VALUE -e=VALUE -l=VALUE -p=VALUE -t=VALUE -F=VALUE TEXT...",
    "tmux run-shell": "-b -C -c=VALUE -d=VALUE -t=VALUE TEXT...",
    "tmux run": "-b -C -c=VALUE -d=VALUE -t=VALUE TEXT...",
    "tmux if-shell": "-b -F -t=VALUE RUN CODE...",
    "tmux send-keys": "-F -H -K -l -M -R -X -c=VALUE -N=VALUE -t=VALUE CODE...",
    "tmux respawn-pane": "-k -c=VALUE -e=VALUE -t=VALUE TEXT...",
    "tmux pipe-pane": "-I -O -o -t=VALUE RUN",
    "screen": "-c=READ -d -D -m -r -R -x -h=VALUE -S=VALUE -t=VALUE -T=VALUE -s=PROGRAM -p=VALUE -L -X:CODE COMMAND...",
    "dtach": "-A=VALUE -c=VALUE -n=VALUE -N=VALUE -e=VALUE -r=VALUE COMMAND...",
    "xterm": "-e:REST +single COMMAND...",
    "wicket": "SUB",
    "wicket exec": "--wait=VALUE --reason=VALUE COMMAND...",
    "wicket run": "--wait=VALUE --reason=VALUE COMMAND...",
}
