"""What is known of Python's own names: those that compute, print and read, and those that an account has to note.

The lists are closed. What is not on them may do anything.
"""

from wicket.shell.characters import listed

__all__ = [
    "BUILTINS",
    "DANGEROUS",
    "DUNDERS",
    "GONE",
    "LEADING",
    "LISTED",
    "MODULES",
    "NOTED",
    "REACHING",
    "REQUESTING",
    "TALKING",
]

# Builtins that compute or print. `open` and `getattr` are looked at where they are called.
BUILTINS = listed(
    """
    abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict dir divmod enumerate exit filter
    float format frozenset getattr hasattr hash hex id input int isinstance issubclass iter len list map max memoryview
    min next object oct open ord pow print property quit range repr reversed round set slice sorted staticmethod str sum
    super tuple type zip aiter anext True False None NotImplemented Ellipsis
    """
)

# Names with two underscores that tell something, and lead no further.
DUNDERS = listed(
    """
    __all__ __annotations__ __author__ __class__ __doc__ __enter__ __eq__ __exit__ __file__ __init__ __iter__ __len__
    __main__ __module__ __name__ __next__ __path__ __post_init__ __pycache__ __qualname__ __repr__ __str__ __version__
    __future__
    """
)

# In a text, these are names by which one gets further.
LEADING = listed(
    """
    __base__ __bases__ __builtins__ __call__ __closure__ __code__ __defaults__ __delattr__ __dict__ __func__ __get__
    __getattr__ __getattribute__ __getitem__ __globals__ __import__ __init_subclass__ __kwdefaults__ __loader__ __mro__
    __objclass__ __reduce__ __reduce_ex__ __self__ __set__ __setattr__ __setstate__ __spec__ __subclasses__
    __subclasshook__ __thisclass__ __traceback__ __weakref__ __wrapped__ __new__ __del__
    """
)

# Of whatever object: they start something, delete, load code, or lead to what others rely on.
DANGEROUS = listed(
    """
    system popen spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe execl execle execlp execlpe execv
    execve execvp execvpe exec_module fork forkpty posix_spawn posix_spawnp startfile unlink rmdir rmtree removedirs
    symlink_to hardlink_to link_to chmod lchmod chown lchown create_subprocess_exec create_subprocess_shell
    subprocess_exec subprocess_shell run_module run_path runsource runcode load_extension enable_load_extension
    gi_frame gi_code cr_frame cr_code ag_frame ag_code tb_frame tb_next f_globals f_locals f_builtins f_back f_code
    func_globals load_module addaudithook settrace setprofile extractall mro_entries
    """
)
# Modules by which everything can be reached: they are imported by their names, or asked about.
REACHING = listed(
    """
    os posix nt subprocess shutil sys importlib builtins ctypes pty runpy pickle marshal pathlib posixpath codeop
    multiprocessing imp shelve webbrowser
    """
)

# Modules that older versions had.
GONE = listed("distutils imp asynchat asyncore smtpd commands popen2 binhex formatter parser symbol macpath")

# Modules from elsewhere that talk to other machines.
TALKING = listed("requests httpx aiohttp urllib3 websockets websocket socketio grpc pycurl httplib2")
# And those whose functions are one request each, and nothing more.
REQUESTING = frozenset(["requests", "httpx"])

_EVERY = "*"


def _but(*names: str) -> frozenset[str]:
    """List all names of a module but these."""
    return frozenset([_EVERY, *(f"-{name}" for name in names)])


_ALL = _but()

