"""Secrets that are known by how they look: tokens with a well-known beginning, and long and random words."""

import re
from itertools import pairwise

from wicket.redaction.secret_names_and_harmless_values import refers
from wicket.redaction.shell_words_and_assigned_variables import Span

__all__ = ["is_ordinary_pair", "looks_like_a_secret", "random_words", "well_known"]


# ── secrets that are known by how they look: keys in blocks, tokens with a well-known beginning, passwords in URLs ──

# Every repetition that something must follow has a bound, so that a search stays linear in the text.


# A URL's password may hold an `@`, so the last one before the host counts. Behind `@` a user may be without password.
_URL = re.compile(r"://([^/\s:'\"`<>|\\]{0,200}):([^/\s'\"`<>|\\]{1,2000})@")
_URL_USER = re.compile(r"https?://([A-Za-z0-9_~.-]{16,400})@", re.IGNORECASE)
_URL_TOKEN = re.compile(r"://([^/\s:@'\"]{1,400}):x-oauth-basic@", re.IGNORECASE)

# `me:password@db.example.org`, without a scheme. An image's `name:tag@sha256:…` is none.
_ACCOUNT = re.compile(
    r"(?<![\w:/.@+-])[\w.+/\\-]{1,100}:([^\s:@/'\"`<>|(){},;$]{3,200})@"
    r"(?=(?:tcp|unix|udp)?\(|[a-z0-9.-]{1,200}:\d{2,5}\b|localhost\b|\d{1,3}(?:\.\d{1,3}){3}\b|(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,20}\b)",
    re.IGNORECASE,
)
_NO_ACCOUNT = re.compile(r"(?:npm|jsr|workspace|file|link|github|gitlab|git|pkg|docker|oci|mailto|sip|acct)$")

