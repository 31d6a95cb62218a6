/* Asks a running gateway what an agent's hook answers: `wicket hook` without Python's start.
 *
 *     wicket-hook --agent claude-code [--config FILE] [--verbose] [--else PROGRAM] [--start PROGRAM]
 *
 * It says what src/wicket/doors/hook_messages.py describes, and prints what the gateway answers. If there is no answer,
 * PROGRAM of --else judges the call with the same options and the same standard input; if none is named, that is the
 * file `wicket-hook-alone` beside this one, as `wicket init` writes it. Without either the call is blocked.
 * PROGRAM of --start is started as a gateway that stays, so that the next call has one.
 *
 * Memory is one mapping of a fixed size, every wait has an end, and nothing is linked but the C library; not even that
 * where small-start.h stands in for it.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef WICKET_SMALL_START
#include "small-start.h"
#endif

#ifndef WICKET_VERSION
#error "compile with -DWICKET_VERSION='\"1.2.3\"': the gateway answers its own version alone"
#endif

enum { BLOCKED = 2 };
enum { ANSWER = 1, WAIT = 2, ALONE = 3, OTHER_VERSION = 4, REFUSED = 5 };

/* As in hook_messages.py, hook_client.py and hook.py. */
#define MAGIC "WKH1"
#define MAX_QUESTION (4u << 20)
#define MAX_ANSWER (4u << 20)
#define MAX_INPUT (32u << 20)
#define JUDGING_MS (15 * 1000)
#define PATIENCE_S 540
#define MAX_WAIT_S (24 * 60 * 60)

/* Somebody who starts a gateway needs this long; nobody else tries meanwhile. */
#define STARTING_S 30

#define MAX_PATH_BYTES 4096

/* What judges without a gateway is named so, behind our own name. */
#define ALONE_SUFFIX "-alone"

extern char **environ;

static unsigned char *room;  /* the question, with what the agent said at its end */
static size_t input_at, input_size;
static const char *fallback, *starter;

/* By this, `wicket init` knows a program of its own version. */
__attribute__((used)) static const char mark[] = "wicket-hook " WICKET_VERSION;
static int is_cline;

/* ── the last word ──────────────────────────────────────────────────────────────────────────────────────────────── */

/* Write all of it; 0: that cannot be done. */
static int print_to(int fd, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t done = write(fd, at, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return 0;
        at += done;
        size -= (size_t)done;
    }
    return 1;
}

static void say(int fd, const char *text)
{
    print_to(fd, text, strlen(text));
}

/* Block the call: a text on standard error and exit code 2 are a denial to every agent but Cline. There the one answer on
 * standard output is, and the code says that it was given: the script around us gives another where none was. */
__attribute__((noreturn)) static void block(const char *because)
{
    static const char head[] = "{\"cancel\":true,\"errorMessage\":\"wicket: the command is blocked, for ";
    int told = is_cline && print_to(1, head, sizeof head - 1) && print_to(1, because, strlen(because)) &&
               print_to(1, "\"}\n", 3);
    say(2, "wicket: the command is blocked, for ");
    say(2, because);
    say(2, "\n");
    _exit(told ? 0 : BLOCKED);
}

static void too_late(int number)
{
    (void)number;
    block("it took too long to judge");
}

/* ── what is asked ──────────────────────────────────────────────────────────────────────────────────────────────── */

static size_t put_number(size_t at, uint32_t number)
{
    room[at] = (unsigned char)(number >> 24);
    room[at + 1] = (unsigned char)(number >> 16);
    room[at + 2] = (unsigned char)(number >> 8);
    room[at + 3] = (unsigned char)number;
    return at + 4;
}

static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Add texts, each with its zero byte, as one part. What does not fit leaves no room for an input that would. */
static size_t put_list(size_t at, char **texts, const char **skipped)
{
    size_t begin = at;
    at += 4;
    for (; *texts != NULL; texts++) {
        const char **skip = skipped;
        while (skip != NULL && *skip != NULL && *skip != *texts)
            skip++;
        if (skip != NULL && *skip != NULL)
            continue;
        size_t size = strlen(*texts) + 1;
        if (at + size > MAX_QUESTION)
            return 0;
        memcpy(room + at, *texts, size);
        at += size;
    }
    put_number(begin, (uint32_t)(at - begin - 4));
    return at;
}

