/* What the programs beside it need of a C library, for Linux on x86-64 and arm64: nothing but the system's calls.
 *
 * A C library's own start looks at the processor and resolves functions that are never called. That takes longer than
 * all that they do, most of all on a virtual machine. With this, it starts in a third of the time. Include it
 * behind the library's headers, whose names and types it keeps.
 */

#include <asm/unistd.h>
#include <stdarg.h>

char **environ;

static int small_errno;
int *__errno_location(void) { return &small_errno; }

static long call6(long number, long a, long b, long c, long d, long e, long f)
{
#if defined(__x86_64__)
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long result __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(result) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
#else
#error "the numbers of this processor's calls are not known here"
#endif
    return result;
}

/* Call the system; its negative answers are errors. */
static long checked(long number, long a, long b, long c, long d, long e, long f)
{
    long result = call6(number, a, b, c, d, e, f);
    if (result < 0 && result > -4096) {
        small_errno = (int)-result;
        return -1;
    }
    return result;
}

#define CALL(number, a, b, c, d, e, f) \
    checked(__NR_##number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* ── memory and texts ───────────────────────────────────────────────────────────────────────────────────────────── */

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
#if defined(__x86_64__)
    void *start = to;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
    return start;
#else
    for (size_t at = 0; at < size; at++)
        ((char *)to)[at] = ((const char *)from)[at];
    return to;
#endif
}

void *memset(void *to, int byte, size_t size)
{
    for (size_t at = 0; at < size; at++)
        ((volatile char *)to)[at] = (char)byte;
    return to;
}

int memcmp(const void *one, const void *other, size_t size)
{
    for (size_t at = 0; at < size; at++)
        if (((const unsigned char *)one)[at] != ((const unsigned char *)other)[at])
            return ((const unsigned char *)one)[at] - ((const unsigned char *)other)[at];
    return 0;
}

size_t strlen(const char *text)
{
    size_t size = 0;
    while (text[size] != '\0')
        size++;
    return size;
}

int strcmp(const char *one, const char *other)
{
    size_t size = strlen(one);
    return memcmp(one, other, (size <= strlen(other) ? size : strlen(other)) + 1);
}

char *getenv(const char *name)
{
    size_t size = strlen(name);
    for (char **each = environ; *each != NULL; each++)
        if (strlen(*each) > size && (*each)[size] == '=' && memcmp(*each, name, size) == 0)
            return *each + size + 1;
    return NULL;
}

/* What has no function of its own here. */
long syscall(long number, ...)
{
    va_list more;
    va_start(more, number);
    long a = va_arg(more, long), b = va_arg(more, long), c = va_arg(more, long);
    long d = va_arg(more, long), e = va_arg(more, long), f = va_arg(more, long);
    va_end(more);
    return checked(number, a, b, c, d, e, f);
}

/* ── files and processes ────────────────────────────────────────────────────────────────────────────────────────── */

void _exit(int code)
{
    for (;;)
        CALL(exit_group, code, 0, 0, 0, 0, 0);
}

ssize_t read(int fd, void *into, size_t size) { return CALL(read, fd, into, size, 0, 0, 0); }
ssize_t write(int fd, const void *from, size_t size) { return CALL(write, fd, from, size, 0, 0, 0); }
int close(int fd) { return (int)CALL(close, fd, 0, 0, 0, 0, 0); }
off_t lseek(int fd, off_t at, int whence) { return CALL(lseek, fd, at, whence, 0, 0, 0); }
int unlink(const char *path) { return (int)CALL(unlinkat, AT_FDCWD, path, 0, 0, 0, 0); }
int stat(const char *restrict path, struct stat *restrict found)
{
    return (int)CALL(newfstatat, AT_FDCWD, path, found, 0, 0, 0);
}
int memfd_create(const char *name, unsigned int flags) { return (int)CALL(memfd_create, name, flags, 0, 0, 0, 0); }
int dup2(int from, int to) { return from == to ? to : (int)CALL(dup3, from, to, 0, 0, 0, 0); }
int chdir(const char *path) { return (int)CALL(chdir, path, 0, 0, 0, 0, 0); }
char *getcwd(char *into, size_t size) { return CALL(getcwd, into, size, 0, 0, 0, 0) < 0 ? NULL : into; }
uid_t geteuid(void) { return (uid_t)CALL(geteuid, 0, 0, 0, 0, 0, 0); }
pid_t setsid(void) { return (pid_t)CALL(setsid, 0, 0, 0, 0, 0, 0); }
pid_t fork(void) { return (pid_t)CALL(clone, SIGCHLD, 0, 0, 0, 0, 0); }
pid_t waitpid(pid_t pid, int *status, int options) { return (pid_t)CALL(wait4, pid, status, options, 0, 0, 0); }
int execv(const char *path, char *const words[]) { return (int)CALL(execve, path, words, environ, 0, 0, 0); }

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    int mode = flags & O_CREAT ? va_arg(more, int) : 0;
    va_end(more);
    return (int)CALL(openat, AT_FDCWD, path, flags, mode, 0, 0);
}

