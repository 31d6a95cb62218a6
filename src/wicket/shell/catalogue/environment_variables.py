"""Variables that change what programs do: which program runs, what it loads, what it runs in turn."""

from wicket.shell.characters import listed

# The shell expands their values, substitutions included.
PROMPTS = frozenset(["PS0", "PS1", "PS2", "PS4", "BASH_ENV", "ENV", "MAILPATH"])

# A program (or the shell, for PROMPT_COMMAND) hands their values to a shell.
_RUN = listed(
    """
    PROMPT_COMMAND PAGER EDITOR VISUAL BROWSER LESSOPEN LESSCLOSE MANPAGER MANOPT SYSTEMD_PAGER
    SYSTEMD_EDITOR DELTA_PAGER BAT_PAGER AWS_PAGER GH_PAGER GH_EDITOR GH_BROWSER GIT_EXTERNAL_DIFF GIT_PAGER
    GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_SSH_COMMAND GIT_SSH GIT_ASKPASS GIT_PROXY_COMMAND SSH_ASKPASS
    SUDO_ASKPASS SUDO_EDITOR FCEDIT KUBE_EDITOR KUBECTL_EXTERNAL_DIFF RSYNC_RSH RSYNC_CONNECT_PROG
    CVS_RSH SVN_SSH SVN_EDITOR HGEDITOR PERL5DB MANROFFSEQ TAR_LONGLINK FZF_DEFAULT_COMMAND RIPGREP_PRE
    COMPRESS_PROGRAM LESSEDIT TEXEDIT HGMERGE CCACHE_PREFIX CCACHE_PREFIX_CPP JUST_CHOOSER GREP EGREP FGREP
    LDSHARED GCCGO CUDAHOSTCXX LINT GET PC MAKEINFO TEXI2DVI CTANGLE CWEAVE TANGLE WEAVE M2C OBJC HARNESS_PERL CMP DIFF
    SVN_MERGE CONFIG_SHELL AUTOM4TE AUTOMAKE AUTOCONF ACLOCAL DISTCC_SSH RSYNC_SHELL CVSEDITOR P4DIFF P4EDITOR DARCS_SSH
    TERRAGRUNT_TFPATH GDB HOST_CC CUDACXX CMAKE_C_LINKER_LAUNCHER FAKECHROOT_CMD_SUBST
    """
)

# Of those, these are run as they are. All others are given more words: a file, a host, a question.
GIVEN_NOTHING = listed(
    "PROMPT_COMMAND LESSOPEN LESSCLOSE MANOPT PERL5DB RSYNC_CONNECT_PROG FZF_DEFAULT_COMMAND LESSEDIT"
)

# And of these, the text may choose the words.
GIVEN_CHOSEN = listed(
    "GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_SSH GIT_SSH_COMMAND RSYNC_RSH CVS_RSH SVN_SSH KUBECTL_EXTERNAL_DIFF"
)

# By such an ending, a program of whatever kind says which one of its variables that is.
_RUN_ENDINGS = ("_PAGER", "_EDITOR", "_ASKPASS", "_BROWSER")

# Programs by which others are built and run: their values are run, unless they are what everyone expects there.
_BUILDING = listed(
    "SHELL CC CXX CPP LD AR AS LEX YACC FC MAKE RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC GOCC PYTHON"
)
_FLAGS = listed(
    "TARGET_ARCH CFLAGS CPPFLAGS CXXFLAGS LDFLAGS LDLIBS LOADLIBES ARFLAGS ASFLAGS RUSTFLAGS CGO_CFLAGS CGO_LDFLAGS"
)
_EXPECTED = listed(
    """
    sh bash zsh dash ksh fish gcc g++ cc c++ clang clang++ cpp ld ld.gold ld.lld lld mold ar gcc-ar llvm-ar as make
    gmake rustc sccache ccache rustdoc python python3 tcc icc nvcc zig lex flex yacc bison byacc gfortran
    """
)
# Of these, what stands behind them is run.
_RUNNERS = listed("sh bash zsh dash ksh fish make gmake python python3 zig")
_EXPECTED_RUNNERS = {
    "SHELL": listed("sh bash zsh dash ksh fish"),
    "MAKE": listed("make gmake"),
    "PYTHON": listed("python python3"),
    "CC": listed("zig"),
    "CXX": listed("zig"),
}
_LAUNCHERS = listed("ccache sccache")
# Compilers are told so to load or to run something.
_LOADING = (
    "linker",
    "plugin",
    "wrapper",
    "codegen-backend",
    "codegen_backend",
    "specs",
    "-B",
    "@",
    "-fuse-ld",
    "-Xclang",
    "-load",
)

