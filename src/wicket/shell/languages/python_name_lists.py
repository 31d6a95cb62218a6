"""What is known of Python's own names: those that compute, print and read, and those that an account has to note.

The lists are closed. What is not on them may do anything.
"""

from wicket.shell.characters import listed
from wicket.shell.languages.python_module_name_lists import COMPUTING
from wicket.shell.languages.python_system_module_name_lists import OF_MACHINE_AND_NETWORK

__all__ = [
    "BUILTINS",
    "DANGEROUS",
    "DANGEROUS_WITH",
    "DUNDERS",
    "GONE",
    "LEADING",
    "LIMITED",
    "LISTED",
    "MODULES",
    "NEVER_SET_WITH",
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
    __all__ __author__ __class__ __doc__ __enter__ __eq__ __exit__ __file__ __init__ __iter__ __len__
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
    entry_points from_callable configure_mock attach_mock keylog_filename baseFilename fromfile_prefix_chars eval_str
    create_unix_connection create_unix_server exec_ import_module
    """
)
# Of whatever object, where a module is imported whose objects have it: they read, write, delete or start something.
DANGEROUS_WITH: dict[str, frozenset[str]] = {
    "argparse": listed("_read_args_from_files _registries _registry_get"),
    "asyncio": listed("_make_subprocess_transport"),
    "enum": listed("_convert_ _convert"),
    "importlib": listed("loader get_data set_data get_code get_source source_to_code module_finder path_hook"),
    "logging": listed("_open"),
    "pathlib": listed("_str _drv _root _parts _raw_path _raw_paths _tail _tail_cached _accessor copy_into move_into"),
    "pkgutil": listed("loader get_data set_data get_code get_source source_to_code module_finder"),
    "subprocess": listed("_execute_child"),
    "tarfile": listed("extract makefile makedir makelink makefifo makedev chown chmod utime _extract_member"),
    "tempfile": listed("_rmtree _cleanup _closer _finalizer"),
    "unittest": listed("loadTestsFromName loadTestsFromNames getter get_original"),
    "zipfile": listed("extract _extract_member"),
}
# And these, where something else is put in their place: what is deleted or ended goes by them, or what a path is.
NEVER_SET_WITH: dict[str, frozenset[str]] = {
    "pathlib": listed("resolve absolute as_posix joinpath"),
    "subprocess": listed("pid"),
    "tempfile": listed("name"),
}
# Modules by which everything can be reached: they are imported by their names, or asked about.
REACHING = listed(
    """
    os posix nt subprocess shutil sys importlib builtins ctypes pty runpy pickle marshal pathlib posixpath codeop
    multiprocessing imp shelve webbrowser
    """
)

# Modules that older versions had, and the tests of Python itself.
GONE = listed("distutils imp asynchat asyncore smtpd commands popen2 binhex formatter parser symbol macpath test")

# Modules from elsewhere that talk to other machines.
TALKING = listed("requests httpx aiohttp urllib3 websockets websocket socketio grpc pycurl httplib2")
# And those whose functions are one request each, and nothing more.
REQUESTING = frozenset(["requests", "httpx"])

# Of modules that come with Python: what may be used of them as it is.
MODULES: dict[str, frozenset[str]] = {
    **COMPUTING,
    **OF_MACHINE_AND_NETWORK,
    "asyncio": listed(
        """
        run sleep gather create_task wait_for wait Queue Event Lock Semaphore TimeoutError CancelledError as_completed
        get_event_loop new_event_loop set_event_loop get_running_loop ensure_future Future Task iscoroutinefunction
        iscoroutine shield timeout run_coroutine_threadsafe to_thread open_connection TaskGroup all_tasks current_task
        """
    ),
    "bz2": listed("compress decompress"),
    "codecs": listed("encode decode BOM_UTF8 lookup"),
    "concurrent.futures": listed(
        "ThreadPoolExecutor ProcessPoolExecutor as_completed wait Future TimeoutError FIRST_COMPLETED ALL_COMPLETED"
    ),
    "dataclasses": listed("dataclass asdict astuple replace is_dataclass KW_ONLY MISSING FrozenInstanceError"),
    "dis": listed("dis get_instructions"),
    "gc": listed("collect disable enable isenabled get_count get_stats"),
    "getpass": listed("getuser"),
    "gettext": listed("gettext ngettext"),
    "glob": listed("escape"),
    "gzip": listed("compress decompress"),
    "http": listed("HTTPStatus HTTPMethod"),
    "http.client": listed("HTTPConnection HTTPSConnection HTTPException responses"),
    "importlib": listed("invalidate_caches"),
    "importlib.util": listed("find_spec"),
    "io": listed("StringIO BytesIO TextIOWrapper SEEK_SET SEEK_END UnsupportedOperation"),
    "lzma": listed("compress decompress"),
    "mimetypes": listed("guess_type guess_extension"),
    "os": listed(
        """
        getcwd getenv cpu_count getpid getppid getuid getgid geteuid getlogin uname sep linesep name pathsep curdir
        devnull urandom get_terminal_size getloadavg fspath fsencode fsdecode path environ error PathLike strerror
        sched_getaffinity times walk
        """
    ),
    "pathlib": listed("Path PurePath PosixPath PurePosixPath WindowsPath PureWindowsPath"),
    "pickle": listed("dump dumps DEFAULT_PROTOCOL HIGHEST_PROTOCOL PickleError PicklingError UnpicklingError"),
    "pkgutil": listed("iter_modules"),
    "plistlib": listed("loads dumps"),
    "resource": listed("getrusage RUSAGE_SELF RUSAGE_CHILDREN getrlimit RLIMIT_NOFILE"),
    "shutil": listed("which disk_usage get_terminal_size copyfileobj Error SameFileError"),
    "site": listed("getsitepackages getusersitepackages getuserbase ENABLE_USER_SITE"),
    "sqlite3": listed("Row Error OperationalError IntegrityError sqlite_version version PARSE_DECLTYPES DatabaseError"),
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
    "timeit": listed("default_timer"),
    "tokenize": listed("tokenize generate_tokens NAME OP STRING NUMBER COMMENT TokenError"),
    "types": listed("SimpleNamespace MappingProxyType NoneType"),
    "unittest": listed("TestCase IsolatedAsyncioTestCase skip skipIf expectedFailure"),
    "unittest.mock": listed("call ANY sentinel"),
    "urllib.request": listed("HTTPHandler HTTPSHandler HTTPError"),
    "xml.sax.saxutils": listed("escape unescape quoteattr"),
    "zipfile": listed("BadZipFile ZIP_DEFLATED ZIP_STORED is_zipfile ZipInfo"),
}
# Of these, only what lies below them is listed.
LISTED = frozenset([module.rpartition(".")[0] for module in MODULES if "." in module] + ["xml", "email", "email.mime"])

# What does more if it is told to: how many values these may be given by place, and which by name.
_OF_MOCKS = listed("return_value side_effect name spec spec_set wraps")
LIMITED: dict[str, tuple[int, frozenset[str]]] = {
    "argparse.ArgumentParser": (
        3,
        listed(
            """
            prog usage description epilog parents formatter_class prefix_chars argument_default conflict_handler
            add_help allow_abbrev exit_on_error
            """
        ),
    ),
    "functools.update_wrapper": (2, frozenset()),
    "functools.wraps": (1, frozenset()),
    "inspect.signature": (1, frozenset(["follow_wrapped"])),
    "platform.architecture": (0, frozenset()),
    "platform.libc_ver": (0, frozenset()),
    "unittest.mock.AsyncMock": (1, _OF_MOCKS),
    "unittest.mock.MagicMock": (1, _OF_MOCKS),
    "unittest.mock.Mock": (1, _OF_MOCKS),
    "unittest.mock.PropertyMock": (0, _OF_MOCKS),
    "unittest.mock.mock_open": (1, frozenset(["mock", "read_data"])),
    "xml.etree.ElementTree.ElementTree": (1, frozenset(["element"])),
}

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
    "shutil.copy": "copy into",
    "shutil.copy2": "copy into",
    "shutil.copyfile": "copy",
    "shutil.copytree": "copy tree",
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
    "dataclasses.field": "field",
    "pickle.load": "unpickle",
    "unittest.main": "tests",
    "unittest.mock.patch": "patch",
    **dict.fromkeys(LIMITED, "limited"),
}
