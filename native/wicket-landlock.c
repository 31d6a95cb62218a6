/* Starts a command that Landlock and a filter of system calls hold, and ends all that it leaves behind.
 *
 *     wicket-landlock ORDERS ANSWERS STATUS
 *
 * The three are descriptors. ORDERS holds what is to be done, as src/wicket/sandbox/landlock_orders.py writes it: two
 * filters, each behind its size, then texts, each behind a letter and before a zero byte. On ANSWERS goes `ready` before the
 * command begins, and `errno N` if it cannot be executed; whatever else is said is why nothing was run. On STATUS goes
 * the command's process in a line and, when it has ended, what it tried to write where it may not: `w` and a path, the
 * last first, and `n` if it wanted a socket for the network and got none, each with a zero byte behind.
 *
 * Landlock does not know of modes, owners and times. So the filter hands these calls to the process that watches the
 * command. It finds out which file is meant, once, and if that lies where the command may write, changes it itself:
 * between looking and changing nobody can put another file in its place.
 *
 * It also hears of calls that would write, and lets them go on: Landlock holds them. What it finds out explains a failure.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef WICKET_SMALL_START
#include "small-start.h"
#endif

extern char **environ;

/* Of linux/landlock.h, which is older than the kernel on many systems. */
#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define OPENAT2 437
#define FCHMODAT2 452
#define CLOSE_ON_EXECUTION 4
#define NEEDED_ABI 6 /* the first that keeps signals in */
#define EVERY_FILE_RIGHT 0xffffull
#define EVERY_TCP_RIGHT 0x3ull
#define EVERY_SCOPE 0x3ull
#define FILE_RIGHTS 0xc007ull /* what can be said of something that is no folder */
struct ruleset {
    uint64_t files, network, scoped;
};
struct __attribute__((packed)) below {
    uint64_t rights;
    int32_t folder;
};

/* Of linux/openat2.h. */
struct how {
    uint64_t flags, mode, resolve;
};
#define NO_MAGIC_LINKS 0x02
#define NO_LINKS 0x04

#define GOES_ON 1u /* beside that a call is heard of: it is only looked at */
#define MAX_PATH_BYTES 4096
#define MAX_COMPLAINT 4096
#define MAX_NOTED 32
#define DEFAULT_PATH "/bin:/usr/bin"
#define PARENT_IS_GONE 64 /* the last of the signals: nobody else sends it */

static int answers, status;

static void say(const char *text, size_t size)
{
    while (size > 0) {
        ssize_t done = write(answers, text, size);
        if (done <= 0)
            return;
        text += done;
        size -= (size_t)done;
    }
}

/* Say why nothing is run: what, and what is the matter with it. */
__attribute__((noreturn)) static void wrong(const char *what, const char *matter)
{
    size_t size = strlen(what);
    say("wrong ", 6);
    say(what, size < MAX_COMPLAINT - 200 ? size : MAX_COMPLAINT - 200);
    say(matter, strlen(matter));
    _exit(1);
}

static void *memory(size_t size, int fd)
{
    int flags = MAP_PRIVATE | (fd < 0 ? MAP_ANONYMOUS : 0);
    void *given = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, fd, 0);
    if (given == MAP_FAILED)
        wrong("memory", " is not to be had");
    return given;
}

static unsigned long number(const char *text)
{
    unsigned long value = 0;
    while (*text >= '0' && *text <= '9')
        value = value * 10 + (unsigned long)(*text++ - '0');
    return value;
}

static const char *behind_blank(const char *text)
{
    while (*text != '\0' && *text != ' ')
        text++;
    return *text == ' ' ? text + 1 : text;
}

/* Write a number; give where it ends. */
static char *spell(char *at, unsigned long value)
{
    char digits[24], *digit = digits + sizeof digits;
    do
        *--digit = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    size_t size = (size_t)(digits + sizeof digits - digit);
    memcpy(at, digit, size);
    at[size] = '\0';
    return at + size;
}