# Beginnings of tokens, each with as many characters behind it as no ordinary word has.
_TOKEN = re.compile(
    r"""
    (?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(?:
        (?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}            # AWS
      | gh[pousr]_[A-Za-z0-9_]{16,300}                           # GitHub
      | github_pat_[A-Za-z0-9_]{16,300}
      | gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas|ffct)-[A-Za-z0-9_.-]{12,300}     # GitLab
      | GR1348941[A-Za-z0-9_-]{16,100}
      | sk-[A-Za-z0-9_-]{16,300}                                 # OpenAI, Anthropic and others that took it up
      | (?:sk|rk|pk|whsec|rcp)_(?:live_|test_|prod_)?[A-Za-z0-9]{16,300}       # Stripe, Clerk
      | xox[a-z]-[A-Za-z0-9-]{8,300} | xapp-[A-Za-z0-9-]{8,300}  # Slack
      | hf_[A-Za-z0-9]{16,100} | api_org_[A-Za-z0-9]{16,100}     # Hugging Face
      | npm_[A-Za-z0-9]{16,100} | pypi-[A-Za-z0-9_-]{16,400} | rubygems_[a-f0-9]{16,100}
      | dckr_(?:pat|oat)_[A-Za-z0-9_-]{16,100}
      | AIza[A-Za-z0-9_-]{30,50} | ya29\.[A-Za-z0-9_.-]{10,2000}  # Google
      | GOCSPX-[A-Za-z0-9_-]{16,50} | 1//0[A-Za-z0-9_-]{16,200}
      | SG\.[A-Za-z0-9_-]{10,60}\.[A-Za-z0-9_-]{10,80}           # SendGrid
      | (?:SK|AC)[0-9a-f]{32}                                    # Twilio
      | (?:dop|doo|dor)_v1_[A-Za-z0-9]{16,100}                   # DigitalOcean
      | hv[sbr]\.[A-Za-z0-9_-]{16,500} | [sb]\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}   # Vault
      | \d{8,10}:AA[A-Za-z0-9_-]{30,40}                          # Telegram
      | [MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}      # Discord
      | shp(?:at|ca|pa|ss|tka)_[A-Za-z0-9]{16,100}               # Shopify
      | sq0[a-z]{3}-[A-Za-z0-9_-]{16,100} | EAAA[A-Za-z0-9_-]{50,100}          # Square
      | EAA[A-Za-z0-9]{60,400}                                   # Facebook
      | AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{100,200}              # Firebase
      | key-[0-9a-z]{32} | [0-9a-f]{32}-us\d{1,2}                # Mailgun, Mailchimp
      | NRAK-[A-Z0-9]{16,50} | NRJS-[a-f0-9]{16,50}              # New Relic
      | gl(?:c|sa)_[A-Za-z0-9_+/=]{16,400}                       # Grafana
      | sntry[su]_[A-Za-z0-9_+/=]{16,400}
      | lin_(?:api|oauth)_[A-Za-z0-9]{16,100} | figd_[A-Za-z0-9_-]{16,100} | PMAK-[A-Za-z0-9-]{16,100}
      | (?:secret|ntn)_[A-Za-z0-9]{32,60}                        # Notion
      | pat[A-Za-z0-9]{14}\.[a-f0-9]{64} | pat-(?:na|eu)1-[a-f0-9-]{30,40}      # Airtable, HubSpot
      | AT[A-Z]{3}3x[A-Za-z0-9_=-]{20,300} | ATBB[A-Za-z0-9]{24,50}             # Atlassian, Bitbucket
      | tskey-[a-z]{2,12}-[A-Za-z0-9-]{10,100}                   # Tailscale
      | dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{16,100}   # Doppler
      | (?:fo1_|FlyV1\ fm\d_|fm\d_)[A-Za-z0-9_,+/=-]{20,3000}   # Fly
      | pul-[a-f0-9]{32,50} | nfp_[A-Za-z0-9]{20,60} | rnd_[A-Za-z0-9]{20,60} | vercel_[A-Za-z0-9_]{20,60}
      | (?:xkeysib|xsmtpsib)-[a-f0-9]{16,100} | re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,40}
      | (?:ops|op)_eyJ[A-Za-z0-9+/=_-]{20,4000} | A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,6}-?){4,6}
      | LTAI[A-Za-z0-9]{12,24} | AKID[A-Za-z0-9]{32} | t1\.[A-Z0-9a-z_-]{20,300}\.[A-Za-z0-9_-]{20,300}
      | r8_[A-Za-z0-9]{30,50} | gsk_[A-Za-z0-9]{30,80} | pplx-[A-Za-z0-9]{30,80} | xai-[A-Za-z0-9]{30,120}
      | (?:atlasv1|[A-Za-z0-9]{14}\.atlasv1)\.[A-Za-z0-9_=-]{20,100}           # Terraform
      | CLOJARS_[a-f0-9]{20,80} | AKCp[A-Za-z0-9]{20,100} | cmVmd[A-Za-z0-9]{20,80}
      | amzn\.mws\.[0-9a-f-]{30,40} | bkua_[a-z0-9]{20,60} | ddp_[A-Za-z0-9]{20,60} | phx_[A-Za-z0-9]{20,60}
      | AGE-SECRET-KEY-1[A-Z0-9]{20,80} | AGE-PLUGIN-[A-Z0-9-]{20,200}
      | [KL5](?![0-9a-f]{50}|[0-9A-F]{50})[1-9A-HJ-NP-Za-km-z]{50,51}         # keys of wallets
      | xprv[A-Za-z0-9]{80,120}
      | [A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{30,36}              # Entra
      | (?<!\w)\$(?:[1567y]|2[abxy]|gy|apr1|argon2(?:id?|d))\$[A-Za-z0-9./=,$+-]{10,300}   # what crypt makes
      | eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,2000})?     # a JSON web token
      | eyJ[A-Za-z0-9_-]{30,4000}={0,2}                          # JSON in base64
    )
    """,
    re.VERBOSE,
)

# Addresses that anybody who knows them may use. What is secret is the end of their path.
_ADDRESS = re.compile(
    r"""
    (?: hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/
      | discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/
      | hooks\.zapier\.com/hooks/catch/ | hook\.[a-z0-9.]{1,20}\.make\.com/
      | maker\.ifttt\.com/trigger/[\w-]{1,80}/with/key/
      | (?:outlook|webhook)\.office\.com/webhook[a-z0-9]{0,3}/
      | chat\.googleapis\.com/v1/spaces/ | api\.telegram\.org/bot | ntfy\.sh/(?=[A-Za-z0-9_-]{16})
      | open\.feishu\.cn/open-apis/bot/v2/hook/ | hc-ping\.com/ | cronitor\.link/p/
    ) ([^\s'"`<>|\\,)]{4,1000})
    """,
    re.VERBOSE | re.IGNORECASE,
)

# Addresses of which all is a secret, or the end of the path.
_WHOLE_ADDRESS = re.compile(
    r"\b(?:ss|ssr|trojan|hysteria2?|hy2|vless|vmess|tuic|tgram|pover|pbul|obsws|rtmps?)://([^\s'\"`<>|]{6,2000})",
    re.IGNORECASE,
)
_STREAM = re.compile(
    r"(?:rtmps?://[^\s'\"/]{1,200}/[\w.-]{1,60}|obsws://[^\s'\"/]{1,200})/([^\s'\"`<>|]{4,400})", re.IGNORECASE
)

