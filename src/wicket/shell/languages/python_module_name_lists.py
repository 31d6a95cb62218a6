"""The names of Python's own modules that compute, print, or read what they are handed: closed lists, names alone.

They are the public names of each module that belong to it, without modules that it imports. Left out are those that
import, evaluate or unpickle a text, that take the name of a file, and that give a module, a frame or code. Modules
about the machine and the network are in `python_system_module_name_lists`.
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
    "itertools": listed(
        """
        accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse
        groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest
        """
    ),
    "json": listed("JSONDecodeError JSONDecoder JSONEncoder dump dumps load loads"),
    "keyword": listed("iskeyword issoftkeyword kwlist softkwlist"),
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
    "shlex": listed("join quote split"),
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