/* ── what is ordered ────────────────────────────────────────────────────────────────────────────────────────────── */

static char *first, *end; /* the texts */
static struct sock_fprog refusing, telling; /* the filters */

#define EACH(at) (char *at = first; at < end; at += strlen(at) + 1)

static size_t counted(char letter)
{
    size_t found = 0;
    for EACH(at)
        found += *at == letter;
    return found;
}

static char *ordered(char letter)
{
    for EACH(at)
        if (*at == letter)
            return at + 1;
    return NULL;
}

static struct sock_fprog read_filter(void)
{
    uint32_t size = 0;
    if (end - first >= 4)
        memcpy(&size, first, sizeof size);
    if (size == 0 || size > (size_t)(end - first) - 4)
        wrong("what is to be done", " is not understood");
    struct sock_filter *code = (struct sock_filter *)(first + 4);
    first += 4 + size;
    return (struct sock_fprog){(unsigned short)(size / sizeof *code), code};
}

static void read_orders(int fd)
{
    struct stat found;
    if (syscall(SYS_newfstatat, fd, "", &found, AT_EMPTY_PATH) != 0 || found.st_size == 0)
        wrong("what is to be done", " is not known");
    first = memory((size_t)found.st_size, fd);
    end = first + found.st_size;
    refusing = read_filter();
    telling = read_filter();
    if (first == end || end[-1] != '\0')
        wrong("what is to be done", " is not understood");
}

/* ── what holds the command ─────────────────────────────────────────────────────────────────────────────────────── */

/* Root gives up what makes it root; anybody gives up to gain something by a program. */
static void drop_privileges(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    for (long one = 0; syscall(SYS_prctl, PR_CAPBSET_DROP, one, 0, 0, 0) == 0; one++)
        ;
    syscall(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (syscall(SYS_capset, &head, none) != 0 || syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        wrong("privileges", " cannot be given up");
}

static void restrict_by(int ruleset)
{
    if (ruleset < 0)
        wrong("Landlock", " takes no rules");
    if (syscall(RESTRICT_SELF, ruleset, 0) != 0)
        wrong("Landlock", " does not hold this process; there may be too many sandboxes around it");
    close(ruleset);
}

/* Keep signals in: so that all that the command leaves behind can be ended at once, and nothing else. */
static void enclose(void)
{
    struct ruleset wanted = {0, 0, EVERY_SCOPE};
    restrict_by((int)syscall(CREATE_RULESET, &wanted, sizeof wanted, 0));
}

/* Permit something at a path, through no link. What is not there any more needs no permission. */
static void permit(int ruleset, uint64_t rights, const char *path)
{
    struct how how = {O_PATH | O_CLOEXEC | O_NOFOLLOW, 0, NO_LINKS};
    struct stat found;
    int fd = (int)syscall(OPENAT2, AT_FDCWD, path, &how, sizeof how);
    if (fd < 0)
        return;
    struct below rule = {rights, fd};
    if (syscall(SYS_newfstatat, fd, "", &found, AT_EMPTY_PATH) != 0 || (found.st_mode & S_IFMT) != S_IFDIR)
        rule.rights &= FILE_RIGHTS;
    if (rule.rights != 0 && syscall(ADD_RULE, ruleset, 1, &rule, 0) != 0)
        wrong(path, " cannot be permitted by Landlock");
    close(fd);
}

static void hold_files(void)
{
    struct ruleset wanted = {EVERY_FILE_RIGHT, ordered('n') != NULL ? EVERY_TCP_RIGHT : 0, EVERY_SCOPE};
    int ruleset = (int)syscall(CREATE_RULESET, &wanted, sizeof wanted, 0);
    char own[32] = "/proc/";
    for EACH(at)
        if (*at == 'l')
            permit(ruleset, number(at + 1), behind_blank(at + 1));
    spell(own + 6, (unsigned long)syscall(SYS_getpid));
    if (ordered('o') != NULL)
        permit(ruleset, number(ordered('o')), own);
    restrict_by(ruleset);
}

/* Install the filters; give by what calls are heard of. In a sandbox that hears of calls there is no second one that
 * does: then these calls are refused, and those that are only looked at go on. */
static int hold_calls(void)
{
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &refusing) != 0)
        wrong("the filter of system calls", " is not taken by the kernel");
    int heard = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &telling);
    if (heard >= 0)
        return heard;
    for (size_t at = 0; at < telling.len; at++)
        if (telling.filter[at].code == (BPF_RET | BPF_K) && (telling.filter[at].k & ~1u) == SECCOMP_RET_USER_NOTIF)
            telling.filter[at].k = telling.filter[at].k & GOES_ON ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM;
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &telling) != 0)
        wrong("the filter of system calls", " is not taken by the kernel");
    return -1;
}