# Blocks of keys, to their end or to that of the text; also inside of JSON, where line ends are spelled out.
_BLOCK = re.compile(
    r"----[- ]BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?[- ]----(.*?)(?:----[- ]END [A-Z0-9 ]{0,40}----|\Z)"
    r"|PuTTY-User-Key-File-\d:(.*)\Z|\$ANSIBLE_VAULT;[^\n\\]{1,60}(.*)\Z",
    re.DOTALL,
)

# The cheapest look at a text: without one of these, nothing above is in it.
_HINT = re.compile(r"----[- ]BEGIN |PuTTY-User|\$ANSIBLE_VAULT|://|[@]")


def well_known(text: str) -> list[Span]:
    """Find what is known to be a secret by its looks."""
    found = [(match.start(), match.end()) for match in _TOKEN.finditer(text) if not _is_filler(match[0])]
    if _HINT.search(text) is not None:
        found += [match.span(match.lastindex or 0) for match in _BLOCK.finditer(text)]
        found += [match.span(2) for match in _URL.finditer(text) if not refers(match[2])]
        found += [match.span(1) for match in _URL_USER.finditer(text) if any(map(str.isdigit, match[1]))]
        found += [match.span(1) for match in _URL_TOKEN.finditer(text) if not refers(match[1])]
        found += [match.span(1) for match in _ACCOUNT.finditer(text) if _is_account(match)]
        for match in _WHOLE_ADDRESS.finditer(text):
            stream = _STREAM.match(text, match.start())
            if match[0].lower().startswith(("rtmp", "obsws")):
                found += [stream.span(1)] if stream is not None and not refers(stream[1]) else []
            elif not refers(match[1]):
                # Before the host, if there is one; that of `pover` is a secret itself.
                at = -1 if match[0].lower().startswith("pover") else match[1].rfind("@")
                found.append((match.start(1), match.end(1) if at < 0 else match.start(1) + at))
    if "." in text and "/" in text:
        found += [match.span(1) for match in _ADDRESS.finditer(text) if not refers(match[1])]
    return found


def looks_like_a_secret(text: str) -> bool:
    """Whether something in a text is known to be a secret by its looks."""
    return bool(well_known(text))


def _is_account(match: re.Match[str]) -> bool:
    return _NO_ACCOUNT.search(match[0].partition(":")[0]) is None and not refers(match[1])


def _is_filler(token: str) -> bool:
    """Whether it only shows how a token looks: `sk-xxxxxxxxxxxxxxxxxxxx`, `sk-your-api-key-goes-here`."""
    rest = token[3:].lower()
    return (len(set(rest)) <= 2 and rest[-1] in "x.*_-") or "your" in rest


# ── words that nobody would have typed: long and random, as keys are ──────────

# A word is random if few of its neighbouring letters stand together in English and in the names of programs. What is as
# long and as odd, but known to be no secret, is spared: hashes of commits, digests that say that they are some, ids of
# the usual form, and paths of files.


# Pairs of letters that make up nine tenths of words.
# fmt: off
_PAIRS = frozenset(str.split("""
ab ac ad ag ai ak al am an ap ar as at au av ay ba be bi bl bo br bs bu ca cc cd ce ch ci ck cl co cr cs ct cu da dd
de df di dl do dr ds du ea eb ec ed ee ef eg ei el em en eo ep eq er es et ev ew ex ey fa fe ff fi fl fo fr ft fu ga
ge gh gi gl gn go gr gs gu ha he hi ho ht ia ib ic id ie if ig il im in io ip ir is it iv iz ke ki ks la lc ld le li
ll lo lp ls lt lu ly ma mb me mi ml mm mo mp ms mu na nc nd ne nf ng ni nk nl nn no np ns nt nu nv oa ob oc od of og
oi ol om on oo op or os ot ou ov ow pa pe ph pi pl po pp pr ps pt pu py qu ra rc rd re rg ri rk rl rm rn ro rp rr rs
rt ru ry sa sc se sf sh si sl so sp ss st su sy ta tc td te tf th ti tl tm to tp tr ts tt tu ty ua ub uc ue ui ul um
un up ur us ut va ve vi wa we wi wo wr xp xt yp ys ze
"""))
# fmt: on

