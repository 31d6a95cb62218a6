"""The names of Python's own modules that compute, print, or read what they are handed: closed lists, names alone.

They are the public names of each module that belong to it, without modules that it imports. Left out are those that
import, evaluate or unpickle a text, that take the name of a file, and that give a module, a frame or code.
"""

from wicket.shell.characters import listed

__all__ = ["COMPUTING"]

COMPUTING: dict[str, frozenset[str]] = {
    "__future__": listed(
        """
        absolute_import all_feature_names annotations barry_as_FLUFL division generator_stop generators nested_scopes
        print_function unicode_literals with_statement
        """
    ),
    "abc": listed(
        """
        ABC ABCMeta abstractclassmethod abstractmethod abstractproperty abstractstaticmethod get_cache_token
        update_abstractmethods
        """
    ),
    "argparse": listed(
        """
        Action ArgumentDefaultsHelpFormatter ArgumentError ArgumentTypeError BooleanOptionalAction HelpFormatter
        MetavarTypeHelpFormatter Namespace ONE_OR_MORE OPTIONAL PARSER REMAINDER RawDescriptionHelpFormatter
        RawTextHelpFormatter SUPPRESS ZERO_OR_MORE
        """
    ),
    "array": listed("ArrayType array typecodes"),
    "ast": listed(
        """
        AST Add And AnnAssign Assert Assign AsyncFor AsyncFunctionDef AsyncWith Attribute AugAssign Await BinOp BitAnd
        BitOr BitXor BoolOp Break Call ClassDef Compare Constant Continue Del Delete Dict DictComp Div Eq ExceptHandler
        Expr Expression FloorDiv For FormattedValue FunctionDef FunctionType GeneratorExp Global Gt GtE If IfExp Import
        ImportFrom In Interactive Invert Is IsNot JoinedStr LShift Lambda List ListComp Load Lt LtE MatMult Match
        MatchAs MatchClass MatchMapping MatchOr MatchSequence MatchSingleton MatchStar MatchValue Mod Module Mult Name
        NamedExpr NodeTransformer NodeVisitor Nonlocal Not NotEq NotIn Or ParamSpec Pass Pow PyCF_ALLOW_TOP_LEVEL_AWAIT
        PyCF_ONLY_AST PyCF_TYPE_COMMENTS RShift Raise Return Set SetComp Slice Starred Store Sub Subscript Try TryStar
        Tuple TypeAlias TypeIgnore TypeVar TypeVarTuple UAdd USub UnaryOp While With Yield YieldFrom alias arg arguments
        boolop cmpop comprehension copy_location dump excepthandler expr expr_context fix_missing_locations
        get_docstring get_source_segment increment_lineno iter_child_nodes iter_fields keyword literal_eval match_case
        mod operator parse pattern stmt type_ignore type_param unaryop unparse walk withitem
        """
    ),
    "base64": listed(
        """
        a85decode a85encode b16decode b16encode b32decode b32encode b32hexdecode b32hexencode b64decode b64encode
        b85decode b85encode decode decodebytes encode encodebytes standard_b64decode standard_b64encode
        urlsafe_b64decode urlsafe_b64encode z85decode z85encode
        """
    ),
    "binascii": listed(
        """
        Error Incomplete a2b_base64 a2b_hex a2b_qp a2b_uu b2a_base64 b2a_hex b2a_qp b2a_uu crc32 crc_hqx hexlify
        unhexlify
        """
    ),
    "bisect": listed("bisect bisect_left bisect_right insort insort_left insort_right"),
    "calendar": listed(
        """
        Calendar Day FRIDAY HTMLCalendar IllegalMonthError IllegalWeekdayError LocaleHTMLCalendar LocaleTextCalendar
        MONDAY Month SATURDAY SUNDAY THURSDAY TUESDAY TextCalendar WEDNESDAY calendar day_abbr day_name firstweekday
        isleap leapdays month month_abbr month_name monthcalendar monthrange prcal prmonth setfirstweekday timegm
        weekday weekheader
        """
    ),
    "collections": listed(
        """
        ChainMap Counter OrderedDict UserDict UserList UserString defaultdict deque namedtuple
        """
    ),
    "collections.abc": listed(
        """
        AsyncGenerator AsyncIterable AsyncIterator Awaitable Buffer ByteString Callable Collection Container Coroutine
        Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence
        MutableSet Reversible Sequence Set Sized ValuesView
        """
    ),
    "configparser": listed(
        """
        BasicInterpolation ConfigParser ConverterMapping DEFAULTSECT DuplicateOptionError DuplicateSectionError
        ExtendedInterpolation Interpolation InterpolationDepthError InterpolationError InterpolationMissingOptionError
        InterpolationSyntaxError MAX_INTERPOLATION_DEPTH MissingSectionHeaderError NoOptionError NoSectionError
        ParsingError RawConfigParser SectionProxy
        """
    ),
    "contextlib": listed(
        """
        AbstractAsyncContextManager AbstractContextManager AsyncExitStack ContextDecorator ExitStack aclosing
        asynccontextmanager closing contextmanager nullcontext redirect_stderr redirect_stdout suppress
        """
    ),
    "contextvars": listed("Context ContextVar Token copy_context"),
    "copy": listed("Error copy deepcopy replace"),
    "csv": listed(
        """
        Dialect DictReader DictWriter Error QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC QUOTE_NOTNULL
        QUOTE_STRINGS Sniffer excel excel_tab field_size_limit get_dialect list_dialects reader register_dialect
        unix_dialect unregister_dialect writer
        """
    ),
    "datetime": listed("MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo"),
    "decimal": listed(
        """
        BasicContext Clamped Context ConversionSyntax Decimal DecimalException DecimalTuple DefaultContext
        DivisionByZero DivisionImpossible DivisionUndefined ExtendedContext FloatOperation HAVE_CONTEXTVAR HAVE_THREADS
        Inexact InvalidContext InvalidOperation MAX_EMAX MAX_PREC MIN_EMIN MIN_ETINY Overflow ROUND_05UP ROUND_CEILING
        ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP Rounded Subnormal Underflow
        getcontext localcontext setcontext
        """
    ),
    "difflib": listed(
        """
        Differ HtmlDiff IS_CHARACTER_JUNK IS_LINE_JUNK Match SequenceMatcher context_diff diff_bytes get_close_matches
        ndiff restore unified_diff
        """
    ),
    "email.mime.multipart": listed("MIMEMultipart"),
    "email.mime.text": listed("MIMEText"),
    "email.utils": listed(
        """
        collapse_rfc2231_value decode_params decode_rfc2231 encode_rfc2231 format_datetime formataddr formatdate
        getaddresses make_msgid mktime_tz parseaddr parsedate parsedate_to_datetime parsedate_tz unquote
        """
    ),
    "enum": listed(
        """
        CONFORM CONTINUOUS EJECT Enum EnumCheck EnumDict EnumMeta EnumType Flag FlagBoundary IntEnum IntFlag KEEP
        NAMED_FLAGS ReprEnum STRICT StrEnum UNIQUE auto member nonmember property unique verify
        """
    ),
    "errno": listed(
        """
        E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG EBADR EBADRQC
        EBADSLT EBFONT EBUSY ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDEADLOCK
        EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EIDRM EILSEQ EINPROGRESS EINTR
        EINVAL EIO EISCONN EISDIR EISNAM EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT EL3RST ELIBACC
        ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL
        ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY ENOLCK ENOLINK
        ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN ENOTDIR ENOTEMPTY
        ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM
        EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART ERFKILL EROFS
        ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN
        EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL errorcode
        """
    ),
    "fnmatch": listed("filter fnmatch fnmatchcase translate"),
    "fractions": listed("Fraction"),
    "functools": listed(
        """
        WRAPPER_ASSIGNMENTS WRAPPER_UPDATES cache cached_property cmp_to_key lru_cache partial partialmethod reduce
        total_ordering
        """
    ),
    "graphlib": listed("CycleError TopologicalSorter"),
    "hashlib": listed(
        """
        algorithms_available algorithms_guaranteed blake2b blake2s file_digest md5 new pbkdf2_hmac sha1 sha224 sha256
        sha384 sha3_224 sha3_256 sha3_384 sha3_512 sha512 shake_128 shake_256
        """
    ),
    "heapq": listed("heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest"),
    "hmac": listed("HMAC compare_digest digest new"),
    "html": listed("escape unescape"),
    "html.parser": listed("HTMLParser"),
    "importlib.metadata": listed(
        """
        PackageMetadata PackageNotFoundError distribution distributions files metadata packages_distributions requires
        version
        """
    ),
    "inspect": listed(
        """
        BoundArguments FullArgSpec Parameter Signature cleandoc getabsfile getcomments getdoc getfile getfullargspec
        getmodulename getmro getsource getsourcefile getsourcelines isabstract isasyncgen isasyncgenfunction isawaitable
        isbuiltin isclass iscode iscoroutine iscoroutinefunction isdatadescriptor isframe isfunction isgenerator
        isgeneratorfunction isgetsetdescriptor ismemberdescriptor ismethod ismethoddescriptor ismethodwrapper ismodule
        isroutine istraceback
        """
    ),
    "ipaddress": listed(
        """
        AddressValueError IPV4LENGTH IPV6LENGTH IPv4Address IPv4Interface IPv4Network IPv6Address IPv6Interface
        IPv6Network NetmaskValueError collapse_addresses get_mixed_type_key ip_address ip_interface ip_network
        summarize_address_range v4_int_to_packed v6_int_to_packed
        """
    ),
    "itertools": listed(
        """
        accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse
        groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest
        """
    ),
    "json": listed("JSONDecodeError JSONDecoder JSONEncoder dump dumps load loads"),
    "keyword": listed("iskeyword issoftkeyword kwlist softkwlist"),
    "locale": listed(
        """
        CHAR_MAX Error LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME atof atoi currency
        format_string getdefaultlocale getencoding getlocale getpreferredencoding localeconv normalize setlocale str
        strcoll strxfrm
        """
    ),
    "logging": listed(
        """
        BASIC_FORMAT BufferingFormatter CRITICAL DEBUG ERROR FATAL Filter Formatter Handler INFO LogRecord Logger
        LoggerAdapter NOTSET NullHandler StreamHandler WARN WARNING addLevelName captureWarnings critical debug disable
        error exception fatal getHandlerByName getHandlerNames getLevelName getLevelNamesMapping getLogRecordFactory
        getLogger getLoggerClass info lastResort log makeLogRecord raiseExceptions root setLogRecordFactory shutdown
        warn warning
        """
    ),
    "math": listed(
        """
        acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp exp2 expm1
        fabs factorial floor fma fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma
        log log10 log1p log2 modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt sumprod tan tanh tau
        trunc ulp
        """
    ),
    "numbers": listed("Complex Integral Number Rational Real"),
    "operator": listed(
        """
        abs add and_ concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift
        imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_not isub itemgetter itruediv ixor le
        length_hint lshift lt matmul mod mul ne neg not_ or_ pos pow rshift setitem sub truediv truth xor
        """
    ),
    "os.path": listed(
        """
        abspath altsep basename commonpath commonprefix curdir defpath devnull dirname exists expanduser expandvars
        extsep getatime getctime getmtime getsize isabs isdir isfile isjunction islink ismount join lexists normcase
        normpath pardir pathsep realpath relpath samefile sameopenfile samestat sep split splitdrive splitext splitroot
        supports_unicode_filenames
        """
    ),
    "platform": listed(
        """
        freedesktop_os_release machine node platform processor python_branch python_build python_compiler
        python_implementation python_revision python_version python_version_tuple release system system_alias uname
        uname_result version
        """
    ),
    "posixpath": listed(
        """
        abspath altsep basename commonpath commonprefix curdir defpath devnull dirname exists expanduser expandvars
        extsep getatime getctime getmtime getsize isabs isdir isfile isjunction islink ismount join lexists normcase
        normpath pardir pathsep realpath relpath samefile sameopenfile samestat sep split splitdrive splitext splitroot
        supports_unicode_filenames
        """
    ),
    "pprint": listed("PrettyPrinter isreadable isrecursive pformat pp pprint saferepr"),
    "queue": listed("Empty Full LifoQueue PriorityQueue Queue ShutDown SimpleQueue"),
    "random": listed(
        """
        Random SystemRandom betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits
        getstate lognormvariate normalvariate paretovariate randbytes randint random randrange sample seed setstate
        shuffle triangular uniform vonmisesvariate weibullvariate
        """
    ),
    "re": listed(
        """
        A ASCII DOTALL I IGNORECASE L LOCALE M MULTILINE Match NOFLAG Pattern PatternError RegexFlag S U UNICODE VERBOSE
        X compile error escape findall finditer fullmatch match purge search split sub subn
        """
    ),
    "secrets": listed(
        """
        SystemRandom choice compare_digest randbelow randbits token_bytes token_hex token_urlsafe
        """
    ),
    "select": listed(
        """
        EPOLLERR EPOLLET EPOLLEXCLUSIVE EPOLLHUP EPOLLIN EPOLLMSG EPOLLONESHOT EPOLLOUT EPOLLPRI EPOLLRDBAND EPOLLRDHUP
        EPOLLRDNORM EPOLLWRBAND EPOLLWRNORM EPOLL_CLOEXEC PIPE_BUF POLLERR POLLHUP POLLIN POLLMSG POLLNVAL POLLOUT
        POLLPRI POLLRDBAND POLLRDHUP POLLRDNORM POLLWRBAND POLLWRNORM epoll error poll select
        """
    ),
    "shlex": listed("join quote split"),
    "signal": listed(
        """
        Handlers ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL ItimerError NSIG SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT
        SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN
        SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM
        SIGWINCH SIGXCPU SIGXFSZ SIG_BLOCK SIG_DFL SIG_IGN SIG_SETMASK SIG_UNBLOCK Sigmasks Signals alarm
        default_int_handler getitimer getsignal pause pthread_sigmask set_wakeup_fd setitimer siginterrupt signal
        sigpending sigtimedwait sigwait sigwaitinfo strsignal struct_siginfo valid_signals
        """
    ),
    "socket": listed(
        """
        AF_INET AF_INET6 AI_ADDRCONFIG AI_ALL AI_CANONNAME AI_NUMERICHOST AI_NUMERICSERV AI_PASSIVE AI_V4MAPPED
        AddressFamily EAI_ADDRFAMILY EAI_AGAIN EAI_BADFLAGS EAI_FAIL EAI_FAMILY EAI_MEMORY EAI_NODATA EAI_NONAME
        EAI_OVERFLOW EAI_SERVICE EAI_SOCKTYPE EAI_SYSTEM INADDR_ALLHOSTS_GROUP INADDR_ANY INADDR_BROADCAST
        INADDR_LOOPBACK INADDR_MAX_LOCAL_GROUP INADDR_NONE INADDR_UNSPEC_GROUP IPPROTO_AH IPPROTO_DSTOPTS IPPROTO_EGP
        IPPROTO_ESP IPPROTO_FRAGMENT IPPROTO_GRE IPPROTO_HOPOPTS IPPROTO_ICMP IPPROTO_ICMPV6 IPPROTO_IDP IPPROTO_IGMP
        IPPROTO_IP IPPROTO_IPIP IPPROTO_IPV6 IPPROTO_MPTCP IPPROTO_NONE IPPROTO_PIM IPPROTO_PUP IPPROTO_RAW
        IPPROTO_ROUTING IPPROTO_RSVP IPPROTO_SCTP IPPROTO_TCP IPPROTO_TP IPPROTO_UDP IPPROTO_UDPLITE IPV6_CHECKSUM
        IPV6_DONTFRAG IPV6_DSTOPTS IPV6_HOPLIMIT IPV6_HOPOPTS IPV6_JOIN_GROUP IPV6_LEAVE_GROUP IPV6_MULTICAST_HOPS
        IPV6_MULTICAST_IF IPV6_MULTICAST_LOOP IPV6_NEXTHOP IPV6_PATHMTU IPV6_PKTINFO IPV6_RECVDSTOPTS IPV6_RECVHOPLIMIT
        IPV6_RECVHOPOPTS IPV6_RECVPATHMTU IPV6_RECVPKTINFO IPV6_RECVRTHDR IPV6_RECVTCLASS IPV6_RTHDR IPV6_RTHDRDSTOPTS
        IPV6_RTHDR_TYPE_0 IPV6_TCLASS IPV6_UNICAST_HOPS IPV6_V6ONLY IP_ADD_MEMBERSHIP IP_BIND_ADDRESS_NO_PORT
        IP_DEFAULT_MULTICAST_LOOP IP_DEFAULT_MULTICAST_TTL IP_DROP_MEMBERSHIP IP_HDRINCL IP_MAX_MEMBERSHIPS
        IP_MULTICAST_IF IP_MULTICAST_LOOP IP_MULTICAST_TTL IP_OPTIONS IP_RECVOPTS IP_RECVRETOPTS IP_RECVTOS IP_RETOPTS
        IP_TOS IP_TRANSPARENT IP_TTL MSG_CMSG_CLOEXEC MSG_CONFIRM MSG_CTRUNC MSG_DONTROUTE MSG_DONTWAIT MSG_EOR
        MSG_ERRQUEUE MSG_FASTOPEN MSG_MORE MSG_NOSIGNAL MSG_OOB MSG_PEEK MSG_TRUNC MSG_WAITALL NI_DGRAM NI_MAXHOST
        NI_MAXSERV NI_NAMEREQD NI_NOFQDN NI_NUMERICHOST NI_NUMERICSERV SHUT_RD SHUT_RDWR SHUT_WR SOCK_CLOEXEC SOCK_DGRAM
        SOCK_NONBLOCK SOCK_RAW SOCK_RDM SOCK_SEQPACKET SOCK_STREAM SOL_IP SOL_SOCKET SOL_TCP SOL_UDP SOMAXCONN
        SO_ACCEPTCONN SO_BINDTODEVICE SO_BROADCAST SO_DEBUG SO_DOMAIN SO_DONTROUTE SO_ERROR SO_INCOMING_CPU
        SO_J1939_ERRQUEUE SO_J1939_FILTER SO_J1939_PROMISC SO_J1939_SEND_PRIO SO_KEEPALIVE SO_LINGER SO_MARK
        SO_OOBINLINE SO_PASSCRED SO_PASSSEC SO_PEERCRED SO_PEERSEC SO_PRIORITY SO_PROTOCOL SO_RCVBUF SO_RCVLOWAT
        SO_RCVTIMEO SO_REUSEADDR SO_REUSEPORT SO_SNDBUF SO_SNDLOWAT SO_SNDTIMEO SO_TYPE SO_VM_SOCKETS_BUFFER_MAX_SIZE
        SO_VM_SOCKETS_BUFFER_MIN_SIZE SO_VM_SOCKETS_BUFFER_SIZE SocketKind SocketType TCP_CONGESTION TCP_CORK
        TCP_DEFER_ACCEPT TCP_FASTOPEN TCP_INFO TCP_KEEPCNT TCP_KEEPIDLE TCP_KEEPINTVL TCP_LINGER2 TCP_MAXSEG TCP_NODELAY
        TCP_NOTSENT_LOWAT TCP_QUICKACK TCP_SYNCNT TCP_USER_TIMEOUT TCP_WINDOW_CLAMP create_connection create_server
        error gaierror getaddrinfo getdefaulttimeout getfqdn gethostbyaddr gethostbyname gethostbyname_ex gethostname
        getnameinfo getprotobyname getservbyname getservbyport has_dualstack_ipv6 has_ipv6 herror htonl htons
        if_indextoname if_nameindex if_nametoindex inet_aton inet_ntoa inet_ntop inet_pton ntohl ntohs setdefaulttimeout
        socket socketpair timeout
        """
    ),
    "ssl": listed(
        """
        ALERT_DESCRIPTION_ACCESS_DENIED ALERT_DESCRIPTION_BAD_CERTIFICATE ALERT_DESCRIPTION_BAD_CERTIFICATE_HASH_VALUE
        ALERT_DESCRIPTION_BAD_CERTIFICATE_STATUS_RESPONSE ALERT_DESCRIPTION_BAD_RECORD_MAC
        ALERT_DESCRIPTION_CERTIFICATE_EXPIRED ALERT_DESCRIPTION_CERTIFICATE_REVOKED
        ALERT_DESCRIPTION_CERTIFICATE_UNKNOWN ALERT_DESCRIPTION_CERTIFICATE_UNOBTAINABLE ALERT_DESCRIPTION_CLOSE_NOTIFY
        ALERT_DESCRIPTION_DECODE_ERROR ALERT_DESCRIPTION_DECOMPRESSION_FAILURE ALERT_DESCRIPTION_DECRYPT_ERROR
        ALERT_DESCRIPTION_HANDSHAKE_FAILURE ALERT_DESCRIPTION_ILLEGAL_PARAMETER ALERT_DESCRIPTION_INSUFFICIENT_SECURITY
        ALERT_DESCRIPTION_INTERNAL_ERROR ALERT_DESCRIPTION_NO_RENEGOTIATION ALERT_DESCRIPTION_PROTOCOL_VERSION
        ALERT_DESCRIPTION_RECORD_OVERFLOW ALERT_DESCRIPTION_UNEXPECTED_MESSAGE ALERT_DESCRIPTION_UNKNOWN_CA
        ALERT_DESCRIPTION_UNKNOWN_PSK_IDENTITY ALERT_DESCRIPTION_UNRECOGNIZED_NAME
        ALERT_DESCRIPTION_UNSUPPORTED_CERTIFICATE ALERT_DESCRIPTION_UNSUPPORTED_EXTENSION
        ALERT_DESCRIPTION_USER_CANCELLED AlertDescription CERT_NONE CERT_OPTIONAL CERT_REQUIRED CHANNEL_BINDING_TYPES
        CertificateError DER_cert_to_PEM_cert DefaultVerifyPaths HAS_ALPN HAS_ECDH HAS_NEVER_CHECK_COMMON_NAME HAS_NPN
        HAS_SNI HAS_SSLv2 HAS_SSLv3 HAS_TLSv1 HAS_TLSv1_1 HAS_TLSv1_2 HAS_TLSv1_3 MemoryBIO OPENSSL_VERSION
        OPENSSL_VERSION_INFO OPENSSL_VERSION_NUMBER OP_ALL OP_CIPHER_SERVER_PREFERENCE OP_ENABLE_MIDDLEBOX_COMPAT
        OP_IGNORE_UNEXPECTED_EOF OP_NO_COMPRESSION OP_NO_RENEGOTIATION OP_NO_SSLv2 OP_NO_SSLv3 OP_NO_TICKET OP_NO_TLSv1
        OP_NO_TLSv1_1 OP_NO_TLSv1_2 OP_NO_TLSv1_3 OP_SINGLE_DH_USE OP_SINGLE_ECDH_USE Options PEM_FOOTER PEM_HEADER
        PEM_cert_to_DER_cert PROTOCOL_SSLv23 PROTOCOL_TLS PROTOCOL_TLS_CLIENT PROTOCOL_TLS_SERVER PROTOCOL_TLSv1
        PROTOCOL_TLSv1_1 PROTOCOL_TLSv1_2 Purpose RAND_add RAND_bytes RAND_status SOCK_STREAM SOL_SOCKET SO_TYPE
        SSLCertVerificationError SSLContext SSLEOFError SSLError SSLErrorNumber SSLObject SSLSession SSLSocket
        SSLSyscallError SSLWantReadError SSLWantWriteError SSLZeroReturnError SSL_ERROR_EOF SSL_ERROR_INVALID_ERROR_CODE
        SSL_ERROR_SSL SSL_ERROR_SYSCALL SSL_ERROR_WANT_CONNECT SSL_ERROR_WANT_READ SSL_ERROR_WANT_WRITE
        SSL_ERROR_WANT_X509_LOOKUP SSL_ERROR_ZERO_RETURN TLSVersion VERIFY_ALLOW_PROXY_CERTS VERIFY_CRL_CHECK_CHAIN
        VERIFY_CRL_CHECK_LEAF VERIFY_DEFAULT VERIFY_X509_PARTIAL_CHAIN VERIFY_X509_STRICT VERIFY_X509_TRUSTED_FIRST
        VerifyFlags VerifyMode cert_time_to_seconds create_default_context get_default_verify_paths get_protocol_name
        get_server_certificate socket_error
        """
    ),
    "stat": listed(
        """
        FILE_ATTRIBUTE_ARCHIVE FILE_ATTRIBUTE_COMPRESSED FILE_ATTRIBUTE_DEVICE FILE_ATTRIBUTE_DIRECTORY
        FILE_ATTRIBUTE_ENCRYPTED FILE_ATTRIBUTE_HIDDEN FILE_ATTRIBUTE_INTEGRITY_STREAM FILE_ATTRIBUTE_NORMAL
        FILE_ATTRIBUTE_NOT_CONTENT_INDEXED FILE_ATTRIBUTE_NO_SCRUB_DATA FILE_ATTRIBUTE_OFFLINE FILE_ATTRIBUTE_READONLY
        FILE_ATTRIBUTE_REPARSE_POINT FILE_ATTRIBUTE_SPARSE_FILE FILE_ATTRIBUTE_SYSTEM FILE_ATTRIBUTE_TEMPORARY
        FILE_ATTRIBUTE_VIRTUAL SF_APPEND SF_ARCHIVED SF_IMMUTABLE SF_NOUNLINK SF_SNAPSHOT ST_ATIME ST_CTIME ST_DEV
        ST_GID ST_INO ST_MODE ST_MTIME ST_NLINK ST_SIZE ST_UID S_ENFMT S_IEXEC S_IFBLK S_IFCHR S_IFDIR S_IFDOOR S_IFIFO
        S_IFLNK S_IFMT S_IFPORT S_IFREG S_IFSOCK S_IFWHT S_IMODE S_IREAD S_IRGRP S_IROTH S_IRUSR S_IRWXG S_IRWXO S_IRWXU
        S_ISBLK S_ISCHR S_ISDIR S_ISDOOR S_ISFIFO S_ISGID S_ISLNK S_ISPORT S_ISREG S_ISSOCK S_ISUID S_ISVTX S_ISWHT
        S_IWGRP S_IWOTH S_IWRITE S_IWUSR S_IXGRP S_IXOTH S_IXUSR UF_APPEND UF_COMPRESSED UF_HIDDEN UF_IMMUTABLE
        UF_NODUMP UF_NOUNLINK UF_OPAQUE filemode
        """
    ),
    "statistics": listed(
        """
        NormalDist StatisticsError correlation covariance fmean geometric_mean harmonic_mean kde linear_regression mean
        median median_grouped median_high median_low mode multimode pstdev pvariance quantiles stdev variance
        """
    ),
    "string": listed(
        """
        Template ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable punctuation
        whitespace
        """
    ),
    "struct": listed("Struct calcsize error iter_unpack pack pack_into unpack unpack_from"),
    "textwrap": listed("TextWrapper dedent fill indent shorten wrap"),
    "threading": listed(
        """
        Barrier BoundedSemaphore BrokenBarrierError Condition Event Lock RLock Semaphore TIMEOUT_MAX Thread ThreadError
        Timer active_count current_thread enumerate get_ident get_native_id local main_thread stack_size
        """
    ),
    "time": listed(
        """
        CLOCK_BOOTTIME CLOCK_MONOTONIC CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME CLOCK_TAI
        CLOCK_THREAD_CPUTIME_ID altzone asctime clock_getres clock_gettime clock_gettime_ns ctime daylight
        get_clock_info gmtime localtime mktime monotonic monotonic_ns perf_counter perf_counter_ns process_time
        process_time_ns pthread_getcpuclockid sleep strftime strptime struct_time thread_time thread_time_ns time
        time_ns timezone tzname tzset
        """
    ),
    "token": listed(
        """
        AMPER AMPEREQUAL AT ATEQUAL CIRCUMFLEX CIRCUMFLEXEQUAL COLON COLONEQUAL COMMA COMMENT DEDENT DOT DOUBLESLASH
        DOUBLESLASHEQUAL DOUBLESTAR DOUBLESTAREQUAL ELLIPSIS ENCODING ENDMARKER EQEQUAL EQUAL ERRORTOKEN GREATER
        GREATEREQUAL INDENT ISEOF ISNONTERMINAL ISTERMINAL LBRACE LEFTSHIFT LEFTSHIFTEQUAL LESS LESSEQUAL LPAR LSQB
        MINEQUAL MINUS NAME NEWLINE NL NOTEQUAL NT_OFFSET NUMBER N_TOKENS OP PERCENT PERCENTEQUAL PLUS PLUSEQUAL RARROW
        RBRACE RIGHTSHIFT RIGHTSHIFTEQUAL RPAR RSQB SEMI SLASH SLASHEQUAL SOFT_KEYWORD STAR STAREQUAL STRING TILDE
        TYPE_COMMENT TYPE_IGNORE VBAR VBAREQUAL tok_name
        """
    ),
    "tomllib": listed("TOMLDecodeError load loads"),
    "traceback": listed(
        """
        format_exc format_exception format_exception_only format_stack print_exc print_exception print_last print_stack
        """
    ),
    "tracemalloc": listed(
        """
        clear_traces get_traceback_limit get_traced_memory get_tracemalloc_memory is_tracing reset_peak start stop
        """
    ),
    "typing": listed(
        """
        AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable
        BinaryIO ByteString Callable ChainMap ClassVar Collection Concatenate Container ContextManager Coroutine Counter
        DefaultDict Deque Dict Final FrozenSet Generator Generic Hashable IO ItemsView Iterable Iterator KeysView List
        Literal LiteralString Mapping MappingView Match MutableMapping MutableSequence MutableSet NamedTuple Never
        NewType NoReturn NotRequired Optional OrderedDict ParamSpec ParamSpecArgs ParamSpecKwargs Pattern Protocol
        ReadOnly Required Reversible Self Sequence Set Sized SupportsAbs SupportsBytes SupportsComplex SupportsFloat
        SupportsIndex SupportsInt SupportsRound TYPE_CHECKING Text TextIO Tuple Type TypeAlias TypeAliasType TypeGuard
        TypeIs TypeVar TypeVarTuple TypedDict Union Unpack ValuesView assert_never assert_type cast clear_overloads
        dataclass_transform final get_args get_origin get_overloads is_typeddict no_type_check no_type_check_decorator
        overload override reveal_type runtime_checkable
        """
    ),
    "unicodedata": listed(
        """
        UCD bidirectional category combining decimal decomposition digit east_asian_width is_normalized lookup mirrored
        name normalize numeric ucd_3_2_0 unidata_version
        """
    ),
    "urllib.error": listed("ContentTooShortError HTTPError URLError"),
    "urllib.parse": listed(
        """
        DefragResult DefragResultBytes ParseResult ParseResultBytes SplitResult SplitResultBytes parse_qs parse_qsl
        quote quote_from_bytes quote_plus unquote unquote_plus unquote_to_bytes urldefrag urlencode urljoin urlparse
        urlsplit urlunparse urlunsplit
        """
    ),
    "uuid": listed(
        """
        NAMESPACE_DNS NAMESPACE_OID NAMESPACE_URL NAMESPACE_X500 RESERVED_FUTURE RESERVED_MICROSOFT RESERVED_NCS
        RFC_4122 SafeUUID UUID getnode uuid1 uuid3 uuid4 uuid5
        """
    ),
    "warnings": listed("catch_warnings deprecated filterwarnings resetwarnings simplefilter warn"),
    "weakref": listed(
        """
        CallableProxyType ProxyType ProxyTypes ReferenceType WeakKeyDictionary WeakMethod WeakSet WeakValueDictionary
        finalize getweakrefcount getweakrefs proxy ref
        """
    ),
    "xml.etree.ElementTree": listed(
        """
        Comment Element PI ParseError ProcessingInstruction QName SubElement TreeBuilder VERSION XML XMLID XMLParser
        XMLPullParser dump fromstring fromstringlist indent iselement register_namespace tostring tostringlist
        """
    ),
    "zlib": listed(
        """
        DEFLATED DEF_BUF_SIZE DEF_MEM_LEVEL MAX_WBITS ZLIB_RUNTIME_VERSION ZLIB_VERSION Z_BEST_COMPRESSION Z_BEST_SPEED
        Z_BLOCK Z_DEFAULT_COMPRESSION Z_DEFAULT_STRATEGY Z_FILTERED Z_FINISH Z_FIXED Z_FULL_FLUSH Z_HUFFMAN_ONLY
        Z_NO_COMPRESSION Z_NO_FLUSH Z_PARTIAL_FLUSH Z_RLE Z_SYNC_FLUSH Z_TREES adler32 compress compressobj crc32
        decompress decompressobj error
        """
    ),
    "zoneinfo": listed("InvalidTZPathWarning TZPATH ZoneInfo ZoneInfoNotFoundError available_timezones"),
}
