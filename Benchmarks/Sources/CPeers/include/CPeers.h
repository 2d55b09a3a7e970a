#ifndef CPEERS_H
#define CPEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// What a visit of every value found; the Swift side compares it with its reference.
typedef struct {
    int64_t values;       ///< values of every kind, containers included
    int64_t text_bytes;   ///< UTF-8 bytes of the string values, after unescaping
    int64_t key_bytes;    ///< UTF-8 bytes of the keys, after unescaping
    int64_t numbers;      ///< values that are numbers
    double sum;           ///< of the numbers
    double magnitude;     ///< sum of the numbers' absolute values
    uint64_t bits;        ///< wrapping sum of the doubles' bit patterns, minus zero counted as zero
} peer_tally;

/// What the three fields of a message add up to.
typedef struct {
    int64_t integers;     ///< the integer, plus one for a true boolean
    int64_t text_bytes;   ///< UTF-8 bytes of the strings
    double reals;         ///< the floating-point field
} peer_fields;

/// A C++ library behind plain functions. Texts are `length` bytes followed by a zero byte and by
/// `PEER_PADDING - 1` further readable bytes. A session holds what a user of the library would keep between calls (a
/// parser) and the document that `keep` parsed.
typedef struct {
    /// The instruction set the library chose at run time; empty when it does not choose.
    const char *kernel;
    void *_Nonnull (*_Nonnull open)(void);
    void (*_Nonnull close)(void *session);
    /// Parses and frees; the number of the root's children, or -1 for invalid text.
    int64_t (*_Nonnull parse)(void *session, const char *text, size_t length);
    /// Parses, visits every value with strings and keys made as `std::string`, frees. False for invalid text.
    bool (*_Nonnull walk)(void *session, const char *text, size_t length, peer_tally *tally);
    /// Parses and sums `statuses[].user.followers_count`; -1 for invalid text.
    int64_t (*_Nonnull sum_followers)(void *session, const char *text, size_t length);
    /// Parses and reads `id`, `name` and `ok`, which are added to the fields.
    bool (*_Nonnull read_note)(void *session, const char *text, size_t length, peer_fields *fields);
    /// Parses and reads `id`, `customer.email` and `total`, which are added to the fields.
    bool (*_Nonnull read_order)(void *session, const char *text, size_t length, peer_fields *fields);
    /// Parses and keeps the document in the session.
    bool (*_Nonnull keep)(void *session, const char *text, size_t length);
    /// Visits every value of the kept document.
    bool (*_Nonnull tally_kept)(void *session, peer_tally *tally);
    /// Serializes the kept document and frees the text; its length. Null when the library's serializer is no peer.
    int64_t (*_Nullable write_kept)(void *session, bool pretty);
    /// Serializes the kept document into `text`, at most `capacity` bytes; the length needed.
    int64_t (*_Nullable copy_written)(void *session, bool pretty, char *text, size_t capacity);
} peer_library;

enum { PEER_PADDING = 64 };

/// Null when the library was not installed at build time.
const peer_library *_Nullable peer_rapidjson(void);
const peer_library *_Nullable peer_simdjson(void);

/// A plain loop around libcurl's multi interface, opened at run time: requests as fast as one thread can make them.
typedef struct peer_curl peer_curl;

/// With room for `width` requests at a time. Null when libcurl is not there.
peer_curl *_Nullable peer_curl_open(int width);
/// Gets the URL `count` times, `width` at a time; the bytes of all bodies, or -1 if one failed.
int64_t peer_curl_fetch(peer_curl *self, const char *url, int64_t count);
void peer_curl_close(peer_curl *self);

/// Listens on a port of the loopback address for WebSockets; returns the socket, or -1.
int peer_websocket_listen(int *port);
/// Echoes the messages of all WebSockets, until the socket fails.
void peer_websocket_serve(int listener);
/// Sends so many messages of `length` bytes and reads their echoes, `width` at a time, each with a call of its own or joined;
/// the bytes of all echoes, or -1 if one
/// was wrong.
int64_t peer_websocket_echo(int port, int64_t count, int length, int width, bool joins);

/// Gives memory that the allocator holds free back to the system, where the allocator can do so.
void peer_trim_memory(void);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