# Of modules that come with Python: what may be used of them as it is. A star stands for every name.
MODULES: dict[str, frozenset[str]] = {
    "__future__": _ALL,
    "abc": _ALL,
    "argparse": _but("FileType"),
    "array": _ALL,
    "ast": _ALL,
    "asyncio": listed(
        """
        run sleep gather create_task wait_for wait Queue Event Lock Semaphore TimeoutError CancelledError as_completed
        get_event_loop new_event_loop set_event_loop get_running_loop ensure_future Future Task iscoroutinefunction
        iscoroutine shield timeout run_coroutine_threadsafe to_thread open_connection TaskGroup all_tasks current_task
        """
    ),
    "base64": _but("main"),
    "binascii": _ALL,
    "bisect": _ALL,
    "bz2": listed("compress decompress"),
    "calendar": _but("main"),
    "codecs": listed("encode decode BOM_UTF8 lookup"),
    "collections": _ALL,
    "collections.abc": _ALL,
    "concurrent.futures": listed(
        "ThreadPoolExecutor ProcessPoolExecutor as_completed wait Future TimeoutError FIRST_COMPLETED ALL_COMPLETED"
    ),
    "configparser": _ALL,
    "contextlib": _ALL,
    "contextvars": _ALL,
    "copy": _ALL,
    "csv": _ALL,
    "dataclasses": listed(
        "dataclass field fields asdict astuple replace is_dataclass KW_ONLY MISSING FrozenInstanceError"
    ),
    "datetime": _ALL,
    "decimal": _ALL,
    "difflib": _ALL,
    "dis": listed("dis get_instructions"),
    "email.mime.text": _ALL,
    "email.mime.multipart": _ALL,
    "email.utils": _ALL,
    "enum": _ALL,
    "errno": _ALL,
    "fnmatch": _ALL,
    "fractions": _ALL,
    "functools": _ALL,
    "gc": listed("collect disable enable isenabled get_count get_stats"),
    "getpass": listed("getuser"),
    "gettext": listed("gettext ngettext"),
    "glob": listed("escape"),
    "graphlib": _ALL,
    "gzip": listed("compress decompress"),
    "hashlib": _ALL,
    "heapq": _ALL,
    "hmac": _ALL,
    "html": _ALL,
    "html.parser": _ALL,
    "http": listed("HTTPStatus HTTPMethod"),
    "http.client": listed("HTTPConnection HTTPSConnection HTTPException responses"),
    "importlib": listed("invalidate_caches"),
    "importlib.metadata": _ALL,
    "importlib.util": listed("find_spec"),
    "inspect": _but(
        "currentframe", "stack", "trace", "getmembers", "getmembers_static", "getattr_static", "getclosurevars"
    ),
    "io": listed("StringIO BytesIO TextIOWrapper SEEK_SET SEEK_END UnsupportedOperation"),
    "ipaddress": _ALL,
    "itertools": _ALL,
    "json": _ALL,
    "keyword": _ALL,
    "locale": _ALL,
    "logging": _but("config", "handlers", "setLoggerClass", "FileHandler", "basicConfig"),
    "lzma": listed("compress decompress"),
    "math": _ALL,
    "mimetypes": listed("guess_type guess_extension"),
    "numbers": _ALL,
    "operator": _but("attrgetter", "methodcaller", "call"),
    "os": listed(
        """
        getcwd getenv cpu_count getpid getppid getuid getgid geteuid getlogin uname sep linesep name pathsep curdir
        devnull urandom get_terminal_size getloadavg fspath fsencode fsdecode path environ error PathLike strerror
        sched_getaffinity times walk
        """
    ),
    "os.path": _ALL,
    "pathlib": listed("Path PurePath PosixPath PurePosixPath WindowsPath PureWindowsPath"),
    "pickle": listed("dumps HIGHEST_PROTOCOL PicklingError"),
    "pkgutil": listed("iter_modules"),
    "platform": _but("os", "subprocess"),
    "plistlib": listed("loads dumps"),
    "posixpath": _ALL,
    "pprint": _ALL,
    "queue": _ALL,
    "random": _ALL,
    "re": _but("Scanner", "template"),
    "resource": listed("getrusage RUSAGE_SELF RUSAGE_CHILDREN getrlimit RLIMIT_NOFILE"),
    "secrets": _ALL,
    "select": _ALL,
    "shlex": _ALL,
    "shutil": listed("which disk_usage get_terminal_size copyfileobj Error SameFileError"),
    "signal": _but("pthread_kill", "raise_signal"),
    "site": listed("getsitepackages getusersitepackages getuserbase ENABLE_USER_SITE"),
    "socket": _but("os", "fromfd"),
    "sqlite3": listed("Row Error OperationalError IntegrityError sqlite_version version PARSE_DECLTYPES DatabaseError"),
    "ssl": _ALL,
    "stat": _ALL,
    "statistics": _ALL,
    "string": _but("Formatter"),
    "struct": _ALL,
    "subprocess": listed(
        "PIPE STDOUT DEVNULL CalledProcessError TimeoutExpired CompletedProcess SubprocessError list2cmdline"
    ),
    "sys": listed(
        """
        stdin stdout stderr argv version version_info platform maxsize executable prefix base_prefix exec_prefix
        byteorder getrecursionlimit setrecursionlimit getsizeof float_info implementation exit path exc_info flags
        maxunicode
        getdefaultencoding getfilesystemencoding hexversion stdlib_module_names builtin_module_names orig_argv
        warnoptions dont_write_bytecode int_info hash_info api_version copyright getrefcount intern is_finalizing
        """
    ),
    "sysconfig": listed("get_path get_paths get_config_var get_config_vars get_platform get_python_version"),
    "tempfile": listed("gettempdir"),
    "textwrap": _ALL,
    "threading": _but("settrace", "setprofile"),
    "time": _ALL,
    "timeit": listed("default_timer"),
    "token": _ALL,
    "tokenize": listed("tokenize generate_tokens NAME OP STRING NUMBER COMMENT TokenError"),
    "tomllib": _ALL,
    "traceback": _ALL,
    "tracemalloc": _ALL,
    "types": listed("SimpleNamespace MappingProxyType ModuleType NoneType"),
    "typing": _but("get_type_hints", "ForwardRef", "evaluate_forward_ref"),
    "unicodedata": _ALL,
    "unittest": listed("TestCase main IsolatedAsyncioTestCase skip skipIf expectedFailure"),
    "unittest.mock": listed("Mock MagicMock AsyncMock patch call ANY PropertyMock sentinel mock_open"),
    "urllib.error": _ALL,
    "urllib.parse": _ALL,
    "urllib.request": listed("HTTPHandler HTTPSHandler HTTPError"),
    "uuid": _ALL,
    "warnings": _ALL,
    "weakref": _ALL,
    "xml.etree.ElementTree": _but("parse", "iterparse"),
    "xml.sax.saxutils": listed("escape unescape quoteattr"),
    "zipfile": listed("BadZipFile ZIP_DEFLATED ZIP_STORED is_zipfile ZipInfo"),
    "zlib": _ALL,
    "zoneinfo": _ALL,
}
# Of these, only what lies below them is listed.
LISTED = frozenset([module.rpartition(".")[0] for module in MODULES if "." in module] + ["xml", "email", "email.mime"])

