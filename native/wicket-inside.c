/* Starts a command inside of a sandbox that has been built: it sees that everything is in place, then becomes it.
 *
 *     wicket-inside ORDERS ANSWERS SELF
 *
 * The three are descriptors. ORDERS holds what is to be done, as src/wicket/sandbox/launch_orders.py writes it: numbers
 * and texts, each behind a letter and before a zero byte. ANSWERS is a socket: `ready` goes out before the command
 * begins, and `errno N` if it cannot be executed; whatever else is said is why nothing was run. SELF is this program.
 *
 * If it is ordered to, it also has the kernel tell whoever holds the other end of ANSWERS which files the command would
 * write. That is for sentences alone: every call goes on, and what may be written is held by the mounts.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef WICKET_SMALL_START
#include "small-start.h"
#endif

extern char **environ;

/* Of linux/landlock.h, which is older than the kernel on many systems. */
#define CREATE_RULESET 444
#define RESTRICT_SELF 446
#define SCOPING_ABI 6 /* the first that keeps signals in: Linux 6.12 */
#define SIGNALS_STAY 0x2ull

#define MAX_MOUNTS_BYTES (8u << 20)
#define MAX_PATH_BYTES 4096
#define MAX_COMPLAINT 4096
#define DEFAULT_PATH "/bin:/usr/bin"

static int answers;

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

/* Say why nothing is run: the path, and what is the matter with it. */
static void wrong(const char *path, const char *matter)
{
    static char line[MAX_COMPLAINT];
    size_t size = strlen(path), more = strlen(matter);
    if (size > sizeof line - 64)
        size = sizeof line - 64;
    memcpy(line, "wrong ", 6);
    memcpy(line + 6, path, size);
    memcpy(line + 6 + size, matter, more);
    say(line, 6 + size + more);
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

/* ── what is mounted ────────────────────────────────────────────────────────────────────────────────────────────── */

static char *mounts;
static size_t mounts_size;

static void read_mounts(void)
{
    int fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
    mounts = memory(MAX_MOUNTS_BYTES, -1);
    for (;;) {
        ssize_t got = fd < 0 ? -1 : read(fd, mounts + mounts_size, MAX_MOUNTS_BYTES - mounts_size);
        if (got < 0 || mounts_size == MAX_MOUNTS_BYTES)
            wrong("/proc/self/mountinfo", " cannot be read");
        if (got == 0)
            break;
        mounts_size += (size_t)got;
    }
    close(fd);
}

/* Compare a path with one as mountinfo spells it, which ends at a blank and has some characters as octal numbers. */
static int is_spelled(const char *path, const char *spelled, const char *end)
{
    while (spelled < end && *spelled != ' ') {
        char character = *spelled++;
        if (character == '\\' && end - spelled >= 3) {
            character = (char)((spelled[0] - '0') * 64 + (spelled[1] - '0') * 8 + (spelled[2] - '0'));
            spelled += 3;
        }
        if (*path++ != character)
            return 0;
    }
    return *path == '\0';
}

/* Find how a path is mounted: its options; NULL: it is no mount of its own. Of several, the last lies on top. */
static const char *mounted(const char *path, const char **options_end)
{
    const char *found = NULL, *at = mounts, *all = mounts + mounts_size;
    while (at < all) {
        const char *end = at;
        while (end < all && *end != '\n')
            end++;
        const char *field = at;
        for (int blanks = 0; blanks < 4 && field < end; field++)
            blanks += *field == ' ';
        if (is_spelled(path, field, end)) {
            while (field < end && *field != ' ')
                field++;
            found = ++field;
            while (field < end && *field != ' ')
                field++;
            *options_end = field;
        }
        at = end + 1;
    }
    return found;
}

static int is_read_only(const char *path)
{
    const char *end = NULL, *at = mounted(path, &end);
    while (at != NULL && at < end) {
        if (end - at >= 2 && at[0] == 'r' && at[1] == 'o' && (at + 2 == end || at[2] == ','))
            return 1;
        while (at < end && *at != ',')
            at++;
        at++;
    }
    return 0;
}

/* Tell whether a path leads through a link, or to nothing. */
static int is_led_astray(const char *path)
{
    static char part[MAX_PATH_BYTES];
    size_t size = strlen(path);
    if (path[0] != '/' || size >= sizeof part)
        return 1;
    for (size_t at = 1; at <= size; at++) {
        if (at < size && path[at] != '/')
            continue;
        char target;
        memcpy(part, path, at);
        part[at] = '\0';
        if (syscall(SYS_readlinkat, AT_FDCWD, part, &target, 1) >= 0 || errno != EINVAL)
            return 1;
    }
    return 0;
}

static void see_protected(const char *path)
{
    if (!is_read_only(path) || is_led_astray(path))
        wrong(path, " is not protected");
}

static void see_pinned(const char *told)
{
    unsigned long device = number(told);
    while (*told != ' ')
        told++;
    unsigned long inode = number(++told);
    while (*told != ' ')
        told++;
    const char *end, *path = told + 1;
    struct stat found;
    if (syscall(SYS_newfstatat, AT_FDCWD, path, &found, AT_SYMLINK_NOFOLLOW) != 0 || mounted(path, &end) == NULL ||
        found.st_dev != device || found.st_ino != inode)
        wrong(path, " is not what it was");
}

/* ── the start ──────────────────────────────────────────────────────────────────────────────────────────────────── */

/* Say that the command begins, and hand over the descriptor by which the kernel tells of its calls, if there is one. */
static void say_ready(int told_by)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } beside;
    struct iovec text = {(void *)"ready\n", 6};
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
    if (told_by >= 0) {
        memset(&beside, 0, sizeof beside);
        beside.head = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
        memcpy(CMSG_DATA(&beside.head), &told_by, sizeof told_by);
        message.msg_control = &beside;
        message.msg_controllen = CMSG_SPACE(sizeof(int));
    }
    if (syscall(SYS_sendmsg, answers, &message, 0) != 6)
        _exit(1);
    if (told_by >= 0)
        close(told_by);
}

