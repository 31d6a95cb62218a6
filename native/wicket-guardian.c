/* Watches the children of a host in the guardian's place, and becomes the guardian when there is something to do.
 *
 *     wicket-guardian HOST SESSION PYTHON PROGRAM
 *
 * HOST is the process that it watches, in that session; PROGRAM is src/wicket/host/guardian_process.py, which says what a
 * host tells on standard input, and ends what is left. To start that takes ten milliseconds and as many megabytes, and
 * most hosts leave nothing behind. So this one ends nobody: it keeps what it is told, and looks whether a session that is
 * over has processes left. If it has, or if the host is gone while children live, it becomes `PYTHON -I -S PROGRAM HOST
 * SESSION NOTES`: the same process with the same standard input, which goes on from what was told so far.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

typedef uint64_t number;

/* As in guardian_process.py. */
#define TIDY_AFTER_MS 100
#define HEAR_AFTER_MS 50
#define QUIET_LOOKS 3
#define BIRTHS_PER_S 20000
#define TICKS_PER_S 100

/* With half as many of any kind, it is left to the guardian: what is heard in one go never fills the rest. */
#define MAX_NOTES 1000
#define MAX_HEARD 1024
#define MAX_LINE 256

/* No note takes more, written as two lines: a mark, two numbers, and a mark and a number. */
#define MAX_TEXT (MAX_NOTES * (22 + 43 + 43 + 22) + MAX_LINE)

struct note {
    number group;   /* or the pipe of a child that is expected */
    number started; /* in ticks since boot; 0: nobody can tell */
};

struct notes {
    size_t count;
    struct note each[MAX_NOTES];
};

static struct notes living, over, expected;
static char line[MAX_LINE];
static size_t line_size;
static char **given;

static number milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (number)now.tv_sec * 1000 + (number)now.tv_nsec / 1000000;
}

static int wait_for(struct pollfd *each, unsigned count, long wait_ms)
{
    struct timespec time = {wait_ms / 1000, wait_ms % 1000 * 1000000};
    return (int)syscall(SYS_ppoll, each, (long)count, wait_ms < 0 ? NULL : &time, NULL, 0L, 0L);
}

/* Read a number and go behind it. */
static number read_number(const char **at)
{
    number found = 0;
    while (**at == ' ')
        (*at)++;
    while (**at >= '0' && **at <= '9')
        found = found * 10 + (number)(*(*at)++ - '0');
    return found;
}