static size_t put_text(size_t at, const char *text)
{
    size_t size = strlen(text);
    at = put_number(at, (uint32_t)size);
    memcpy(room + at, text, size);
    return at + size;
}

static void read_input(void)
{
    for (;;) {
        ssize_t got = read(0, room + input_at + input_size, MAX_INPUT + 1 - input_size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            block("what the agent says cannot be read");
        if (got == 0)
            return;
        input_size += (size_t)got;
        if (input_size > MAX_INPUT)
            block("more was given to the hook than can be judged");
    }
}

/* ── the gateway ────────────────────────────────────────────────────────────────────────────────────────────────── */

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Put three texts together; 0: they do not fit. */
static int join(char *into, size_t size, const char *first, const char *second, const char *third)
{
    size_t one = strlen(first), two = strlen(second), three = strlen(third);
    if (one + two + three >= size)
        return 0;
    memcpy(into, first, one);
    memcpy(into + one, second, two);
    memcpy(into + one + two, third, three + 1);
    return 1;
}

/* Name a file in wicket's home, as folder_paths.py does; 0: there is none, or its name is too long. */
static int in_home(char *path, size_t size, const char *name)
{
    const char *home = getenv("WICKET_HOME"), *state = getenv("XDG_STATE_HOME"), *person = getenv("HOME");
    if (home != NULL && *home != '\0')
        return *home == '/' && join(path, size, home, "/", name);
    if (state != NULL && *state == '/')
        return join(path, size, state, "/wicket/", name);
#ifdef __APPLE__
    return person != NULL && *person == '/' && join(path, size, person, "/Library/Application Support/wicket/", name);
#else
    return person != NULL && *person == '/' && join(path, size, person, "/.local/state/wicket/", name);
#endif
}

static int is_ours(int connection)
{
#ifdef __linux__
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return 0;
    return peer.uid == geteuid() || peer.uid == 0;
#else
    uid_t user;
    gid_t group;
    return getpeereid(connection, &user, &group) == 0 && (user == geteuid() || user == 0);
#endif
}

/* Wait until the socket can be written or read; 0: the time is over. */
static int is_ready(int connection, short events, long deadline)
{
    for (;;) {
        long left = deadline - now_ms();
        struct pollfd one = {connection, events, 0};
        if (left <= 0)
            return 0;
        int found = poll(&one, 1, left > 60000 ? 60000 : (int)left);
        if (found > 0)
            return 1;
        if (found < 0 && errno != EINTR)
            return 0;
    }
}

/* Read so many bytes; a sentence: why not. */
static const char *receive(int connection, unsigned char *into, size_t size, long deadline)
{
    while (size > 0) {
        if (!is_ready(connection, POLLIN, deadline))
            return "the gateway did not answer in time";
        ssize_t got = recv(connection, into, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return "no gateway is running";
        if (got == 0)
            return "the gateway talks nonsense";
        into += got;
        size -= (size_t)got;
    }
    return NULL;
}

static const char *transmit(int connection, size_t size, long deadline)
{
    size_t sent = 0;
    while (sent < size) {
        ssize_t done = send(connection, room + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (!is_ready(connection, POLLOUT, deadline))
                return "the gateway did not answer in time";
        } else if (done < 0 && errno != EINTR) {
            return "no gateway is running";
        } else if (done > 0) {
            sent += (size_t)done;
        }
    }
    return NULL;
}

/* Ask, print the answer and exit; a sentence: why there is none. */
static const char *ask(size_t size)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct timeval patience = {JUDGING_MS / 1000, 0};
    unsigned char head[12], *said = room + MAX_QUESTION + MAX_INPUT + 1;
    const char *trouble;
    uint32_t kind, length, printed;

    if (!in_home(address.sun_path, sizeof address.sun_path, "hook.sock"))
        return "no gateway is running";
#ifdef SOCK_CLOEXEC
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
#endif
    if (connection < 0)
        return "no gateway is running";
#ifndef SOCK_CLOEXEC
    fcntl(connection, F_SETFD, FD_CLOEXEC);
#endif
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0)
        return errno == EAGAIN ? "the gateway did not answer in time" : "no gateway is running";
    if (!is_ours(connection))
        return "the gateway is somebody else's";
    long deadline = now_ms() + JUDGING_MS;
    if ((trouble = transmit(connection, size, deadline)) != NULL)
        return trouble;
    for (;;) {
        if ((trouble = receive(connection, head, sizeof head, deadline)) != NULL)
            return trouble;
        kind = number_at(head + 4);
        length = number_at(head + 8);
        if (memcmp(head, MAGIC, 4) != 0 || kind < ANSWER || kind > REFUSED || length > MAX_ANSWER)
            return "the gateway talks nonsense";
        if ((trouble = receive(connection, said, length, deadline)) != NULL)
            return trouble;
        if (kind != WAIT)
            break;
        uint32_t seconds = length == 4 ? number_at(said) : 0;
        if (seconds > MAX_WAIT_S)
            seconds = MAX_WAIT_S;
        deadline = now_ms() + (long)seconds * 1000;
    }
    if (kind == ALONE)
        return "the gateway leaves it to a hook that judges by itself";
    if (kind == OTHER_VERSION)
        return "the gateway is of another version; start it again";
    if (kind == REFUSED)
        return "the gateway has too much to do";
    if (length < 8 || number_at(said) > 255 || (printed = number_at(said + 4)) > length - 8)
        return "the gateway talks nonsense";
    print_to(2, said + 8 + printed, length - 8 - printed);
    if (!print_to(1, said + 8, printed))
        block("the answer cannot be given");
    _exit((int)number_at(said));
}