/* ── the command ────────────────────────────────────────────────────────────────────────────────────────────────── */

static const char *variable(char *const env[], const char *name)
{
    size_t size = strlen(name);
    for (; *env != NULL; env++)
        if (strlen(*env) > size && memcmp(*env, name, size) == 0 && (*env)[size] == '=')
            return *env + size + 1;
    return NULL;
}

/* Execute a program as execvpe() does; give why it cannot be. */
static int execute(const char *program, char *const words[], char *const env[])
{
    static char path[2 * MAX_PATH_BYTES];
    const char *folder = variable(env, "PATH");
    size_t name = strlen(program);
    int why = ENOENT;
    for (const char *at = program; *at != '\0'; at++)
        if (*at == '/') {
            syscall(SYS_execve, program, words, env);
            return errno;
        }
    for (folder = folder == NULL ? DEFAULT_PATH : folder;; folder++) {
        size_t size = 0;
        while (folder[size] != '\0' && folder[size] != ':')
            size++;
        if (size + name + 2 <= sizeof path) {
            memcpy(path, folder, size);
            memcpy(path + size, "/", size > 0);
            memcpy(path + size + (size > 0), program, name + 1);
            syscall(SYS_execve, path, words, env);
            if (errno != ENOENT && errno != ENOTDIR)
                why = errno;
        }
        folder += size;
        if (*folder == '\0')
            return why;
    }
}

/* Hand a descriptor over, or none. */
static void hand_over(int by, int fd)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } beside;
    struct iovec text = {(void *)"", 1};
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
    if (fd >= 0) {
        memset(&beside, 0, sizeof beside);
        beside.head = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
        memcpy(CMSG_DATA(&beside.head), &fd, sizeof fd);
        message.msg_control = &beside;
        message.msg_controllen = CMSG_SPACE(sizeof(int));
    }
    if (syscall(SYS_sendmsg, by, &message, 0) != 1)
        wrong("the filter of system calls", " is not heard of");
    if (fd >= 0)
        close(fd);
}

static int handed_over(int by)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } beside;
    char byte;
    int fd = -1;
    struct iovec text = {&byte, 1};
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
    memset(&beside, 0, sizeof beside);
    message.msg_control = &beside;
    message.msg_controllen = sizeof beside;
    if (syscall(SYS_recvmsg, by, &message, MSG_CMSG_CLOEXEC) == 1 && message.msg_controllen >= sizeof beside.head)
        memcpy(&fd, CMSG_DATA(&beside.head), sizeof fd);
    return fd;
}