/* Have the kernel tell of calls by this filter. Where it does not, there will be no sentences. */
static int tell_of_calls(const char *filter, size_t size)
{
    struct sock_fprog program = {(unsigned short)(size / sizeof(struct sock_filter)), (struct sock_filter *)filter};
    if (size == 0 || syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

/* Keep signals in. Of other processes the command knows no number, but its group is that of whoever started it: `kill 0`
 * would reach them. An older kernel does not hold that. */
static void keep_signals_in(void)
{
    const struct {
        uint64_t files, network, scoped;
    } wanted = {0, 0, SIGNALS_STAY};
    if (syscall(CREATE_RULESET, NULL, 0, 1) < SCOPING_ABI)
        return;
    int ruleset = (int)syscall(CREATE_RULESET, &wanted, sizeof wanted, 0);
    if (ruleset < 0 || syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        syscall(RESTRICT_SELF, ruleset, 0) != 0)
        wrong("signals", " cannot be kept in");
    close(ruleset);
}

/* Let a signal reach the command, which was kept away from what builds the sandbox. What came meanwhile is forgotten. */
static void let_in(int which)
{
    uint64_t mask = 1ull << (which - 1);
    signal(which, SIG_IGN);
    syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &mask, NULL, sizeof mask);
    signal(which, SIG_DFL);
}

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
    for (const char *at = program; *at != '\0'; at++)
        if (*at == '/') {
            syscall(SYS_execve, program, words, env);
            return errno;
        }
    const char *folder = variable(env, "PATH");
    int why = ENOENT;
    static char path[2 * MAX_PATH_BYTES];
    size_t name = strlen(program);
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

int main(int count, char **given)
{
    struct stat found;
    if (count != 4)
        return 2;
    int orders = (int)number(given[1]), self = (int)number(given[3]);
    answers = (int)number(given[2]);
    fcntl(orders, F_SETFD, FD_CLOEXEC);
    fcntl(answers, F_SETFD, FD_CLOEXEC);
    fcntl(self, F_SETFD, FD_CLOEXEC);
    if (syscall(SYS_newfstatat, orders, "", &found, AT_EMPTY_PATH) != 0 || found.st_size < 4)
        wrong("what is to be done", " is not known");
    size_t size = (size_t)found.st_size;
    char *told = memory(size, orders), *end = told + size;
    read_mounts();

    uint32_t filter_size;
    memcpy(&filter_size, told, sizeof filter_size);
    const char *filter = told + 4;
    char *first = told + 4 + filter_size;
    size_t words = 0, variables = 0;
    for (char *at = first; at < end; at += strlen(at) + 1) {
        words += *at == 'a';
        variables += *at == 'e';
    }
    char **argv = memory((words + variables + 2) * sizeof *argv, -1), **env = argv + words + 1;
    const char *program = "";
    words = variables = 0;
    for (char *at = first; at < end; at += strlen(at) + 1) {
        switch (*at) {
        case 'p':
            see_protected(at + 1);
            break;
        case 'i':
            see_pinned(at + 1);
            break;
        case 's':
            let_in((int)number(at + 1));
            break;
        case 'x':
            program = at + 1;
            break;
        case 'a':
            argv[words++] = at + 1;
            break;
        case 'e':
            env[variables++] = at + 1;
            break;
        default:
            wrong("what is to be done", " is not understood");
        }
    }
    keep_signals_in();
    say_ready(tell_of_calls(filter, filter_size));
    int why = execute(program, argv, env);
    char said[16] = "errno ", *at = said + 6;
    for (int digit = 100; digit > 0; digit /= 10)
        *at++ = (char)('0' + why / digit % 10);
    say(said, (size_t)(at - said));
    return 1;
}