/* ── without a gateway ──────────────────────────────────────────────────────────────────────────────────────────── */

/* Start a gateway that outlives us, unless somebody has just done so. */
static void start_gateway(void)
{
    char path[MAX_PATH_BYTES];
    struct stat found;
    if (!in_home(path, sizeof path, "gateway.starting"))
        return;
    if (stat(path, &found) == 0 && time(NULL) - found.st_mtime > STARTING_S)
        unlink(path);
    int lock = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (lock < 0)
        return;
    close(lock);
    pid_t child = fork();
    if (child == 0) {
        if (setsid() < 0 || fork() != 0)
            _exit(0);
        int nothing = open("/dev/null", O_RDWR);
        if (nothing < 0 || chdir("/") != 0)
            _exit(1);
        for (int fd = 0; fd < 3; fd++)
            dup2(nothing, fd);
        char *words[] = {(char *)starter, "serve", "--no-prompt", NULL};
        execv(starter, words);
        _exit(1);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

/* A file that nobody else sees, with what the agent said. */
static int input_again(void)
{
#ifdef __linux__
    int fd = memfd_create("hook", 0);
#else
    char name[] = "/tmp/wicket-hook-XXXXXX";
    int fd = mkstemp(name);
    if (fd >= 0)
        unlink(name);
#endif
    if (fd < 0)
        return -1;
    for (size_t done = 0; done < input_size;) {
        ssize_t wrote = write(fd, room + input_at + done, input_size - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return -1;
        done += (size_t)wrote;
    }
    return lseek(fd, 0, SEEK_SET) == 0 ? fd : -1;
}

/* Let the other program judge, with our options and input. Returns if it cannot be started. */
static void hand_over(int count, char **words, const char **skipped)
{
    char *argv[count + 3];
    int made = 0, input = input_again();
    if (input < 0 || dup2(input, 0) < 0)
        return;
    argv[made++] = (char *)fallback;
    for (char **word = words; *word != NULL; word++) {
        const char **skip = skipped;
        while (*skip != NULL && *skip != *word)
            skip++;
        if (*skip == NULL)
            argv[made++] = *word;
    }
    argv[made++] = "--alone";
    argv[made] = NULL;
    execv(fallback, argv); /* the alarm goes on: whoever judges now has the time that is left */
}

/* As `patience` in hook_process.py: the time limit of the agent, less a good while, for a late answer is none. */
static unsigned patience(char **words)
{
    static const char option[] = "--timeout";
    const size_t size = sizeof option - 1;
    unsigned waits = 0;
    for (; *words != NULL; words++) {
        if (strlen(*words) < size || memcmp(*words, option, size) != 0)
            continue;
        const char *value = (*words)[size] == '=' ? *words + size + 1 : (*words)[size] == '\0' ? words[1] : NULL;
        if (value == NULL || *value == '\0' || strlen(value) > 6)
            continue; /* no number of seconds, and whoever judges says so */
        unsigned number = 0;
        for (; *value >= '0' && *value <= '9'; value++)
            number = number * 10 + (unsigned)(*value - '0');
        if (*value == '\0')
            waits = number;
    }
    if (waits == 0)
        return PATIENCE_S;
    unsigned spare = waits / 6 < 5 ? 5 : waits / 6 > 60 ? 60 : waits / 6;
    return waits > spare ? waits - spare : 1;
}

int main(int count, char **words)
{
    const char *ours[8] = {NULL}; /* words that are not the gateway's */
    int found = 0;
    char cwd[MAX_PATH_BYTES];

    /* A stream that is closed must not become the socket: reading or writing it fails instead. */
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 1 ? O_RDONLY : O_WRONLY) != fd)
            block("a standard stream is missing");
    if (count < 1)
        block("the hook was started without its name");
    const char *name = words[0];
    char beside[MAX_PATH_BYTES];
    words++, count--;
    for (int at = 0; at < count; at++) {
        if (strcmp(words[at], "--agent=cline") == 0)
            is_cline = 1;
        else if (strcmp(words[at], "--agent") == 0 && at + 1 < count)
            is_cline = strcmp(words[at + 1], "cline") == 0;
        else if ((strcmp(words[at], "--else") == 0 || strcmp(words[at], "--start") == 0) && found < 6) {
            if (at + 1 == count || words[at + 1][0] != '/')
                block("--else and --start need the whole path of a program");
            *(words[at][2] == 'e' ? &fallback : &starter) = words[at + 1];
            ours[found++] = words[at++];
            ours[found++] = words[at];
        }
    }
    /* As much as may be needed, of which the system gives what is used. */
    room = mmap(NULL, (size_t)MAX_QUESTION + MAX_INPUT + 1 + MAX_ANSWER, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        block("there is no memory");
    struct sigaction action = {.sa_handler = too_late};
    sigaction(SIGALRM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    alarm(patience(words));

    memcpy(room, MAGIC, 4);
    size_t at = put_text(8, WICKET_VERSION);
    if ((at = put_list(at, words, ours)) == 0 ||
        (at = put_list(put_text(at, getcwd(cwd, sizeof cwd) == NULL ? "" : cwd), environ, NULL)) == 0 ||
        at + 4 > MAX_QUESTION)
        at = MAX_QUESTION; /* too much to ask: what the agent says is kept all the same */
    input_at = at + 4;
    read_input();
    size_t size = input_at + input_size;
    const char *trouble = "it is more than a gateway takes";
    if (at < MAX_QUESTION && size <= MAX_QUESTION) {
        put_number(at, (uint32_t)input_size);
        put_number(4, (uint32_t)(size - 8));
        trouble = ask(size);
        if (starter != NULL && strcmp(trouble, "no gateway is running") == 0)
            start_gateway();
    }
    if (fallback != NULL) {
        hand_over(count, words, ours);
        trouble = "the program that judges without a gateway cannot be started";
    } else if (name[0] == '/' && join(beside, sizeof beside, name, ALONE_SUFFIX, "")) {
        fallback = beside;
        hand_over(count, words, ours); /* which returns where there is no such file */
    }
    block(trouble);
}