/* Become the command. */
__attribute__((noreturn)) static void begin(uint64_t mask, int by)
{
    size_t words = 0, variables = 0;
    char **argv = memory((counted('a') + counted('e') + 2) * sizeof *argv, -1), **env = argv + counted('a') + 1;
    syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    for EACH(at)
        if (*at == 'a')
            argv[words++] = at + 1;
        else if (*at == 'e')
            env[variables++] = at + 1;
        else if (*at == 's')
            signal((int)number(at + 1), SIG_DFL);
    if (ordered('x') == NULL || words == 0)
        wrong("what is to be done", " is not understood");
    syscall(SYS_close_range, 3, ~0u, CLOSE_ON_EXECUTION);
    hold_files();
    hand_over(by, hold_calls());
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, sizeof mask);
    say("ready\n", 6);
    int why = execute(ordered('x'), argv, env);
    char said[32] = "errno ";
    say(said, (size_t)(spell(said + 6, (unsigned long)why) - said));
    _exit(1);
}

/* ── modes, owners and times ────────────────────────────────────────────────────────────────────────────────────── */

static int is_within(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    return strlen(path) >= size && memcmp(path, folder, size) == 0 && (path[size] == '\0' || path[size] == '/');
}

/* The places where the command may write. */
static char **places;
static size_t places_count;

static void find_places(void)
{
    places = memory((counted('m') + 1) * sizeof *places, -1);
    for EACH(at)
        if (*at == 'm')
            places[places_count++] = at + 1;
}

static int is_permitted(const char *path)
{
    for (size_t at = 0; at < places_count; at++)
        if (is_within(path, places[at]))
            return 1;
    return 0;
}

/* Name what a descriptor leads to; give how long that is, or 0. */
static size_t named(int fd, char path[MAX_PATH_BYTES])
{
    char link[48] = "/proc/self/fd/";
    spell(link + 14, (unsigned long)fd);
    long size = syscall(SYS_readlinkat, AT_FDCWD, link, path, MAX_PATH_BYTES - 1);
    if (size <= 0 || path[0] != '/' || size == MAX_PATH_BYTES - 1)
        return 0;
    path[size] = '\0';
    return (size_t)size;
}

/* What was tried in vain: the last of it, each with when. */
static struct {
    unsigned long when;
    char path[MAX_PATH_BYTES];
} noted[MAX_NOTED];
static int network_was_wanted;

static void note(const char *path)
{
    static unsigned long now;
    size_t into = 0;
    for (size_t at = 0; at < MAX_NOTED; at++) {
        if (strcmp(noted[at].path, path) == 0) {
            into = at;
            break;
        }
        if (noted[at].when < noted[into].when)
            into = at;
    }
    noted[into].when = ++now;
    memcpy(noted[into].path, path, strlen(path) + 1);
}

/* Tell of it, as far as there is room: nobody reads before this has ended. */
static void tell_what_was_noted(void)
{
    fcntl(status, F_SETFL, O_WRONLY | O_NONBLOCK);
    if (network_was_wanted && write(status, "n", 2) != 2)
        return;
    for (;;) {
        size_t last = 0;
        for (size_t at = 0; at < MAX_NOTED; at++)
            if (noted[at].when > noted[last].when)
                last = at;
        if (noted[last].when == 0)
            return;
        noted[last].when = 0;
        ssize_t size = (ssize_t)strlen(noted[last].path) + 1;
        if (write(status, "w", 1) != 1 || write(status, noted[last].path, (size_t)size) != size)
            return;
    }
}

/* Tell whether what a descriptor leads to lies where the command may write. */
static int may_change(int fd)
{
    static char path[MAX_PATH_BYTES];
    if (named(fd, path) == 0)
        return 0;
    if (is_permitted(path))
        return 1;
    note(path);
    return 0;
}

/* Copy from the memory of the command: up to the end of a page at a time, for what lies behind may not be there. */
static long copied(uint32_t pid, uint64_t from, char *into, size_t size)
{
    size_t done = 0;
    while (done < size) {
        size_t part = 4096 - (from + done) % 4096;
        if (part > size - done)
            part = size - done;
        struct iovec here = {into + done, part}, there = {(void *)(uintptr_t)(from + done), part};
        if (syscall(SYS_process_vm_readv, pid, &here, 1, &there, 1, 0) != (long)part)
            break;
        done += part;
    }
    return (long)done;
}