# What these give to programs of their kind changes nothing of what is run; a number may follow.
_EXPECTED_FLAGS = {
    "NODE_OPTIONS": listed(
        """--max-old-space-size= --max-semi-space-size= --stack-trace-limit= --trace-warnings
        --trace-deprecation --no-warnings --no-deprecation --experimental-vm-modules --enable-source-maps
        --openssl-legacy-provider --unhandled-rejections=strict --dns-result-order=ipv4first"""
    ),
    "GOFLAGS": listed("-count= -mod=mod -mod=vendor -mod=readonly -v -trimpath"),
    # To a shell it is a file to begin with; to all others, a stage of one's own.
    "ENV": listed("dev develop development test testing qa ci stage staging preview prod production local sandbox"),
}

# Their values decide what is found, loaded or read, in ways that cannot be followed here.
INFLUENTIAL = (
    PROMPTS
    | _RUN
    | _BUILDING
    | _FLAGS
    | listed(
        """
    PATH CDPATH IFS HOME SHELLOPTS BASHOPTS GLOBIGNORE EXECIGNORE POSIXLY_CORRECT TMPDIR
    TAR_OPTIONS TAPE GREP_OPTIONS RIPGREP_CONFIG_PATH LESS GZIP XZ_OPT ZSTD_CLEVEL PYTHONPATH
    PYTHONSTARTUP PYTHONHOME PYTHONINSPECT PYTHONWARNINGS PYTHONBREAKPOINT PERL5LIB PERL5OPT PERLLIB
    RUBYLIB RUBYOPT NODE_OPTIONS NODE_PATH LUA_INIT LUA_PATH LUA_CPATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS
    JDK_JAVA_OPTIONS CLASSPATH GCC_EXEC_PREFIX MAKEFLAGS MAKEFILES GNUMAKEFLAGS ZIPOPT FZF_DEFAULT_OPTS
    CARGO_HOME GOFLAGS GOPATH GOROOT NPM_CONFIG_SCRIPT_SHELL npm_config_script_shell
    DOCKER_HOST KUBECONFIG DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH GCONV_PATH NLSPATH HOSTALIASES
    LOCPATH GLIBC_TUNABLES BASH_FUNC_ BASH_LOADABLES_PATH BASH_XTRACEFD INPUTRC HISTFILE TERMINFO
    OPENSSL_CONF OPENSSL_ENGINES SSH_AUTH_SOCK XDG_CONFIG_HOME XDG_DATA_DIRS WICKET_HOME VIMINIT EXINIT
    AWKPATH AWKLIBPATH PAGERPROG LESSKEY LESSKEYIN http_proxy https_proxy ALL_PROXY HTTP_PROXY
    HTTPS_PROXY EMACSLOADPATH RUSTDOCFLAGS RUSTUP_TOOLCHAIN AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE
    AWS_ENDPOINT_URL AWS_CA_BUNDLE CURL_HOME
    WGETRC SYSTEM_WGETRC ZDOTDIR MYPYPATH GNUPGHOME DOCKER_CONFIG DOCKER_CONTEXT COMPOSE_FILE GRADLE_OPTS MAVEN_OPTS
    JAVA_OPTS MAVEN_ARGS DOTNET_STARTUP_HOOKS BUNDLE_GEMFILE GEM_PATH GEM_HOME DENO_DIR R_PROFILE R_PROFILE_USER
    TCL_LIBRARY MAILCAPS JDK_JAVAC_OPTIONS CONFIG_SITE DEPENDENCIES_OUTPUT
    GOCACHEPROG GOTOOLDIR GOENV GOAUTH PKG_CONFIG RUSTUP_HOME RUSTFMT PYTHONUSERBASE PYTHONPYCACHEPREFIX MANROFFOPT
    GROFF_BIN_PATH GROFF_COMMAND_PREFIX DBUS_SYSTEM_BUS_ADDRESS DBUS_SESSION_BUS_ADDRESS SYSTEMD_SSH SYSTEMD_LESS
    LESSGLOBALTAGS GH_CONFIG_DIR TF_DATA_DIR TF_REATTACH_PROVIDERS TF_PLUGIN_CACHE_DIR CMAKE_C_COMPILER_LAUNCHER
    CMAKE_CXX_COMPILER_LAUNCHER
    TF_CLI_CONFIG_FILE TF_CLI_ARGS HELM_PLUGINS SQLITE_HISTORY PSQLRC MYSQL_HOME ZIP UNZIP UNZIPOPT ZIPINFO
    HGRCPATH HGPLAIN BAT_OPTS BAT_CONFIG_PATH BAT_CONFIG_DIR SSH_SK_HELPER SSH_SK_PROVIDER SSH_PKCS11_HELPER
    OPENSSL_MODULES PHPRC PHP_INI_SCAN_DIR JULIA_LOAD_PATH JULIA_DEPOT_PATH JULIA_PROJECT MAGICK_CODER_MODULE_PATH
    MAGICK_CODER_FILTER_PATH MAGICK_CONFIGURE_PATH MAGICK_FILTER_MODULE_PATH SCREENRC LESSKEY_CONTENT LESSKEY_SYSTEM
    LESSKEYIN_SYSTEM YARN_YARN_PATH YARN_RC_FILENAME GOTOOLCHAIN CMAKE_TOOLCHAIN_FILE CMAKE_PREFIX_PATH
    ASAN_SYMBOLIZER_PATH MSAN_SYMBOLIZER_PATH LLVM_SYMBOLIZER_PATH SIMPLE_BACKUP_SUFFIX GUILE_LOAD_PATH
    GUILE_LOAD_COMPILED_PATH TCLLIBPATH R_ENVIRON R_ENVIRON_USER R_LIBS R_LIBS_USER R_HOME AUTOSSH_PATH ACK_OPTIONS
    ACKRC CCACHE_COMPILER CCACHE_PATH CCACHE_CONFIGPATH ERL_AFLAGS ERL_FLAGS ERL_ZFLAGS ELIXIR_ERL_OPTIONS SBT_OPTS
    ANT_OPTS ANT_ARGS CATALINA_OPTS PYTHONEXECUTABLE PYTHONPLATLIBDIR COMPILER_PATH JAVA_HOME APT_CONFIG RPM_CONFIGDIR
    BUN_OPTIONS VALGRIND_LIB VALGRIND_OPTS PERF_EXEC_PATH VIMRUNTIME VIM LIBMYSQL_PLUGIN_DIR LIBMYSQL_PLUGINS
    CCC_OVERRIDE_OPTIONS DOTNET_ROOT GRADLE_USER_HOME M2_HOME MAVEN_HOME PYENV_ROOT JUST_JUSTFILE NOXFILE
    CMAKE_PROJECT_TOP_LEVEL_INCLUDES TOX_CONFIG_FILE PYLINTRC MYPY_CONFIG_FILE COVERAGE_PROCESS_START
    DJANGO_SETTINGS_MODULE CONTAINERS_CONF CLOUDSDK_PYTHON GS_OPTIONS GS_LIB TEXMFCNF FFREPORT COMPOSER SPEC_OPTS
    ANTHROPIC_BASE_URL AZURE_CONFIG_DIR AZURE_EXTENSION_DIR BAZELISK_BASE_URL BAZELISK_FORMAT_URL BAZELISK_HOME
    CLAUDE_CONFIG_DIR CLOUDSDK_CONFIG CLOUDSDK_PYTHON_ARGS CLOUDSDK_ROOT_DIR CODEX_HOME COMPOSER_BIN_DIR COMPOSER_HOME
    COMPOSER_VENDOR_DIR DART_VM_OPTIONS DEVELOPER_DIR DOTNET_CLI_HOME DOTNET_HOST_PATH FLUTTER_ROOT GEMINI_CLI_HOME
    HELM_DATA_HOME LIBVIRT_DEFAULT_URI MINIKUBE_HOME MISE_CONFIG_DIR MISE_CONFIG_FILE MISE_DATA_DIR
    MISE_DEFAULT_CONFIG_FILENAME MISE_ENV_FILE MISE_GLOBAL_CONFIG_FILE
    MSBUILD_EXE_PATH MSBuildSDKsPath PGSERVICEFILE PGSYSCONFDIR PIXI_HOME PIXI_PROJECT_MANIFEST REDISCLI_RCFILE
    SWIFT_EXEC TOOLCHAINS VAGRANT_CWD VAGRANT_DOTFILE_PATH VAGRANT_HOME VAGRANT_VAGRANTFILE VIRSH_DEFAULT_CONNECT_URI
    WRANGLER_C3_COMMAND XCODE_XCCONFIG_FILE
    """
    )
)


