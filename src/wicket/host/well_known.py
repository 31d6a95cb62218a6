"""Which flags of well-known programs take a value: those that validators are asked about most.

Only flags that mean the same under every subcommand of their program are listed. What is neither listed nor of a
program whose list is complete is unknown, and the rule for unknown flags covers it.
"""

from typing import Final

__all__ = ["takes_value"]


def _flags(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Programs of which every flag is known: what is not here takes no value.
_WITH_VALUE: Final = {
    "curl": _flags(
        """
        -A -b -c -C -d -D -e -E -F -h -H -K -m -o -P -Q -r -t -T -u -U -w -x -X -y -Y -z
        --abstract-unix-socket --alt-svc --aws-sigv4 --cacert --capath --cert --cert-type --ciphers --config
        --connect-timeout --connect-to --continue-at --cookie --cookie-jar --create-file-mode --crlfile --curves --data
        --data-ascii --data-binary --data-raw --data-urlencode --delegation --dns-interface --dns-ipv4-addr
        --dns-ipv6-addr --dns-servers --doh-url --dump-header --ech --egd-file --engine --etag-compare --etag-save
        --expect100-timeout --form --form-string --ftp-account --ftp-alternative-to-user --ftp-method --ftp-port
        --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --haproxy-clientip --header --help --hostpubmd5
        --hostpubsha256 --hsts --interface --ip-tos --ipfs-gateway --json --keepalive-cnt --keepalive-time --key
        --key-type --krb --libcurl --limit-rate --local-port --login-options --mail-auth --mail-from --mail-rcpt
        --max-filesize --max-redirs --max-time --netrc-file --noproxy --oauth2-bearer --output --output-dir
        --parallel-max --pass --pinnedpubkey --preproxy --proto --proto-default --proto-redir --proxy --proxy-cacert
        --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile --proxy-header --proxy-key
        --proxy-key-type --proxy-pass --proxy-pinnedpubkey --proxy-service-name --proxy-tls13-ciphers
        --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser --proxy-user --proxy1.0 --pubkey --quote
        --random-file --range --rate --referer --request --request-target --resolve --retry --retry-delay
        --retry-max-time --sasl-authzid --service-name --socks4 --socks4a --socks5 --socks5-gssapi-service
        --socks5-hostname --speed-limit --speed-time --stderr --telnet-option --tftp-blksize --time-cond --tls-max
        --tls13-ciphers --tlsauthtype --tlspassword --tlsuser --trace --trace-ascii --trace-config --unix-socket
        --upload-file --url --url-query --user --user-agent --variable --vlan-priority --write-out
        """
    ),
    "cp": _flags("-S -t --context --suffix --target-directory"),
    "mkdir": _flags("-m --mode"),
    "mv": _flags("-S -t --suffix --target-directory"),
    "rm": _flags(""),
    "rmdir": _flags(""),
    "wget": _flags(
        """
        -a -A -B -D -e -i -I -l -o -O -P -Q -R -t -T -U -w -X
        --accept --accept-regex --append-output --base --bind-address --body-data --body-file --ca-certificate
        --ca-directory --certificate --certificate-type --ciphers --compression --config --connect-timeout --cut-dirs
        --default-page --directory-prefix --dns-timeout --domains --dot-style --egd-file --exclude-directories
        --exclude-domains --execute --follow-tags --ftp-password --ftp-user --header --hsts-file --http-password
        --http-user --ignore-tags --include-directories --input-file --level --limit-rate --load-cookies
        --local-encoding --max-redirect --method --output-document --output-file --password --pinnedpubkey
        --post-data --post-file --prefer-family --private-key --private-key-type --progress --proxy-password
        --proxy-user --quota --random-file --read-timeout --referer --regex-type --reject --reject-regex
        --rejected-log --remote-encoding --report-speed --restrict-file-names --retry-on-http-error --save-cookies
        --secure-protocol --start-pos --timeout --tries --use-askpass --user --user-agent --wait --waitretry
        """
    ),
}

# Programs of which only these are known, for their flags depend on the subcommand.
_SURE: Final = {
    "docker": dict.fromkeys(_flags("-H --config --context --env --env-file --host --mount --name --network"), True)
    | dict.fromkeys(_flags("-D --debug --privileged --rm"), False),
    "git": dict.fromkeys(_flags("-C -c --exec-path --git-dir --message --namespace --work-tree"), True)
    | dict.fromkeys(_flags("--bare --force --force-with-lease --hard --no-pager --no-verify --soft --tags"), False),
    "kubectl": dict.fromkeys(
        _flags("-n -s --as --as-group --cluster --context --filename --kubeconfig --namespace --server --token --user"),
        True,
    )
    | dict.fromkeys(_flags("-A --all --all-namespaces --force --now"), False),
}


def takes_value(program: str, flag: str) -> bool | None:
    """Whether a flag, written with its dashes, takes a value. None: nobody knows."""
    if (listed := _WITH_VALUE.get(program)) is None:
        return _SURE.get(program, {}).get(flag)
    if flag in listed:
        return True
    return False if flag.startswith("--") or len(flag) == 2 else None
