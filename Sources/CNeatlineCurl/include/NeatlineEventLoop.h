#ifndef NEATLINEEVENTLOOP_H
#define NEATLINEEVENTLOOP_H

#include <stdint.h>

// What an event loop needs of Linux and Swift does not import.

/// Readable or ended, and writable, as `events` below.
#define NEATLINE_READABLE 1
#define NEATLINE_WRITABLE 2
#define NEATLINE_FAILED 4

struct neatline_event {
    int descriptor;
    int events;
};

/// A descriptor, or the negative `errno`.
int neatline_poll_open(void);
/// Watches a descriptor for `events`, instead of what it was watched for before. Returns 0 or `errno`.
int neatline_poll_watch(int poll, int descriptor, int events);
/// Returns 0 or `errno`.
int neatline_poll_forget(int poll, int descriptor);
/// Waits until something happens, at most so many milliseconds, or without end if that is negative.
///
/// Returns how many events there are; 0 too when a signal came, or the negative `errno`.
int neatline_poll_wait(int poll, struct neatline_event *events, int capacity, int milliseconds);

/// A descriptor that ends the wait of `poll` each time it is signalled, or the negative `errno`.
int neatline_signal_open(int poll);
void neatline_signal_send(int signal);

void neatline_descriptor_close(int descriptor);

/// What has happened to a connection's socket, without waiting: `NEATLINE_READABLE` if bytes have come, `NEATLINE_FAILED` if
/// the other end sends no more, or the connection is broken.
int neatline_socket_events(int socket);
/// How much of what was sent on a TCP connection its other end has confirmed.
struct neatline_socket_progress {
    /// The number of bytes since the connection began; negative if it is not known.
    int64_t confirmed;
    /// Whether something is not confirmed.
    int is_outstanding;
};
struct neatline_socket_progress neatline_socket_progress(int socket);
/// The port of a socket's own end; 0 if it has none.
int neatline_socket_local_port(int socket);
/// Whether the other end of a connection has this address, without a zone, and port.
int neatline_socket_has_peer(int socket, const char *address, int port);

/// Calls `body` on a thread of its own, on which writing to a closed connection does not end the process.
///
/// The end of the process, by `exit`, waits until the thread has come to `neatline_thread_stop_at_exit` or its end, at most
/// two seconds. So that this is soon, `signal` is sent. It is closed when `body` has returned.
///
/// Returns 0 or `errno`.
int neatline_thread_start(const char *name, int signal, void (*body)(void *context), void *context);

/// Returns, unless the process is ending: then the calling thread stops here for ever. Called by such a thread where it holds
/// no lock.
void neatline_thread_stop_at_exit(void);

/// Enclose what any other thread does with libcrypto, briefly: the end of the process waits for that, and what would begin
/// afterwards stops there for ever.
void neatline_thread_begin_use(void);
void neatline_thread_end_use(void);

/// Nanoseconds of a clock that is never set.
int64_t neatline_clock_monotonic(void);
/// Nanoseconds since 1970.
int64_t neatline_clock_realtime(void);

#endif
