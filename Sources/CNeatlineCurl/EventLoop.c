#ifdef __linux__

#define _GNU_SOURCE
#include "NeatlineEventLoop.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int neatline_poll_open(void) {
    int descriptor = epoll_create1(EPOLL_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int neatline_poll_watch(int poll, int descriptor, int events) {
    struct epoll_event event = {0};
    if (events & NEATLINE_READABLE) event.events |= EPOLLIN;
    if (events & NEATLINE_WRITABLE) event.events |= EPOLLOUT;
    event.data.fd = descriptor;
    if (epoll_ctl(poll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    if (errno == ENOENT && epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0) return 0;
    return errno;
}

int neatline_poll_forget(int poll, int descriptor) {
    struct epoll_event event = {0};
    return epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, &event) == 0 ? 0 : errno;
}

enum { AT_ONCE = 128 };

int neatline_poll_wait(int poll, struct neatline_event *events, int capacity, int milliseconds) {
    struct epoll_event seen[AT_ONCE];
    int count = epoll_wait(poll, seen, capacity < AT_ONCE ? capacity : AT_ONCE, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int index = 0; index < count; index++) {
        int found = 0;
        if (seen[index].events & (EPOLLIN | EPOLLHUP | EPOLLRDHUP)) found |= NEATLINE_READABLE;
        if (seen[index].events & EPOLLOUT) found |= NEATLINE_WRITABLE;
        if (seen[index].events & EPOLLERR) found |= NEATLINE_FAILED;
        events[index].descriptor = seen[index].data.fd;
        events[index].events = found;
    }
    return count;
}

int neatline_signal_open(int poll) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) return -errno;
    // Edge-triggered: each signal is a new edge, so nobody has to read the counter.
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = descriptor};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) != 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

void neatline_signal_send(int signal) {
    const uint64_t one = 1;
    // It cannot fail before 2^64 signals.
    ssize_t written = write(signal, &one, sizeof one);
    (void)written;
}

void neatline_descriptor_close(int descriptor) { close(descriptor); }

int neatline_socket_events(int socket) {
    struct pollfd watched = {.fd = socket, .events = POLLIN | POLLRDHUP};
    if (poll(&watched, 1, 0) <= 0) return 0;
    int found = 0;
    if (watched.revents & POLLIN) found |= NEATLINE_READABLE;
    if (watched.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) found |= NEATLINE_FAILED;
    return found;
}

/// The beginning of Linux's `struct tcp_info`, which the C libraries have in parts.
struct tcp_progress {
    uint8_t states[8];
    uint32_t before[4], unconfirmed, between[19];
    uint64_t rates[2], confirmed, received;
    uint32_t segments[2], unsent;
};

struct neatline_socket_progress neatline_socket_progress(int socket) {
    struct tcp_progress all = {0};
    socklen_t length = sizeof all;
    const int tcp = 6, information = 11;
    if (getsockopt(socket, tcp, information, &all, &length) != 0 || length < sizeof all)
        return (struct neatline_socket_progress){-1, 0};
    return (struct neatline_socket_progress){(int64_t)all.confirmed, all.unconfirmed > 0 || all.unsent > 0};
}

