"""What programs that pack, unpack and carry files to other machines read, write, delete and execute.

See `usage` for how a line reads, and `file_tools` for the kinds.
"""

from wicket.shell.catalogue.usage import table

PARCELS = table("""
@packer: -c|--stdout|--to-stdout -d|--decompress|--uncompress -f|--force -k|--keep -l|--list -n|--no-name -N|--name
    -q|--quiet -r|--recursive -S|--suffix=VALUE -t|--test -v|--verbose -T|--threads=VALUE --files=READ --files0=READ
    -1|--fast -2 -3 -4 -5 -6 -7 -8 -9|--best EDIT...
@zstd: -o=WRITE -D=READ -c|--stdout -d|--decompress|--uncompress -f|--force -k|--keep -r -t|--test -l|--list
    -T|--threads=VALUE -q|--quiet -v|--verbose -1 -2 -3 -4 -5 -6 -7 -8 -9 --ultra --fast?VALUE --rm:DELETE
    --filelist=READ --output-dir-flat=WRITE --output-dir-mirror=WRITE --trace=WRITE --train:EXTRACT READ...
rsync: -e|--rsh=PREFIX --rsync-path=RUN --log-file=WRITE --files-from=READ --exclude=VALUE --include=VALUE
    --exclude-from=READ --include-from=READ -f|--filter=VALUE -T|--temp-dir=WRITE --backup-dir=WRITE --suffix=VALUE
    --bwlimit=VALUE --chmod=VALUE --chown=VALUE --compare-dest=READ --copy-dest=READ --link-dest=READ
    --port=VALUE --password-file=READ --timeout=VALUE --max-size=VALUE --min-size=VALUE --partial-dir=WRITE
    --out-format=VALUE --info=VALUE --delete:DELETE --del:DELETE --delete-after:DELETE --delete-before:DELETE
    --delete-during:DELETE --delete-excluded:DELETE --remove-source-files:DELETE -a|--archive -b|--backup -c|--checksum
    -d|--dirs -g|--group -h|--human-readable -i|--itemize-changes -l|--links -n|--dry-run -o|--owner -p|--perms
    -q|--quiet -r|--recursive -t|--times -u|--update -v|--verbose -x|--one-file-system -z|--compress -A|--acls
    -C|--cvs-exclude -D -E -H -I -J -K -L|--copy-links -O -P -R|--relative -S|--sparse -W|--whole-file -X|--xattrs -0
    --progress --partial --stats --inplace --append --existing --ignore-existing --ignore-errors --force --list-only
    --mkpath --numeric-ids --no-perms --no-owner --no-group --no-times --prune-empty-dirs --size-only
    --write-batch=WRITE --only-write-batch=WRITE --read-batch=READ READ... WRITE
scp: -S=PROGRAM -o=SSH -F=CONFIGFILE -i=READ -J=VALUE -l=VALUE -P=VALUE -c=VALUE -D=PROGRAM -X=VALUE -3 -4 -6 -A -B
    -C -O -p -q -r -R -s -T -v READ... WRITE
ftp: VALUE...
sftp: -S=PROGRAM -D=FED -o=SSH -F=CONFIGFILE -i=READ -b=CODE -J=VALUE -P=VALUE -R=VALUE -a -C -f -p -q -r -v VALUE
    WRITE
gzip: @packer
gunzip: @packer
bzip2: @packer
bunzip2: @packer
xz: @packer
unxz: @packer
lzma: @packer
unlzma: @packer
lzip: @packer
lzop: @packer
pigz: @packer
unpigz: @packer
pbzip2: @packer
compress: @packer
uncompress: @packer
brotli: -o|--output=WRITE -c|--stdout -d|--decompress -f -j -k|--keep -n -q=VALUE -S|--suffix=VALUE -t|--test -v
    -w=VALUE READ...
zstd: @zstd
unzstd: @zstd
zstdcat: @zstd
@lz4: -o=WRITE -c|--stdout|--to-stdout -d|--decompress|--uncompress -f|--force -k|--keep -m|--multiple -r -t|--test
    -z|--compress -l --list -D=READ --rm:DELETE -q|--quiet -v|--verbose -1 -2 -3 -4 -5 -6 -7 -8 -9
lz4cat: @lz4 READ EDIT...
lz4: @lz4 READ EDIT...
unlz4: @lz4 READ EDIT...
zip: -b=WRITE -d|--delete:DELETE -T -TT|--unzip-command=PREFIX -i=VALUE -x=VALUE -n=VALUE -P=VALUE -r|--recurse-paths -j
    -q -u -m|--move:DELETE -O|--out|--output-file=WRITE -lf|--logfile-path=WRITE -la -li EDIT READ...
unzip: -d=WRITE -P=VALUE -x=VALUE -l -o -n -p -q -j -t -v -Z -z READ VALUE...
7z: -o=WRITE -i=INCLUDE -x=VALUE -p=VALUE -w=WRITE -sdel:DELETE VALUE WRITE READ...
unrar: VALUE READ TOUCH...
unar: -o|-output-directory=WRITE READ VALUE...
tar: +joined -f|--file=ARCHIVE -C|--directory=CD -I|--use-compress-program=FED --to-command=FED
    --checkpoint-action=CHECKPOINT --checkpoint?VALUE -F|--info-script|--new-volume-script=RUN --rsh-command=PREFIX
    --rmt-command=PREFIX -T|--files-from=READ -X|--exclude-from=READ --exclude=VALUE -g|--listed-incremental=WRITE
    --index-file=WRITE --transform|--xform=VALUE --strip-components=VALUE -b=VALUE -H|--format=VALUE -L=VALUE -K=VALUE
    -N=VALUE -V=VALUE --owner=VALUE --group=VALUE --mode=VALUE --mtime=VALUE --add-file=READ --volno-file=WRITE
    --suffix=VALUE --remove-files:DELETE --delete:DELETE -c|--create -x|--extract|--get:EXTRACT -t|--list -r|--append
    -u|--update -d|--diff|--compare:COMPARE -v|--verbose -z|--gzip|--gunzip -j|--bzip2 -J|--xz
    -p|--preserve-permissions|--same-permissions -k|--keep-old-files -O|--to-stdout -a|--auto-compress -W|--verify
    -P|--absolute-names READ...
cpio: -o|--create -i|--extract:EXTRACT -p|--pass-through:EXTRACT -d|--make-directories -m -u|--unconditional
    -v|--verbose -t|--list -F|--file=ARCHIVE -O=WRITE -I=READ -D|--directory=CD -E|--pattern-file=READ
    -H|--format=VALUE -R|--owner=VALUE --quiet --no-absolute-filenames
    --rsh-command=PREFIX VALUE...
ar: +joined --plugin=CODEFILE -x:EXTRACT -d -m -p -q -r -s -t -a -b -c -i -l -o -u -v WRITE READ...
pax: -r:EXTRACT -w -f=ARCHIVE -s=VALUE -x=VALUE -b=VALUE -B=VALUE -E=VALUE -G=VALUE -N=VALUE -o=VALUE -p=VALUE
    -T=VALUE -U=VALUE -a -A -c -d -D -H -i -j -k -l -L -n -O -P -t -u -v -X -Y -z -Z READ...
zipfile: -e|--extract:EXTRACT -c|--create=WRITE -l|--list=READ -t|--test=READ --metadata-encoding=VALUE TOUCH...
tarfile: -e|--extract:EXTRACT -c|--create=WRITE -l|--list=READ -t|--test=READ --filter=VALUE -v TOUCH...
curl: -o|--output=WRITE -O|--remote-name:REMOTE --remote-name-all:REMOTE -J|--remote-header-name -D|--dump-header=WRITE
    -c|--cookie-jar=WRITE --output-dir=WRITE --trace=WRITE --trace-ascii=WRITE --stderr=WRITE --etag-save=WRITE
    --hsts=EDIT --alt-svc=EDIT --libcurl=WRITE -K|--config=SETTINGS -T|--upload-file=UPLOADED -b|--cookie=VALUE
    -d|--data|--data-ascii=UPLOAD --data-binary=UPLOAD --data-raw=VALUE --data-urlencode=UPLOAD --json=UPLOAD
    -F|--form=UPLOAD --form-string=VALUE -E|--cert=LOOK --key=READ --cacert=READ --netrc-file=READ -A|--user-agent=VALUE
    -e|--referer=VALUE -H|--header=VALUE -m|--max-time=VALUE -C|--continue-at=VALUE -r|--range=VALUE -u|--user=VALUE
    -U|--proxy-user=VALUE -w|--write-out=WRITEOUT -x|--proxy=VALUE -X|--request=VALUE -y=VALUE -Y=VALUE -z=VALUE
    -Q|--quote=VALUE -P|--ftp-port=VALUE -t=VALUE --connect-timeout=VALUE --retry=VALUE --retry-delay=VALUE
    --resolve=VALUE --url=VALUE --limit-rate=VALUE --max-redirs=VALUE --interface=VALUE --ciphers=VALUE
    --dns-servers=VALUE --proto=VALUE --oauth2-bearer=VALUE --engine=CONFIGFILE --unix-socket=WRITE
    --abstract-unix-socket=WRITE --aws-sigv4=VALUE --capath=READ --crlfile=READ --pubkey=READ --proxy-cert=LOOK
    --proxy-key=READ --proxy-cacert=READ --proxy-header=VALUE --url-query=UPLOAD --variable=UPLOAD --etag-compare=READ
    --egd-file=READ --random-file=READ --ssl-sessions=TOUCH --compressed --http1.0 --http1.1 --http2 --http3 --tlsv1.2
    --tlsv1.3 -4|--ipv4 -6|--ipv6 -0 -1 -2 -3 -a|--append -l|--list-only -q|--disable -Z|--parallel --create-dirs
    --fail-with-body --fail-early --no-progress-meter --path-as-is --post301 --post302 --raw --retry-all-errors
    --retry-connrefused --skip-existing --ssl-reqd --tcp-nodelay --max-filesize=VALUE --retry-max-time=VALUE
    --connect-to=VALUE --speed-limit=VALUE --speed-time=VALUE --parallel-max=VALUE --cert-type=VALUE --key-type=VALUE
    --pass=VALUE --noproxy=VALUE --preproxy=VALUE --proto-redir=VALUE --keepalive-time=VALUE -f|--fail -g|--globoff
    -G|--get -I|--head -i|--include|--show-headers -k|--insecure -L|--location -n|--netrc -N|--no-buffer -s|--silent
    -S|--show-error -v|--verbose --progress-bar --location-trusted VALUE...
wget: -q|--quiet -c|--continue -N|--timestamping -r|--recursive -O|--output-document=WRITE -o|--output-file=WRITE
    -a|--append-output=WRITE -P|--directory-prefix=WRITE -i|--input-file=READ --config=SETTINGS -e|--execute=CODE
    --use-askpass=PROGRAM --post-file=READ --body-file=READ --post-data=VALUE --header=VALUE -U|--user-agent=VALUE
    --save-cookies=WRITE --load-cookies=READ -t=VALUE -T=VALUE -w=VALUE -l=VALUE -A=VALUE -R=VALUE -D=VALUE -I=VALUE
    -X=VALUE -B=VALUE -Q=VALUE --user=VALUE --password=VALUE --warc-file=WRITE --rejected-log=WRITE --tries=VALUE
    --timeout=VALUE --method=VALUE --limit-rate=VALUE --no-check-certificate -m|--mirror --content-disposition:WRITE
    --hsts-file=WRITE --ca-certificate=READ --private-key=READ --certificate=READ --crl-file=READ --input-metalink=READ
    --default-page=WRITE --spider --show-progress --progress=VALUE -nv -nc -4 -6 -S -b -d -v -np -nd -nH -k -K -p -E
    -H -L -x VALUE...
http: -o|--output=WRITE -d|--download:WRITE -a=VALUE --session=TOUCH --session-read-only=TOUCH --cert=READ
    --cert-key=READ LOOK...
aria2c: -o|--out=WRITE -d|--dir=WRITE -i|--input-file=READ -l|--log=WRITE --on-download-complete=PROGRAM
    --on-download-start=PROGRAM --on-download-error=PROGRAM --on-download-stop=PROGRAM --on-download-pause=PROGRAM
    --on-bt-download-complete=PROGRAM --conf-path=SETTINGS VALUE...
nc: -e=FED -c=FED -s=VALUE -p=VALUE -w=VALUE -i=VALUE -X=VALUE -x=VALUE -q=VALUE -o=WRITE -l -n -u -v -z VALUE...
ncat: -e|--exec=FED -c|--sh-exec=FED --lua-exec=CODE -s=VALUE -p=VALUE -w=VALUE -i=VALUE -o=WRITE -l -k -n -u
    VALUE...
socat: SOCAT...
telnet: VALUE...
docker cp: -a|--archive -L|--follow-link -q|--quiet READ... WRITE
podman cp: -a|--archive --overwrite -q READ... WRITE
kubectl cp: -c|--container=VALUE -n|--namespace=VALUE --context=VALUE --retries=VALUE --no-preserve READ... WRITE
@image: -f|--file=READ -t|--tag=VALUE --build-arg=VALUE --target=VALUE --iidfile=WRITE -o|--output=EXPORT
    --metadata-file=WRITE --secret=TOUCH --ssh=TOUCH --platform=VALUE --progress=VALUE --network=VALUE --label=VALUE
    --cache-from=TOUCH --cache-to=EXPORT --build-context=TOUCH --builder=VALUE --sbom=VALUE --provenance=VALUE
    --annotation=VALUE --attest=VALUE --add-host=VALUE --shm-size=VALUE --ulimit=VALUE --cgroup-parent=VALUE
    --allow=VALUE --call=VALUE --no-cache-filter=VALUE --isolation=VALUE -m|--memory=VALUE --no-cache --pull --push
    --load --rm --force-rm --squash --check -D -q|--quiet READ
docker build: @image
docker image: SUB
docker image build: @image
docker builder: SUB
docker builder build: @image
docker buildx: --builder=VALUE -D|--debug SUB
docker buildx build: @image
docker buildx b: @image
docker buildx bake: -f|--file=READ --set=VALUE --builder=VALUE --metadata-file=WRITE --progress=VALUE --allow=VALUE
    --no-cache --print --pull --push --load VALUE...
docker buildx create: --buildkitd-config|--config=CONFIGFILE --driver=VALUE --driver-opt=VALUE --buildkitd-flags=VALUE
    --name=VALUE --node=VALUE --platform=VALUE --append --bootstrap --leave --use TRUST
podman build: @image
podman image: SUB
podman image build: @image
nerdctl build: @image
""")