# Each of these variables is an option of a program.
_FAMILIES = (
    "LD_",
    "GIT_",
    "DYLD_",
    "BASH_FUNC_",
    "CARGO_",
    "PYTEST_",
    "PIP_",
    "UV_",
    "RUFF_",
    "TF_CLI_ARGS_",
    "LUA_INIT_",
    "LUA_PATH_",
    "LUA_CPATH_",
    "ANSIBLE_",
    "CORECLR_",
    "COR_PROFILER",
    "CustomBefore",
    "CustomAfter",
    "AWS_ENDPOINT_URL_",
)
# In capitals or not.
_OF_NPM = ("npm_config_", "pnpm_config_", "yarn_")
_HARMLESS_FAMILIES = (
    "CARGO_TERM_",
    "CARGO_INCREMENTAL",
    "GIT_AUTHOR_",
    "GIT_COMMITTER_",
    "GIT_TERMINAL_PROMPT",
    "PIP_DISABLE_",
    "PIP_NO_COLOR",
    "ANSIBLE_FORCE_COLOR",
    "ANSIBLE_HOST_KEY_CHECKING",
    "ANSIBLE_NOCOLOR",
    "ANSIBLE_NOCOWS",
)


def run_by(name: str, value: str | None = None) -> bool:
    """Tell whether some program hands the value of this variable to a shell, or runs it as a program."""
    if name in _FLAGS or name in _BUILDING:
        text = value or ""
        words = text.split()
        expected = bool(words) and (name in _FLAGS or _builds(words, name))
        return not expected or any(c in text for c in ";|&<>()$`\n")
    return name in _RUN or name.endswith(_RUN_ENDINGS)