static char *write_number(char *at, number value)
{
    char digits[20];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

/* Read a small file of the kernel's. Empty: it cannot be read. */
static void read_file(const char *path, char *into, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = fd < 0 ? -1 : read(fd, into, size - 1);
    if (fd >= 0)
        close(fd);
    into[count < 0 ? 0 : count] = '\0';
}

struct process {
    char state; /* '\0': there is none */
    number session, started;
};

static struct process read_process(const char *pid)
{
    struct process found = {'\0', 0, 0};
    char path[64] = "/proc/", text[1024];
    size_t size = strlen(pid);
    const char *at = NULL;
    if (size > 20)
        return found;
    memcpy(path + 6, pid, size);
    memcpy(path + 6 + size, "/stat", 6);
    read_file(path, text, sizeof text);
    for (const char *each = text; *each != '\0'; each++) /* the name stands in parentheses, and may contain any */
        if (*each == ')')
            at = each + 1;
    if (at == NULL || at[0] != ' ' || at[1] == '\0')
        return found;
    found.state = at[1];
    at += 2;
    for (int field = 4; *at != '\0' && field <= 22; field++) { /* as proc(5) counts them */
        while (*at == ' ' || *at == '-')
            at++;
        number value = read_number(&at);
        if (field == 6)
            found.session = value;
        if (field == 22)
            found.started = value;
    }
    return found;
}

static void remove_note(struct notes *from, size_t index) { from->each[index] = from->each[--from->count]; }

static size_t find_note(const struct notes *in, number group)
{
    size_t index = 0;
    while (index < in->count && in->each[index].group != group)
        index++;
    return index;
}

/* ── becoming the guardian ──────────────────────────────────────────────────────────────────────────────────────── */

static char *write_notes(char *at, char mark, const struct notes *notes)
{
    for (size_t index = 0; index < notes->count; index++) {
        *at++ = mark;
        at = write_number(at, notes->each[index].group);
        if (mark == '+') {
            *at++ = ' ';
            at = write_number(at, notes->each[index].started);
        }
        *at++ = '\n';
    }
    return at;
}

static void become_guardian(void)
{
    static char text[MAX_TEXT];
    char *at = write_notes(text, '?', &expected);
    at = write_notes(at, '+', &living);
    at = write_notes(at, '+', &over);
    at = write_notes(at, '-', &over);
    memcpy(at, line, line_size);
    at[line_size] = '\0';
    char isolated[] = "-I", no_site[] = "-S";
    char *words[] = {given[3], isolated, no_site, given[4], given[1], given[2], text, NULL};
    execv(given[3], words);
    /* It is not there any more. The groups at least are ended, unless a leader's number is somebody else's now. */
    for (size_t index = 0; index < living.count; index++) {
        char pid[24];
        *write_number(pid, living.each[index].group) = '\0';
        struct process leader = read_process(pid);
        if (leader.state == '\0' || leader.started == living.each[index].started)
            syscall(SYS_kill, -(long)living.each[index].group, (long)SIGKILL, 0L, 0L, 0L, 0L);
    }
    _exit(1);
}

static void add_note(struct notes *to, number group, number started)
{
    size_t index = find_note(to, group);
    to->count += index == to->count;
    to->each[index].group = group;
    to->each[index].started = started;
}

/* ── what the host says ─────────────────────────────────────────────────────────────────────────────────────────── */

static void take_line(void)
{
    const char *at = line + 1;
    number group, started;
    size_t index;
    if (line_size < 2)
        return;
    line[line_size] = '\0';
    group = read_number(&at);
    started = read_number(&at);
    if (*at != '\0')
        return; /* none of the host's words */
    switch (line[0]) {
    case '?':
        add_note(&expected, group, 0);
        break;
    case '!':
        if ((index = find_note(&expected, group)) < expected.count)
            remove_note(&expected, index);
        break;
    case '+':
        if ((index = find_note(&over, group)) < over.count)
            remove_note(&over, index);
        add_note(&living, group, started);
        break;
    case '-':
        if ((index = find_note(&living, group)) < living.count) {
            add_note(&over, group, living.each[index].started);
            remove_note(&living, index);
        }
        break;
    }
}

static void take_data(const char *data, size_t size)
{
    for (; size > 0; data++, size--) {
        if (*data == '\n') {
            take_line();
            line_size = 0;
        } else {
            line[line_size++] = *data;
        }
        if (line_size == MAX_LINE - 1) { /* none of the host's words, and it stays so */
            line[0] = '#';
            line_size = 1;
        }
    }
}

static int is_full(void)
{
    size_t most = MAX_NOTES / 2;
    return expected.count > most || living.count > most || over.count > most;
}

/* ── looking who is left ────────────────────────────────────────────────────────────────────────────────────────── */

/* Say which number a process was given last. 0: nobody can tell. */
static number last_number(void)
{
    char text[128];
    const char *at = text;
    read_file("/proc/loadavg", text, sizeof text);
    for (int field = 0; field < 4; field++) {
        while (*at != '\0' && *at != ' ')
            at++;
        while (*at == ' ')
            at++;
    }
    return read_number(&at);
}

/* Say from which number on processes of these sessions can be: theirs, if no number was given away twice since. */
static number first_number(void)
{
    char text[64];
    const char *at = text;
    struct timespec now;
    number first = over.each[0].group, greatest = 0, oldest = over.each[0].started;
    for (size_t index = 0; index < over.count; index++) {
        struct note *each = &over.each[index];
        first = each->group < first ? each->group : first;
        greatest = each->group > greatest ? each->group : greatest;
        oldest = each->started < oldest ? each->started : oldest;
    }
    read_file("/proc/sys/kernel/pid_max", text, sizeof text);
    clock_gettime(CLOCK_BOOTTIME, &now);
    number age_ms = (number)now.tv_sec * 1000 + (number)now.tv_nsec / 1000000 - oldest * 1000 / TICKS_PER_S;
    return age_ms < read_number(&at) * 1000 / BIRTHS_PER_S && last_number() >= greatest ? first : 0;
}

/* Say whether a process belongs to a session that is over. */
static int belongs(const char *pid)
{
    struct process found = read_process(pid);
    return found.state != '\0' && found.state != 'Z' && found.state != 'X' &&
           find_note(&over, found.session) < over.count;
}

/* Look once through all processes. Where there is a doubt, somebody is there. */
static int finds_somebody(void)
{
    static char entries[32768];
    number first = first_number();
    long size;
    int found = 0, proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0)
        return 1;
    while (!found && (size = syscall(SYS_getdents64, (long)proc, entries, (long)sizeof entries, 0L, 0L, 0L)) > 0) {
        for (long at = 0; at < size;) {
            const char *name = entries + at + 19, *end = name; /* behind inode, offset, length and kind */
            unsigned short length;
            memcpy(&length, entries + at + 16, sizeof length);
            number pid = read_number(&end);
            if (*end == '\0' && pid >= first && belongs(name))
                found = 1;
            at += length;
        }
    }
    close(proc);
    return found || size < 0;
}