/* Open what a descriptor of the command leads to, or its working folder. */
static int of_command(uint32_t pid, int fd)
{
    char path[64] = "/proc/";
    char *at = spell(path + 6, pid);
    if (fd == AT_FDCWD)
        memcpy(at, "/cwd", 5);
    else if (fd >= 0) {
        memcpy(at, "/fd/", 4);
        spell(at + 4, (unsigned long)fd);
    } else {
        errno = EBADF;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, O_PATH | O_CLOEXEC);
}

/* Copy a path out of the command's memory; give how long it is, or less than nothing, and the error is said. */
static long path_from(uint32_t pid, uint64_t text, char path[MAX_PATH_BYTES])
{
    long got = copied(pid, text, path, MAX_PATH_BYTES), size = 0;
    while (size < got && path[size] != '\0')
        size++;
    if (size < got)
        return size;
    errno = got == MAX_PATH_BYTES ? ENAMETOOLONG : EFAULT;
    return -1;
}

/* Open what the command means by a path; `empty` says that an empty path means the descriptor itself. */
static int meant(uint32_t pid, int base, uint64_t text, int follow, int empty)
{
    static char path[MAX_PATH_BYTES];
    static const char by_number[] = "/proc/self/fd/";
    if (text == 0)
        return of_command(pid, base);
    long size = path_from(pid, text, path);
    if (size < 0)
        return -1;
    if (size == 0 && empty)
        return of_command(pid, base);
    if (size == 0) {
        errno = ENOENT;
        return -1;
    }
    /* So does a C library say which descriptor it means. To us, that path would lead to our own. */
    if (size > 14 && memcmp(path, by_number, 14) == 0) {
        const char *at = path + 14;
        while (*at >= '0' && *at <= '9')
            at++;
        if (*at == '\0')
            return of_command(pid, (int)number(path + 14));
    }
    int from = path[0] == '/' ? AT_FDCWD : of_command(pid, base);
    if (from < 0 && path[0] != '/')
        return -1;
    struct how how = {(uint64_t)(O_PATH | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW)), 0, NO_MAGIC_LINKS};
    int fd = (int)syscall(OPENAT2, from, path, &how, sizeof how);
    int why = errno;
    if (from >= 0)
        close(from);
    errno = why;
    return fd;
}

/* What a call is about, in the terms of the calls that can say all of them. */
struct change {
    enum { NOTHING, MODE, OWNER, TIMES } kind;
    int base, follow, empty;
    uint64_t text, times, unit; /* where the times are, and how many of their unit are a second */
    unsigned long mode, owner, group;
};

