"""Subcommands that have no line of their own and run nothing of what they are given.

Of a program whose first operand says what it does, only those are understood that have a line in the tables, or stand
here: `gh pr create -t 'rm old files'` is prose. Any other may be an extension, an alias or a runner of commands.
"""

from wicket.shell.catalogue.usage import table
from wicket.shell.characters import listed

__all__ = ["SUBCOMMANDS"]

_TABLE = table("""
@containers: ps images build pull push tag rm rmi logs inspect start stop restart kill stats top cp login logout info
    version system volume network image history port diff export import load save search events attach wait rename
    update pause unpause buildx builder context manifest plugin secret swarm stack node config scout trust init
    checkpoint pod generate play kube healthcheck artifact namespace apparmor help
@images: ls list build pull push rm remove tag inspect history prune load save import exists search tree diff sign trust
    mount unmount scp
@compose: up down ps logs build pull push start stop restart rm kill images config top events port pause unpause ls cp
    create watch version convert wait attach stats help
@kube: get describe logs apply delete create edit scale rollout expose label annotate config top cluster-info cordon
    uncordon drain taint certificate attach port-forward proxy cp auth diff patch replace wait kustomize explain
    api-resources api-versions version options completion events autoscale help
@forge: repo auth release api browse gist search secret variable label status cache project ssh-key gpg-key completion
    help version config alias issue
@packages: install remove purge update upgrade full-upgrade dist-upgrade autoremove autopurge autoclean clean search
    show list policy depends rdepends download source build-dep changelog edit-sources satisfy check reinstall showsrc
    help
@conda: install create remove uninstall update upgrade list search info config env clean activate deactivate init
    package compare build notices doctor rename repoquery index
@versions: install uninstall versions version global local rehash root which whence init prefix commands shims help
    virtualenv virtualenvs activate deactivate latest
@files: add annotate blame cat checkout co commit ci copy cp diff export help import log merge move mv rename remove rm
    resolve revert status st update up
git: revert notes merge-base show-ref for-each-ref name-rev check-ignore check-attr cherry count-objects hash-object
    fsck mktree pack-refs prune read-tree replace rerere show-branch sparse-checkout update-ref var
    verify-commit verify-tag verify-pack write-tree commit-tree help version maintenance bugreport repack
    check-ref-format check-mailmap column stripspace patch-id merge-file merge-tree lfs diagnose
git bisect: start good bad new old reset skip log replay terms next help
git submodule: add status init deinit set-branch set-url summary sync absorbgitdirs
git worktree: list lock unlock prune repair
cargo: build b check c run r test t bench doc d clean update search publish install uninstall new init add remove rm
    tree metadata fetch fix clippy fmt rustc rustdoc login logout owner package pkgid vendor version yank help info
    locate-project generate-lockfile read-manifest report nextest expand audit deny outdated llvm-cov tarpaulin
go: get install mod list doc clean work telemetry version help bug fix
kubectl: @kube set
oc: @kube new-app new-project project projects status login logout whoami get-token start-build import-image tag
    process policy extract image registry
docker: @containers
docker container: @containers ls list remove prune
docker image: @images
docker builder: prune build
docker buildx: @images du imagetools install stop use uninstall version
docker compose: @compose
docker-compose: @compose
podman: @containers
podman image: @images
podman compose: @compose
podman-compose: @compose
podman container: @containers ls list remove prune
podman machine: list ls start stop rm init inspect info set os reset
nerdctl: @containers
nerdctl compose: @compose
lxc: list ls launch start stop restart delete rm info init image config profile network storage file copy cp move mv
    snapshot restore remote publish pause monitor project query rename version warning cluster operation
multipass: list ls launch start stop delete purge info find mount umount transfer copy-files get set snapshot restore
    recover suspend version networks aliases help
machinectl: list status show start stop login poweroff reboot terminate kill enable disable copy-to copy-from bind
    list-images image-status show-image clone rename remove set-limit clean pull-tar pull-raw list-transfers
vagrant: up halt destroy status reload provision suspend resume box init global-status plugin snapshot port validate
    version package push ssh-config rsync rsync-auto upload help
adb: devices install install-multiple uninstall push pull logcat reboot root unroot connect disconnect pair forward
    reverse start-server kill-server version wait-for-device get-state get-serialno bugreport sideload remount tcpip usb
    help
helm: install upgrade uninstall delete del un list ls repo search show inspect status get history hist rollback
    template lint package create dependency dep dependencies pull fetch push registry test verify version env
    completion plugin help
terraform: init plan apply destroy validate fmt output show state import refresh graph providers workspace version
    console get login logout test taint untaint force-unlock metadata modules help
aws: s3 s3api ec2 iam sts lambda eks ecr ecr-public rds dynamodb cloudformation cloudwatch logs sns sqs secretsmanager
    kms route53 elb elbv2 autoscaling apigateway apigatewayv2 cloudfront acm sso events stepfunctions codebuild
    codepipeline codecommit codedeploy glue athena kinesis firehose organizations cloudtrail configure elasticache efs
    opensearch redshift budgets ce pricing support help
gh: @forge pr run workflow ruleset org attestation codespace cs agent-task
gh extension: install list ls remove upgrade search create browse
gh extensions: install list ls remove upgrade search create browse
gh ext: install list ls remove upgrade search create browse
glab: @forge mr ci pipeline pipe snippet user schedule cluster incident check-update token deploy-key iteration
    milestone changelog securefile stack duo
jj: abandon absorb backout bookmark b branch commit ci config describe desc diff diffedit duplicate edit evolog file fix
    git help interdiff log new next op operation parallelize prev rebase resolve restore root show sign split
    simplify-parents sparse squash st status tag unsign undo redo util version workspace revert metaedit bisect
hg: @files addremove archive backout bookmark bookmarks branch branches bundle config files forget graft grep heads
    histedit history id in init locate manifest out parents paths phase purge rebase recover rollback root serve
    shelve unshelve showconfig strip summary sum tag tags tip unbundle verify version amend absorb evolve uncommit topic
svn: @files auth praise ann changelist cl cleanup delete del di info list ls lock mergeinfo mkdir ren patch propdel pdel
    propedit pedit propget pget proplist plist propset pset relocate resolved stat switch sw unlock upgrade
pip: install uninstall list show freeze download wheel check config search cache index inspect hash debug help
    completion lock
pre-commit: run install uninstall autoupdate clean gc sample-config validate-config validate-manifest install-hooks
    migrate-config try-repo init-templatedir help
ruff: check format rule config linter clean server analyze version help
uv: add remove sync lock venv init tree export build publish python cache self version help format auth
uv tool: install uninstall list upgrade update-shell dir
pipx: install uninstall list upgrade upgrade-all inject uninject reinstall reinstall-all ensurepath environment
    completions interpreter pin unpin help
poetry: add remove install update lock build publish init new show check config version env export search source self
    cache about list help sync
pipenv: install uninstall lock sync update graph check clean open requirements scripts upgrade verify
pdm: add remove install update lock sync build publish init list show info config cache use venv export search outdated
    import plugin self completion fix new
hatch: build clean config dep fmt new project publish python self status test version
hatch env: create find prune remove show
conda: @conda
micromamba: @conda
pyenv: @versions
rbenv: @versions
bundle: install update add remove check show list info outdated config init open lock package cache pack clean doctor
    env gem help platform plugin pristine binstubs audit fund inject viz version
npm: install i in ins inst insta instal isnt isnta isntal isntall add uninstall unlink remove rm r un update up upgrade
    udpate ci clean-install ic install-clean run run-script rum urn test t tst start stop restart publish pack view v
    info show list ls la ll outdated audit init create innit link ln login logout whoami adduser version search s se
    find fund dedupe ddp prune rebuild rb cache config c get set pkg root prefix bin bugs issues docs home repo
    deprecate undeprecate dist-tag owner author access org team token profile ping doctor completion help star unstar
    stars shrinkwrap sbom query diff edit install-test it install-ci-test cit explain why hook unpublish
pnpm: add install i remove rm un uninstall update up upgrade test t start build lint why info view list
    ls la ll outdated audit publish pack link ln unlink prune rebuild rb store init import create setup env server
    root bin config get set pkg patch patch-commit patch-remove fetch dedupe deploy licenses doctor cat-file
    cat-index find-hash self-update approve-builds ignored-builds install-test it version help login logout whoami
pnpm config: get list ls delete
pnpm c: get list ls delete
pnpm pkg: get delete
yarn: add install remove rm test build start lint why upgrade up info init link list outdated publish version
    cache set plugin pack audit dedupe import create global unlink
yarn config: get list ls delete unset
deno: fmt lint check test info cache add install remove doc types upgrade
bun: test install i add remove rm update pm build init create upgrade link outdated
rustup: show update install default toolchain target component override self doc man check completions set which
    uninstall help
perf: list report version
tmux: ls list-sessions lsw list-windows lsp list-panes a at attach attach-session kill-session kill-server kill-window
    killw kill-pane killp has has-session capturep capture-pane rename rename-session renamew rename-window selectw
    select-window selectp select-pane switch-client detach detach-client show show-options info lsk list-keys
ip: addr a address link l route r rule neigh n maddr tunnel
ip netns: list add del delete attach set identify pids monitor show
ip vrf: list show identify pids
mise: install use ls list current
asdf: install list current global local plugin
nix: search build flake
direnv: allow deny status reload
op: item read inject vault document user group account signin signout whoami connect service-account update
aws-vault: list ls add remove rm rotate login clear
doppler: secrets login logout setup configure projects environments configs me open update activity
dotenvx: get set encrypt decrypt keypair ls gitignore prebuild precommit rotate
foreman: start check export version help
honcho: start check export version help
heroku: apps addons login logout create open info domains logs ps releases pipelines config config:set config:get
    config:unset ps:scale ps:restart ps:stop pg:info pg:backups auth:whoami auth:token releases:rollback git:remote
    maintenance:on maintenance:off help
openssl: x509 req genrsa genpkey rsa rsautl ec ecparam pkey pkeyutl pkcs7 pkcs8 pkcs12 s_client s_server s_time dgst enc
    rand passwd version verify ca crl ciphers speed dhparam ocsp smime cms asn1parse prime list base64 md5 sha1 sha256
    sha512 errstr sess_id ts nseq spkac help
systemctl: start stop restart reload status enable disable is-active is-enabled is-failed list-units list-unit-files
    list-timers list-sockets list-jobs list-dependencies daemon-reload daemon-reexec mask unmask show cat kill
    reset-failed try-restart reload-or-restart isolate poweroff reboot halt suspend hibernate set-property get-default
    set-default help link preset reenable condrestart revert add-wants add-requires show-environment set-environment
    unset-environment import-environment log-level log-target
apt: @packages add adv del export finger
apt-get: @packages
dnf: @packages info group groupinstall history repolist repoquery module makecache provides swap mark config-manager
yum: @packages info group groupinstall history repolist makecache provides localinstall yum-config-manager
brew: install uninstall remove rm update upgrade list ls search info home doctor cleanup outdated tap untap link unlink
    pin unpin deps uses leaves services config desc cat create edit fetch log missing options reinstall tap-info
    autoremove analytics commands help shellenv
wicket: approve approver audit check completion demo deny doctor ext grants hook init mcp pending policy prompt serve
    shell test trust untrust verify
""")

SUBCOMMANDS = {name: listed(line) for name, line in _TABLE.items() if name[0] != "@"}