/* One look may miss who is born meanwhile, unless nobody was. */
static int somebody_is_left(void)
{
    for (int look = 0; look < QUIET_LOOKS; look++) {
        number last = last_number();
        if (finds_somebody())
            return 1;
        if (last > 0 && last == last_number())
            return 0;
    }
    return 0;
}

/* ── the watch ──────────────────────────────────────────────────────────────────────────────────────────────────── */

int main(int count, char **words)
{
    static char data[MAX_HEARD];
    static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    const char *text = count == 5 ? words[1] : "";
    number host = read_number(&text), tidy_at = 0;
    int gone = 0;
    if (count != 5)
        return 2;
    given = words;
    for (size_t index = 0; index < sizeof ignored / sizeof ignored[0]; index++)
        signal(ignored[index], SIG_IGN);
    struct pollfd events[2] = {{0, POLLIN, 0}, {(int)syscall(SYS_pidfd_open, (long)host, 0L, 0L, 0L, 0L, 0L), POLLIN, 0}};
    unsigned watched = events[1].fd < 0 ? 1 : 2;
    if (events[1].fd >= 0)
        fcntl(events[1].fd, F_SETFD, FD_CLOEXEC);
    while (!gone) {
        number now = milliseconds();
        long wait_ms = over.count == 0 ? -1 : tidy_at > now ? (long)(tidy_at - now) : 0;
        /* It may have died before it could be watched: then nothing might ever come. */
        gone = (number)syscall(SYS_getppid, 0L, 0L, 0L, 0L, 0L, 0L) != host;
        wait_for(events, watched, gone ? 0 : wait_ms);
        gone = gone || (watched == 2 && events[1].revents != 0);
        if (over.count == 0)
            tidy_at = milliseconds() + TIDY_AFTER_MS;
        int heard = 0;
        do { /* all that it has said before it went */
            if (wait_for(events, 1, 0) <= 0)
                break;
            ssize_t size = read(0, data, sizeof data);
            if (size <= 0) {
                gone = 1;
                break;
            }
            heard = 1;
            take_data(data, (size_t)size);
            if (is_full())
                become_guardian();
        } while (gone);
        if (over.count > 0 && (gone || milliseconds() >= tidy_at)) {
            if (somebody_is_left())
                become_guardian();
            over.count = 0;
        }
        if (heard && !gone) { /* a host with many short children does not wake us for each word */
            events[0].events = 0;
            wait_for(events, watched, HEAR_AFTER_MS);
            events[0].events = POLLIN;
        }
    }
    if (living.count > 0 || expected.count > 0)
        become_guardian();
    _exit(0);
}
