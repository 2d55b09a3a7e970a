#ifndef CNEATLINECURL_H
#define CNEATLINECURL_H

#include <stddef.h>
#include <stdint.h>

#include "NeatlineContentDecoder.h"
#include "NeatlineEventLoop.h"
#include "NeatlineServerTrust.h"

// libcurl's functions, found at run time: so nothing of libcurl is needed to compile or link, and its functions with a
// variable list of arguments get a typed name for each kind of argument.

/// The functions of a libcurl that was opened.
typedef struct neatline_curl neatline_curl;

/// Opens the library of that name, as `dlopen` finds it, and looks its functions up; with NULL for the name, those that are
/// linked statically.
///
/// Returns NULL if that fails, and says why in `problem`, cut to `capacity` bytes. What it returns is never closed.
const neatline_curl *neatline_curl_open(const char *name, char *problem, size_t capacity);

/// Whether the process has more rights than its caller, as a program with a set-user-ID bit or file capabilities: then its
/// environment, which is the caller's, decides nothing.
int neatline_process_has_more_rights(void);

/// `curl_global_init` for TLS too; not to be called by two threads at once. In a process that has more rights than its caller, it
/// removes the variables from the environment that make libcurl write files.
int neatline_curl_global_init(const neatline_curl *curl);

/// What `curl_version_info` tells; the text lives as long as the library.
struct neatline_curl_version {
    const char *text;
    /// As in 0x075100 for 7.81.0.
    unsigned int number;
    int features;
};
struct neatline_curl_version neatline_curl_version(const neatline_curl *curl);

void *neatline_curl_easy_init(const neatline_curl *curl);
void neatline_curl_easy_cleanup(const neatline_curl *curl, void *easy);
int neatline_curl_easy_pause(const neatline_curl *curl, void *easy, int directions);
const char *neatline_curl_easy_strerror(const neatline_curl *curl, int code);
int neatline_curl_easy_set_long(const neatline_curl *curl, void *easy, int option, long value);
int neatline_curl_easy_set_offset(const neatline_curl *curl, void *easy, int option, int64_t value);
int neatline_curl_easy_set_pointer(const neatline_curl *curl, void *easy, int option, const void *value);
/// Lets libcurl copy the bytes.
int neatline_curl_easy_set_blob(
    const neatline_curl *curl, void *easy, int option, const void *bytes, size_t count);
int neatline_curl_easy_get_long(const neatline_curl *curl, void *easy, int question, long *answer);
int neatline_curl_easy_get_pointer(const neatline_curl *curl, void *easy, int question, void **answer);
/// The socket of the connection that is used, or negative. libcurl 7 does not tell before
/// the request is over, and others may tell of the connection of the request before.
int neatline_curl_easy_socket(const neatline_curl *curl, void *easy);
/// Sends bytes on the connection that a handle with `CURLOPT_CONNECT_ONLY` has opened. Never waits.
int neatline_curl_easy_send(
    const neatline_curl *curl, void *easy, const void *bytes, size_t count, size_t *sent);
/// Receives bytes on such a connection: none if the peer has closed it. Never waits.
int neatline_curl_easy_receive(
    const neatline_curl *curl, void *easy, void *bytes, size_t capacity, size_t *received);

/// For `CURLOPT_WRITEFUNCTION`, `CURLOPT_HEADERFUNCTION` and `CURLOPT_READFUNCTION`.
typedef size_t (*neatline_curl_transfer_callback)(char *bytes, size_t size, size_t count, void *context);
int neatline_curl_easy_set_transfer_callback(
    const neatline_curl *curl, void *easy, int option, neatline_curl_transfer_callback callback);

/// Told of what happens in a transfer with `CURLOPT_VERBOSE`: a text without an end if `kind` is 0.
typedef int (*neatline_curl_debug_callback)(void *easy, int kind, char *bytes, size_t count, void *context);
int neatline_curl_easy_set_debug_callback(
    const neatline_curl *curl, void *easy, neatline_curl_debug_callback callback);

typedef int (*neatline_curl_seek_callback)(void *context, int64_t offset, int origin);
int neatline_curl_easy_set_seek_callback(
    const neatline_curl *curl, void *easy, int option, neatline_curl_seek_callback callback);