int fcntl(int fd, int what, ...)
{
    va_list more;
    va_start(more, what);
    long value = what == F_SETFD || what == F_SETFL ? va_arg(more, int) : 0;
    va_end(more);
    return (int)CALL(fcntl, fd, what, value, 0, 0, 0);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return (void *)CALL(mmap, at, size, protection, flags, fd, offset); /* MAP_FAILED is -1, too */
}

/* ── time and signals ───────────────────────────────────────────────────────────────────────────────────────────── */

int clock_gettime(clockid_t clock, struct timespec *now) { return (int)CALL(clock_gettime, clock, now, 0, 0, 0, 0); }

time_t time(time_t *into)
{
    struct timespec now;
    (void)into;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec;
}

unsigned int alarm(unsigned int seconds)
{
    struct itimerval timer = {{0, 0}, {seconds, 0}};
    CALL(setitimer, ITIMER_REAL, &timer, 0, 0, 0, 0);
    return 0;
}

/* As the kernel has it, which is not as the library has it. */
struct kernel_action {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
};

#if defined(__x86_64__)
#define RESTORER 0x04000000ul
void small_restorer(void);
__asm__(".globl small_restorer\nsmall_restorer:\n mov $15, %eax\n syscall\n");
#endif

int sigaction(int number, const struct sigaction *restrict wanted, struct sigaction *restrict old)
{
    struct kernel_action action = {wanted->sa_handler, 0, NULL, 0};
    (void)old;
#if defined(__x86_64__)
    action.flags = RESTORER;
    action.restorer = small_restorer;
#endif
    return (int)CALL(rt_sigaction, number, &action, 0, sizeof action.mask, 0, 0);
}

sighandler_t signal(int number, sighandler_t handler)
{
    struct sigaction action = {.sa_handler = handler};
    sigaction(number, &action, NULL);
    return SIG_DFL;
}

/* ── sockets ────────────────────────────────────────────────────────────────────────────────────────────────────── */

int socket(int domain, int type, int protocol) { return (int)CALL(socket, domain, type, protocol, 0, 0, 0); }
int connect(int fd, const struct sockaddr *to, socklen_t size) { return (int)CALL(connect, fd, to, size, 0, 0, 0); }
int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict size)
{
    return (int)CALL(getsockopt, fd, level, name, value, size, 0);
}
int setsockopt(int fd, int level, int name, const void *value, socklen_t size)
{
    return (int)CALL(setsockopt, fd, level, name, value, size, 0);
}
ssize_t send(int fd, const void *from, size_t size, int flags) { return CALL(sendto, fd, from, size, flags, 0, 0); }
ssize_t recv(int fd, void *into, size_t size, int flags) { return CALL(recvfrom, fd, into, size, flags, 0, 0); }

int poll(struct pollfd *each, nfds_t count, int milliseconds)
{
    struct timespec time = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    return (int)CALL(ppoll, each, count, &time, 0, 0, 0);
}

/* ── the start ──────────────────────────────────────────────────────────────────────────────────────────────────── */

int main(int count, char **words);

__attribute__((noreturn, used)) void small_start(long *stack)
{
    int count = (int)stack[0];
    char **words = (char **)(stack + 1);
    environ = words + count + 1;
    _exit(main(count, words));
    __builtin_unreachable();
}

#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call small_start\n");
#else
__asm__(".globl _start\n_start:\n mov x29, #0\n mov x30, #0\n mov x0, sp\n and sp, x0, #-16\n bl small_start\n");
#endif