union end {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

int neatline_socket_local_port(int socket) {
    union end end = {0};
    socklen_t length = sizeof end;
    if (getsockname(socket, &end.any, &length) != 0) return 0;
    if (end.any.sa_family == AF_INET) return ntohs(end.v4.sin_port);
    return end.any.sa_family == AF_INET6 ? ntohs(end.v6.sin6_port) : 0;
}

int neatline_socket_has_peer(int socket, const char *address, int port) {
    union end end = {0};
    socklen_t length = sizeof end;
    if (getpeername(socket, &end.any, &length) != 0) return 0;
    struct in6_addr wanted;
    switch (end.any.sa_family) {
    case AF_INET:
        return ntohs(end.v4.sin_port) == port && inet_pton(AF_INET, address, &wanted) == 1
            && memcmp(&end.v4.sin_addr, &wanted, sizeof end.v4.sin_addr) == 0;
    case AF_INET6:
        return ntohs(end.v6.sin6_port) == port && inet_pton(AF_INET6, address, &wanted) == 1
            && memcmp(&end.v6.sin6_addr, &wanted, sizeof end.v6.sin6_addr) == 0;
    default: return 0;
    }
}

// MARK: Threads

/// A thread that runs, in a list of all.
struct running {
    pthread_t thread;
    /// What ends its wait.
    int signal;
    int is_stopped;
    struct running *next;
};

/// How long the end of the process waits for threads at most. One of them may call code that waits for the thread that
/// ends the process.
enum { SECONDS_TO_STOP = 2 };

static pthread_mutex_t running_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stopped = PTHREAD_COND_INITIALIZER;
static struct running *all_running;
static atomic_bool is_process_ending;
static pid_t process;
static _Thread_local struct running *current;

static int all_are_stopped(void) {
    for (struct running *one = all_running; one != NULL; one = one->next)
        if (!one->is_stopped && !pthread_equal(one->thread, pthread_self())) return 0;
    return 1;
}

/// Called by `exit`, before the functions that were set up earlier. Those of OpenSSL, which are set up when libcurl is made
/// ready, free what its functions use, whether a thread is in one or not.
static void stop_threads(void) {
    // A child made by `fork` has none of them.
    if (getpid() != process) return;
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += SECONDS_TO_STOP;
    pthread_mutex_lock(&running_lock);
    atomic_store(&is_process_ending, true);
    for (struct running *one = all_running; one != NULL; one = one->next) neatline_signal_send(one->signal);
    while (!all_are_stopped() && pthread_cond_timedwait(&stopped, &running_lock, &end) == 0) {}
    pthread_mutex_unlock(&running_lock);
}

static void watch_for_exit(void) {
    process = getpid();
    atexit(stop_threads);
}

void neatline_thread_stop_at_exit(void) {
    if (!atomic_load_explicit(&is_process_ending, memory_order_relaxed)) return;
    if (current == NULL || getpid() != process) return;
    pthread_mutex_lock(&running_lock);
    current->is_stopped = 1;
    pthread_cond_broadcast(&stopped);
    pthread_mutex_unlock(&running_lock);
    for (;;) pause();
}

static void enter(struct running *one) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_for_exit);
    pthread_mutex_lock(&running_lock);
    one->next = all_running;
    all_running = one;
    pthread_mutex_unlock(&running_lock);
    current = one;
}

static void leave(struct running *one) {
    current = NULL;
    pthread_mutex_lock(&running_lock);
    struct running **link = &all_running;
    while (*link != one) link = &(*link)->next;
    *link = one->next;
    pthread_cond_broadcast(&stopped);
    pthread_mutex_unlock(&running_lock);
}

static _Thread_local struct running guest;

void neatline_thread_begin_use(void) {
    if (current != NULL) return;
    guest = (struct running){.thread = pthread_self(), .signal = -1};
    enter(&guest);
    neatline_thread_stop_at_exit();
}

void neatline_thread_end_use(void) {
    if (current == &guest) leave(&guest);
}

struct start {
    char name[16];
    int signal;
    void (*body)(void *context);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    struct running running = {.thread = pthread_self(), .signal = start.signal};
    enter(&running);
    pthread_setname_np(pthread_self(), start.name);
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, NULL);
    start.body(start.context);
    leave(&running);
    // Not before, as the end of the process might send it.
    close(start.signal);
    return NULL;
}

int neatline_thread_start(const char *name, int signal, void (*body)(void *context), void *context) {
    struct start *start = calloc(1, sizeof *start);
    if (start == NULL) return ENOMEM;
    strncpy(start->name, name, sizeof start->name - 1);
    start->signal = signal;
    start->body = body;
    start->context = context;
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error == 0) {
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        pthread_t thread;
        error = pthread_create(&thread, &attributes, run, start);
        pthread_attr_destroy(&attributes);
    }
    if (error != 0) free(start);
    return error;
}

static int64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t neatline_clock_monotonic(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t neatline_clock_realtime(void) { return nanoseconds(CLOCK_REALTIME); }

#endif