static struct change understood(const struct seccomp_data *call)
{
    const __u64 *given = call->args;
    struct change wanted = {.base = AT_FDCWD, .follow = 1};
    switch (call->nr) {
#ifdef SYS_chmod
    case SYS_chmod:
        wanted.kind = MODE, wanted.text = given[0], wanted.mode = given[1];
        break;
    case SYS_chown:
    case SYS_lchown:
        wanted.kind = OWNER, wanted.text = given[0], wanted.owner = given[1], wanted.group = given[2];
        wanted.follow = call->nr == SYS_chown;
        break;
    case SYS_utime:
    case SYS_utimes:
        wanted.kind = TIMES, wanted.text = given[0], wanted.times = given[1];
        wanted.unit = call->nr == SYS_utime ? 1 : 1000000;
        break;
    case SYS_futimesat:
        wanted.kind = TIMES, wanted.base = (int)given[0], wanted.text = given[1], wanted.times = given[2];
        wanted.unit = 1000000;
        break;
#endif
    case SYS_fchmod:
        wanted.kind = MODE, wanted.base = (int)given[0], wanted.mode = given[1];
        break;
    case SYS_fchown:
        wanted.kind = OWNER, wanted.base = (int)given[0], wanted.owner = given[1], wanted.group = given[2];
        break;
    case SYS_fchmodat:
    case FCHMODAT2:
        wanted.kind = MODE, wanted.base = (int)given[0], wanted.text = given[1], wanted.mode = given[2];
        if (call->nr == FCHMODAT2) {
            wanted.follow = (given[3] & AT_SYMLINK_NOFOLLOW) == 0;
            wanted.empty = (given[3] & AT_EMPTY_PATH) != 0;
        }
        break;
    case SYS_fchownat:
        wanted.kind = OWNER, wanted.base = (int)given[0], wanted.text = given[1];
        wanted.owner = given[2], wanted.group = given[3];
        wanted.follow = (given[4] & AT_SYMLINK_NOFOLLOW) == 0, wanted.empty = (given[4] & AT_EMPTY_PATH) != 0;
        break;
    case SYS_utimensat:
        wanted.kind = TIMES, wanted.base = (int)given[0], wanted.text = given[1], wanted.times = given[2];
        wanted.unit = 1000000000;
        wanted.follow = (given[3] & AT_SYMLINK_NOFOLLOW) == 0, wanted.empty = (given[3] & AT_EMPTY_PATH) != 0;
        break;
    }
    return wanted;
}

/* Read the times that are wanted; give whether there are any. */
static int read_times(uint32_t pid, const struct change *wanted, struct timespec into[2])
{
    long told[4];
    size_t size = wanted->unit == 1 ? 2 * sizeof(long) : sizeof told;
    if (wanted->times == 0)
        return 0;
    if (copied(pid, wanted->times, (char *)told, size) != (long)size)
        return -1;
    for (int each = 0; each < 2; each++)
        if (wanted->unit == 1)
            into[each] = (struct timespec){told[each], 0};
        else
            into[each] = (struct timespec){told[2 * each], told[2 * each + 1] * (wanted->unit == 1000000 ? 1000 : 1)};
    return 1;
}

/* Do what the command wants done, if it may; give the error that it gets. */
static int changed(int heard, const struct seccomp_notif *call)
{
    struct change wanted = understood(&call->data);
    struct timespec times[2];
    char link[48] = "/proc/self/fd/";
    if (wanted.kind == NOTHING)
        return EPERM;
    int timed = wanted.kind == TIMES ? read_times(call->pid, &wanted, times) : 0;
    if (timed < 0)
        return EFAULT;
    int fd = meant(call->pid, wanted.base, wanted.text, wanted.follow, wanted.empty);
    if (fd < 0)
        return errno;
    long done = -1;
    errno = EPERM;
    /* Another process may have its number by now: then what was read is of that one. */
    if (syscall(SYS_ioctl, heard, SECCOMP_IOCTL_NOTIF_ID_VALID, &call->id) == 0 && may_change(fd)) {
        spell(link + 14, (unsigned long)fd);
        if (wanted.kind == MODE)
            done = wanted.follow ? syscall(SYS_fchmodat, AT_FDCWD, link, wanted.mode)
                                 : syscall(FCHMODAT2, fd, "", wanted.mode, AT_EMPTY_PATH);
        else if (wanted.kind == OWNER)
            done = syscall(SYS_fchownat, fd, "", wanted.owner, wanted.group, AT_EMPTY_PATH);
        else
            done = syscall(SYS_utimensat, fd, "", timed ? times : NULL, AT_EMPTY_PATH);
    }
    int why = done == 0 ? 0 : errno;
    close(fd);
    return why;
}

