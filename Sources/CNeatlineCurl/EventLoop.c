#ifdef __linux__

#define _GNU_SOURCE
#include "NeatlineEventLoop.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
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

struct start {
    char name[16];
    void (*body)(void *context);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    pthread_setname_np(pthread_self(), start.name);
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, NULL);
    start.body(start.context);
    return NULL;
}

int neatline_thread_start(const char *name, void (*body)(void *context), void *context) {
    struct start *start = calloc(1, sizeof *start);
    if (start == NULL) return ENOMEM;
    strncpy(start->name, name, sizeof start->name - 1);
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