def expanded_by_make(name: str, value: str) -> bool:
    """Tell whether make puts something else in the place of `$x` in a variable that it takes from the environment."""
    return "$" in value and (name in _BUILDING or name in _FLAGS)


def _builds(words: list[str], variable: str) -> bool:
    """Tell whether this is a command that everyone would build with, and no other one behind it."""
    name = words[0].rpartition("/")[2]
    if name not in _EXPECTED:
        name = name.rstrip("0123456789.").rstrip("-")  # gcc-12, python3.11
    if name in _LAUNCHERS and len(words) > 1:
        return _builds(words[1:], variable)
    if name in _RUNNERS:  # a compiler that is one of these would run what it is given
        return len(words) == 1 and name in _EXPECTED_RUNNERS.get(variable, ())
    return name in _EXPECTED


def loads(name: str, value: str) -> bool:
    """Tell whether a variable of those that build things has a compiler load or run something."""
    return (name in _FLAGS or name in _BUILDING) and any(part in value for part in _LOADING)


def influences(name: str) -> bool:
    """Tell whether assigning this variable may change what later commands do."""
    return (
        name in INFLUENTIAL
        or (name[:1] in "npNPyY" and name.lower().startswith(_OF_NPM))
        or (name.startswith(_FAMILIES) and not name.startswith(_HARMLESS_FAMILIES))
        or name.endswith(_RUN_ENDINGS)
    )


def expected(name: str, value: str) -> bool:
    """Tell whether a variable holds what everyone would put there: a compiler, its flags, how much memory to use."""
    if name in _EXPECTED_FLAGS:
        return all(
            word.rstrip("0123456789") in _EXPECTED_FLAGS[name] or word in _EXPECTED_FLAGS[name]
            for word in value.split(" ")
        )
    return (name in _FLAGS or name in _BUILDING) and not run_by(name, value) and not loads(name, value)