# What is more than computing, and how it is looked at.
NOTED: dict[str, str] = {
    "io.open": "open",
    "codecs.open": "open",
    "gzip.open": "open",
    "bz2.open": "open",
    "lzma.open": "open",
    "tokenize.open": "open",
    "tarfile.open": "open",
    "zipfile.ZipFile": "open",
    "logging.FileHandler": "write",
    "logging.basicConfig": "configure",
    "xml.etree.ElementTree.parse": "read",
    "xml.etree.ElementTree.iterparse": "read",
    "linecache.getline": "read",
    "linecache.getlines": "read",
    "py_compile.compile": "read",
    "os.mkdir": "write",
    "os.makedirs": "write",
    "os.utime": "write",
    "os.truncate": "write",
    "os.listdir": "list",
    "os.scandir": "list",
    "os.stat": "list",
    "os.lstat": "list",
    "os.access": "list",
    "glob.glob": "list",
    "glob.iglob": "list",
    "os.remove": "rm",
    "os.unlink": "rm",
    "os.rmdir": "rmdir",
    "shutil.rmtree": "rm -rf",
    "os.rename": "mv",
    "os.replace": "mv",
    "shutil.move": "mv",
    "shutil.copy": "copy",
    "shutil.copy2": "copy",
    "shutil.copyfile": "copy",
    "shutil.copytree": "copy",
    "os.chdir": "chdir",
    "os.system": "shell",
    "os.popen": "shell",
    "subprocess.getoutput": "shell",
    "subprocess.getstatusoutput": "shell",
    "subprocess.run": "process",
    "subprocess.call": "process",
    "subprocess.check_call": "process",
    "subprocess.check_output": "process",
    "subprocess.Popen": "process",
    "sqlite3.connect": "database",
    "urllib.request.urlopen": "address",
    "urllib.request.Request": "address",
    "urllib.request.urlretrieve": "download",
    "importlib.import_module": "import",
    "tempfile.NamedTemporaryFile": "temporary",
    "tempfile.TemporaryFile": "temporary",
    "tempfile.TemporaryDirectory": "temporary",
    "tempfile.mkdtemp": "temporary",
    "tempfile.mkstemp": "temporary",
}