_RUN = re.compile(r"[A-Za-z0-9+/=_~-]{16,20000}")
_PIECE = re.compile(r"[A-Za-z0-9]+")
_DIGIT = re.compile("[0-9]")
_KINDS = (re.compile("[a-z]"), re.compile("[A-Z]"), _DIGIT)
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F]+")
_ID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")

# What stands before a digest to say that it is one, and what does behind it, as `sha256sum` prints it.
_DIGEST_BEFORE = re.compile(
    r"(?:sha-?\d{1,3}|md5|blake2?[bs3]?|digest|checksum|hash|integrity|commit|rev(?:ision)?|ref|tree|etag|cid)\W{0,4}$"
    r"|\b(?:docker|podman|nerdctl|git|nix|crane)\b[^\n;|&]{0,300}$",
    re.IGNORECASE,
)
_DIGEST_BEHIND = re.compile(r" [ *][\w./-]")

# What a pod is called, and a file: its name has an ending.
_POD = re.compile(r"-[a-z0-9]{8,10}-[a-z0-9]{5}$")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}(?![\w.])")

# So many letters and digits a random word has at least, and so many of them without anything between.
_MIN_CHARS = 16
_MIN_PIECE = 8
_MIN_DISTINCT = 8

# Of the pairs in a random word, two in five stand together in English by chance; in names, nine of ten do. The fewer
# pairs there are, the surer it must be.
_LONG_CHARS = 20
_MAX_ORDINARY = 0.6
_MAX_ORDINARY_SHORT = 0.5


def random_words(text: str) -> list[Span]:
    """Find random words."""
    return [span for match in _RUN.finditer(text) for span in _random(text, match)]


def is_ordinary_pair(pair: str) -> bool:
    """Whether two small letters stand together in English."""
    return pair in _PAIRS


def _random(text: str, match: re.Match[str]) -> list[Span]:
    start, word = match.start(), match[0]
    if _is_path(text, start, word):
        return []
    # A name before it is no part of it: `x=…`. At the end, `=` fills up base64.
    core = word.rstrip("=")
    cut = core.rfind("=") + 1
    core, start = core[cut:], start + cut
    if len(core) < _MIN_CHARS or _ID.search(core):
        return []
    if _HEX.fullmatch(core):
        return [(start, match.end())] if _is_random_hex(text, start, core) else []
    pieces = _PIECE.findall(core)
    chars = sum(map(len, pieces))
    if max(map(len, pieces), default=0) < _MIN_PIECE or chars < _MIN_CHARS - 1 or len(set(core)) < _MIN_DISTINCT:
        return []
    if not _is_mixed(core):
        return []
    most = _MAX_ORDINARY if chars >= _LONG_CHARS else _MAX_ORDINARY_SHORT
    if _ordinary(pieces) >= most or _is_digest(text, start) or _is_name(text, match.end(), core):
        return []
    return [(start, match.end())]


def _is_name(text: str, end: int, core: str) -> bool:
    return _POD.search(core) is not None or _ENDING.match(text, end) is not None


def _is_path(text: str, start: int, word: str) -> bool:
    """Whether it lies in the name of a file or in an address, which are read more often than they hide something."""
    if not word.startswith(("/", "~/")):
        return text[max(0, start - 1) : start] in ("@", "#")
    return "+" not in word and (len(word) < _LONG_CHARS or not _has_all_kinds(word))


def _is_random_hex(text: str, start: int, core: str) -> bool:
    digits = core.removeprefix("0x")
    # Commits have 40 digits, and so have addresses; ids of databases 24.
    if len(digits) < 32 or len(digits) == 40 or len(set(digits)) < 6 or digits.isdigit():
        return False
    return not _is_digest(text, start) and _DIGEST_BEHIND.match(text, start + len(core)) is None


def _is_digest(text: str, start: int) -> bool:
    return _DIGEST_BEFORE.search(text, max(0, start - 320), start) is not None


def _is_mixed(core: str) -> bool:
    """Whether there are digits among the letters, or capitals among the small ones."""
    return _DIGIT.search(core) is not None or (core != core.lower() and core != core.upper())


def _has_all_kinds(word: str) -> bool:
    return all(kind.search(word) for kind in _KINDS)


def _ordinary(pieces: list[str]) -> float:
    """How much of a word stands together in English: 0 to 1."""
    ordinary = odd = 0
    for piece in pieces:
        for one, other in pairwise(piece):
            if one.isdigit() and other.isdigit():
                continue
            if one.isdigit() or other.isdigit() or (one + other).lower() not in _PAIRS:
                odd += 1
            else:
                ordinary += 1
    return ordinary / (ordinary + odd) if ordinary + odd else 1.0