/* Which arguments of a call are a folder and a path from there that it would write; -1: the working folder. */
static const struct {
    int number, base, path;
} writes[] = {
#ifdef SYS_open
    {SYS_open, -1, 0},   {SYS_creat, -1, 0},   {SYS_mkdir, -1, 0}, {SYS_rename, -1, 0},
    {SYS_rename, -1, 1}, {SYS_symlink, -1, 1}, {SYS_link, -1, 1},  {SYS_renameat, 0, 1},
    {SYS_renameat, 2, 3},
#endif
    {SYS_openat, 0, 1},    {OPENAT2, 0, 1},       {SYS_mkdirat, 0, 1}, {SYS_renameat2, 0, 1},
    {SYS_renameat2, 2, 3},     {SYS_symlinkat, 1, 2}, {SYS_linkat, 2, 3},  {SYS_truncate, -1, 0},
};

/* Note a path that the command would write, if it lies where it may not. */
static void consider(uint32_t pid, int base, uint64_t text)
{
    static char path[MAX_PATH_BYTES], place[MAX_PATH_BYTES];
    long size = path_from(pid, text, path), name = size;
    while (name > 0 && path[name - 1] != '/')
        name--;
    const char *last = path + name;
    if (size <= 0 || *last == '\0' || strcmp(last, ".") == 0 || strcmp(last, "..") == 0)
        return;
    int folder = path[0] == '/' ? AT_FDCWD : of_command(pid, base);
    if (name > 0 && (path[0] == '/' || folder >= 0)) {
        struct how how = {O_PATH | O_CLOEXEC | O_DIRECTORY, 0, NO_MAGIC_LINKS};
        int from = folder;
        memcpy(place, path, (size_t)name);
        place[name] = '\0';
        folder = (int)syscall(OPENAT2, from, place, &how, sizeof how);
        if (from >= 0)
            close(from);
    }
    if (folder < 0)
        return;
    size_t above = named(folder, place);
    close(folder);
    if (above == 0 || above + strlen(last) + 2 > sizeof place)
        return;
    if (above > 1)
        place[above++] = '/';
    memcpy(place + above, last, strlen(last) + 1);
    if (!is_permitted(place))
        note(place);
}

/* Look at a call that goes on; give whether this is one. */
static int only_looked_at(const struct seccomp_notif *call)
{
    int is_one = 0;
    for (size_t at = 0; at < sizeof writes / sizeof *writes; at++)
        if (call->data.nr == writes[at].number) {
            int base = writes[at].base < 0 ? AT_FDCWD : (int)call->data.args[writes[at].base];
            consider(call->pid, base, call->data.args[writes[at].path]);
            is_one = 1;
        }
    return is_one;
}

static void answer(int heard)
{
    struct seccomp_notif call;
    struct seccomp_notif_resp said;
    memset(&call, 0, sizeof call);
    memset(&said, 0, sizeof said);
    if (syscall(SYS_ioctl, heard, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
        return;
    said.id = call.id;
    if (call.data.nr == SYS_socket) {
        network_was_wanted = 1;
        said.error = -EPERM;
    } else if (only_looked_at(&call))
        said.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    else
        said.error = -changed(heard, &call);
    syscall(SYS_ioctl, heard, SECCOMP_IOCTL_NOTIF_SEND, &said);
}

/* ── the watch ──────────────────────────────────────────────────────────────────────────────────────────────────── */

/* End all that is left. Only what this process has enclosed gets the signal; if that were not so, its parent would. */
__attribute__((noreturn)) static void finish(int code)
{
    int outside = (int)syscall(SYS_getppid);
    if (outside > 0 && (syscall(SYS_kill, outside, 0) == 0 || errno != EPERM))
        _exit(1);
    syscall(SYS_kill, -1, SIGKILL);
    while (syscall(SYS_wait4, -1, NULL, __WALL, NULL) > 0)
        ;
    tell_what_was_noted();
    _exit(code);
}

static uint64_t bit(int signal_number) { return 1ull << (signal_number - 1); }

/* Ignore the signals of the command that whoever starts us keeps away from us: they do not end all this. */
static void ignore_what_is_kept_away(void)
{
    uint64_t kept_away = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &kept_away, sizeof kept_away);
    for EACH(at) {
        uint64_t one = *at == 's' ? bit((int)number(at + 1)) : 0;
        if ((one & kept_away) == 0)
            continue;
        signal((int)number(at + 1), SIG_IGN);
        syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &one, NULL, sizeof one);
    }
}

