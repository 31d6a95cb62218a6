"""What is known of the names of Node, Bun and Deno: those that compute and print, and those that are looked at.

The lists are closed. What is not on them may do anything.
"""

from wicket.shell.characters import listed

__all__ = [
    "DANGEROUS",
    "DELETING",
    "GLOBALS",
    "KEYWORDS",
    "LISTING",
    "METHODS",
    "MODULES",
    "NEVER",
    "OF_FILES",
    "OF_PROCESS",
    "READING",
    "TALKING",
    "WRITING",
]

KEYWORDS = listed(
    """
    async await break case catch class const continue debugger default delete do else export extends finally for from
    function get if import in instanceof let new of return set static super switch this throw try typeof var void while
    yield as true false null undefined NaN Infinity arguments
    """
)

GLOBALS = listed(
    """
    console JSON Math Object Array Number String Boolean Date RegExp Map Set WeakMap WeakSet Promise Symbol Error
    TypeError RangeError SyntaxError ReferenceError AggregateError EvalError URIError parseInt parseFloat isNaN isFinite
    encodeURIComponent decodeURIComponent encodeURI decodeURI setTimeout setInterval clearTimeout clearInterval
    setImmediate clearImmediate Buffer URL URLSearchParams TextEncoder TextDecoder Intl BigInt AbortController
    AbortSignal Headers Request Response FormData Blob File performance structuredClone queueMicrotask crypto atob btoa
    Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array ArrayBuffer DataView
    Event EventTarget fetch WebSocket ReadableStream process require module exports __dirname __filename
    """
)

# By these, one gets at functions that make functions of texts, or at what others rely on.
NEVER = listed(
    """
    constructor prototype __proto__ caller callee mainModule binding dlopen getBuiltinModule
    setPrototypeOf getOwnPropertyDescriptor getOwnPropertyDescriptors __defineGetter__
    __defineSetter__ __lookupGetter__ __lookupSetter__ _load _linkedBinding _compile createRequire runInThisContext
    runInNewContext runInContext eval Function Reflect Proxy globalThis WebAssembly Deno Bun execve reallyExit
    GeneratorFunction AsyncFunction importScripts prepareStackTrace registerHooks setEngine socketPath
    getOwnPropertySymbols ShadowRealm Worker
    """
)

# Of whatever object: they start something, or delete.
DANGEROUS = listed(
    """
    execSync execFileSync spawnSync execFile spawn fork unlinkSync unlink rmSync rmdirSync rmdir removeSync emptyDirSync
    chmodSync chownSync symlinkSync linkSync renameSync truncateSync
    """
)

# Of `process`, these tell something, print, or end the program.
OF_PROCESS = listed(
    """
    version versions arch platform pid ppid title execPath release uptime argv cwd env exit exitCode stdout stderr stdin
    on once off nextTick memoryUsage hrtime emitWarning cpuUsage resourceUsage features
    """
)

# Modules that come with Node. Of most, everything may be used; `fs` and `child_process` are looked at.
MODULES = listed(
    """
    path url util querystring assert events crypto os http https http2 net tls dns zlib stream buffer string_decoder
    readline timers perf_hooks fs child_process path/posix path/win32 fs/promises stream/promises timers/promises
    assert/strict util/types punycode process console readline/promises dns/promises stream/web
    """
)
# All of them: the others may do anything.
TALKING = listed(
    """
    http https http2 net tls dns dns/promises dgram axios node-fetch got ws undici socket.io-client superagent request
    cross-fetch ky needle
    """
)

READING = listed("readFileSync readFile createReadStream openAsBlob")
LISTING = listed(
    """
    existsSync statSync lstatSync accessSync readdirSync readdir stat lstat access realpathSync realpath readlinkSync
    opendirSync
    """
)
WRITING = listed("writeFileSync writeFile appendFileSync appendFile mkdirSync mkdir createWriteStream utimesSync")
DELETING = {
    "unlinkSync": "rm",
    "unlink": "rm",
    "rmSync": "rm -rf",
    "rm": "rm -rf",
    "rmdirSync": "rmdir",
    "rmdir": "rmdir",
}
# Of whatever object, these belong to `fs`; what a module from elsewhere does by them is its own.
OF_FILES = (READING | WRITING | DELETING.keys() | {"copyFileSync", "copyFile", "cpSync", "readdirSync", "promises"}) - {
    "readFile",
    "writeFile",
    "mkdir",
    "unlink",
    "rmdir",
    "rm",
}

# Methods of what the language itself has: arrays, texts, numbers, dates, maps, promises, answers of `fetch`, streams.
METHODS = listed(
    """
    abs acos add all allSettled any arrayBuffer asin assert at atan atan2 blob catch cbrt ceil charAt charCodeAt clear
    codePointAt concat copyWithin cos count countReset create cwd debug decode defineProperty delete dir encode end
    endsWith entries error every exec exit exp fill filter finally find findIndex findLast findLastIndex flat flatMap
    floor forEach freeze from fromCharCode fromCodePoint fromEntries get getAll getDate getDay getFullYear getHours
    getMilliseconds getMinutes getMonth getPrototypeOf getSeconds getTime getTimezoneOffset getUTCDate getUTCDay
    getUTCFullYear getUTCHours getUTCMinutes getUTCMonth getUTCSeconds group groupBy groupCollapsed groupEnd has hasOwn
    hasOwnProperty hypot imul includes indexOf info is isArray isFinite isFrozen isInteger isNaN isSafeInteger
    isWellFormed join json keys lastIndexOf localeCompare log log10 log1p log2 map match matchAll max memoryUsage min
    next normalize now of on once padEnd padStart parse parseFloat parseInt pop pow push race random raw reduce
    reduceRight reject repeat replace replaceAll resolve reverse round search seal set setAttribute setDate
    setEncoding setFullYear setHours setMinutes setMonth setSeconds setTime shift sign sin slice some sort splice split
    sqrt startsWith stringify sub subarray substr substring table tan test text then time timeEnd timeLog toFixed
    toISOString toJSON toLocaleDateString toLocaleLowerCase toLocaleString toLocaleTimeString toLocaleUpperCase
    toLowerCase toPrecision toReversed toSorted toSpliced toString toUTCString toUpperCase trace trim trimEnd trimStart
    trunc unshift uptime valueOf values warn with write append bytes formData byteLength alloc compare equals hrtime
    digest update randomUUID getRandomValues isBuffer copy
    """
)