/// Called before a request is sent, each time it is: on a connection that is ready, whose ends are given. Returns 0 to send
/// it, or 1 to end the transfer with `CURLE_ABORTED_BY_CALLBACK`.
typedef int (*neatline_curl_prerequest_callback)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);
/// Since 7.80; before, it fails with `CURLE_UNKNOWN_OPTION`.
int neatline_curl_easy_set_prerequest_callback(
    const neatline_curl *curl, void *easy, neatline_curl_prerequest_callback callback);

/// Called at the end of a body that is sent in chunks. Adds lines to the list, which libcurl frees. Returns 0 to send them,
/// or 1 to end the transfer with `CURLE_ABORTED_BY_CALLBACK`.
typedef int (*neatline_curl_trailer_callback)(void **list, void *context);
int neatline_curl_easy_set_trailer_callback(
    const neatline_curl *curl, void *easy, neatline_curl_trailer_callback callback);
/// Adds a copy of a text to a list of libcurl's. Returns 1 if there is no memory.
int neatline_curl_list_append(const neatline_curl *curl, void **list, const char *text);

/// Lets sockets be opened and closed by this library, and `opened` be told of each new one.
typedef void (*neatline_curl_socket_opened)(void *context, int socket);
/// Told before a socket is closed.
typedef void (*neatline_curl_socket_closing)(void *context, int socket);
struct neatline_curl_socket_observer {
    void *context;
    neatline_curl_socket_opened opened;
    neatline_curl_socket_closing closing;
};
/// What opens the sockets of one handle.
struct neatline_curl_socket_opener {
    const struct neatline_curl_socket_observer *observer;
    /// The errno of the last socket, or 0 if it could be opened.
    int error;
};
/// The observer must outlive the handle and the connections it makes, the opener the handle.
int neatline_curl_easy_observe_sockets(
    const neatline_curl *curl, void *easy, struct neatline_curl_socket_observer *observer,
    struct neatline_curl_socket_opener *opener);

/// Times are microseconds since the transfer began, 0 for what did not happen.
struct neatline_curl_figures {
    int64_t total, lookup, connect, secure, pretransfer, first_byte;
    int64_t body_sent, body_received;
    long request_size, header_size;
    long new_connections, http_version, connect_status, used_proxy;
    long local_port, remote_port;
    /// They live until the handle is used again.
    const char *local_address, *remote_address;
};
void neatline_curl_easy_figures(
    const neatline_curl *curl, void *easy, struct neatline_curl_figures *figures);

void *neatline_curl_multi_init(const neatline_curl *curl);
int neatline_curl_multi_cleanup(const neatline_curl *curl, void *multi);
int neatline_curl_multi_add(const neatline_curl *curl, void *multi, void *easy);
int neatline_curl_multi_remove(const neatline_curl *curl, void *multi, void *easy);
int neatline_curl_multi_set_long(const neatline_curl *curl, void *multi, int option, long value);
int neatline_curl_multi_set_pointer(const neatline_curl *curl, void *multi, int option, void *value);
/// Moves what can be moved at this socket; with `NEATLINE_CURL_TIMEOUT` for it, what is due by time.
int neatline_curl_multi_action(const neatline_curl *curl, void *multi, int socket, int events);
#define NEATLINE_CURL_TIMEOUT (-1)
/// A handle whose transfer is over, and how it ended; NULL if there is none.
void *neatline_curl_multi_next_done(const neatline_curl *curl, void *multi, int *result);
const char *neatline_curl_multi_strerror(const neatline_curl *curl, int code);

typedef int (*neatline_curl_socket_callback)(void *easy, int socket, int interest, void *context, void *own);
int neatline_curl_multi_set_socket_callback(
    const neatline_curl *curl, void *multi, neatline_curl_socket_callback callback);
typedef int (*neatline_curl_timer_callback)(void *multi, long milliseconds, void *context);
int neatline_curl_multi_set_timer_callback(
    const neatline_curl *curl, void *multi, neatline_curl_timer_callback callback);

/// A node of a list that libcurl reads: its layout is part of libcurl's binary interface.
struct neatline_curl_list {
    const char *text;
    struct neatline_curl_list *next;
};

#endif