/* Choose the signals that end all this: those that somebody wants ignored are not among them. */
static uint64_t ending(void)
{
    static const int each[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    uint64_t found = bit(SIGCHLD) | bit(PARENT_IS_GONE);
    for (size_t at = 0; at < sizeof each / sizeof *each; at++) {
        struct {
            void (*handler)(int);
            unsigned long flags;
            void (*restorer)(void);
            uint64_t mask;
        } now;
        if (syscall(SYS_rt_sigaction, each[at], NULL, &now, sizeof now.mask) == 0 && now.handler != SIG_IGN)
            found |= bit(each[at]);
    }
    return found;
}

__attribute__((noreturn)) static void watch(long command, int heard, int signals)
{
    struct pollfd each[2] = {{signals, POLLIN, 0}, {heard, POLLIN, 0}};
    char told[128];
    for (;;) {
        if (poll(each, 2, 1 << 30) < 0 && errno != EINTR)
            finish(1);
        if (each[1].revents & POLLIN)
            answer(heard);
        else if (each[1].revents != 0)
            each[1].fd = -1; /* nobody is left who could be heard of */
        if (!(each[0].revents & POLLIN) || read(signals, told, sizeof told) != (ssize_t)sizeof told)
            continue;
        int which = told[0], how;
        if (which != SIGCHLD)
            finish(128 + which);
        for (long ended; (ended = syscall(SYS_wait4, -1, &how, WNOHANG | __WALL, NULL)) > 0;)
            if (ended == command)
                finish(WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how));
    }
}

int main(int count, char **given)
{
    char said[48];
    if (count != 4)
        return 2;
    int orders = (int)number(given[1]), pair[2];
    answers = (int)number(given[2]);
    status = (int)number(given[3]);
    fcntl(answers, F_SETFD, FD_CLOEXEC);
    fcntl(status, F_SETFD, FD_CLOEXEC);
    read_orders(orders);
    if (syscall(CREATE_RULESET, NULL, 0, 1) < NEEDED_ABI)
        wrong("Landlock", " of this kernel is too old: Linux 6.12 or later is needed");
    if (ordered('c') == NULL || chdir(ordered('c')) != 0)
        wrong("the working folder", " cannot be entered");

    ignore_what_is_kept_away();
    uint64_t mask, ours = ending();
    signal(SIGCHLD, SIG_DFL);
    if (syscall(SYS_rt_sigprocmask, SIG_BLOCK, &ours, &mask, sizeof mask) != 0)
        wrong("signals", " cannot be waited for");
    int signals = (int)syscall(SYS_signalfd4, -1, &ours, sizeof ours, SOCK_CLOEXEC);
    drop_privileges();
    if (signals < 0 || syscall(SYS_prctl, PR_SET_PDEATHSIG, PARENT_IS_GONE, 0, 0, 0) != 0 ||
        syscall(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0 ||
        syscall(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        wrong("the command", " cannot be watched");
    enclose();
    long command = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
    if (command < 0)
        wrong("the command", " cannot be started");
    if (command == 0)
        begin(mask, pair[1]);
    close(pair[1]);
    close(answers);
    int heard = handed_over(pair[0]);
    memcpy(said, "{\"child-pid\": ", 14);
    char *at = spell(said + 14, (unsigned long)command);
    memcpy(at, "}\n", 2);
    if (write(status, said, (size_t)(at + 2 - said)) < 0)
        finish(1);
    find_places();
    /* What the command reads and writes is its alone. */
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3 && nothing >= 0; fd++)
        dup2(nothing, fd);
    watch(command, heard, signals);
}
