#ifndef NEATLINESERVERTRUST_H
#define NEATLINESERVERTRUST_H

#include <stddef.h>

struct neatline_curl;

// The OpenSSL that a libcurl uses, found through that libcurl: nothing of it is needed to compile or link, and it is the
// very copy that makes the connections.

/// The functions of an OpenSSL.
typedef struct neatline_openssl neatline_openssl;

/// Looks the functions up; NULL if this libcurl uses another library for TLS, or one that has not all of them.
///
/// What it returns is never freed. Not to be called by two threads at once.
const neatline_openssl *neatline_openssl_open(const struct neatline_curl *curl);

/// A certificate in DER.
struct neatline_certificate {
    const unsigned char *bytes;
    size_t count;
};

/// Certificates and what OpenSSL says of them. All of it lives for the length of a call.
struct neatline_trust_facts {
    /// As the server sent them, its own first.
    const struct neatline_certificate *sent;
    size_t sent_count;
    /// From the server's up to an authority that is trusted, as far as OpenSSL got.
    const struct neatline_certificate *chain;
    size_t chain_count;
    /// Whether OpenSSL trusts the server. The host's name is not looked at.
    int is_trusted;
    /// `X509_V_ERR_…`, or 0.
    int error;
    /// What `error` means.
    const char *text;
};

/// Decides whether a server is trusted: 1 or 0.
typedef int (*neatline_trust_decide)(void *context, const struct neatline_trust_facts *facts);
typedef void (*neatline_trust_release)(void *context);

/// Lets `decide` decide about the servers of an `SSL_CTX`, instead of OpenSSL, in each of their handshakes.
///
/// `release` is called once, when the `SSL_CTX` is freed, or at once if this fails. Returns 1, or 0 without memory.
int neatline_trust_install(
    const neatline_openssl *openssl, void *ssl_context, neatline_trust_decide decide, neatline_trust_release release,
    void *context);

/// Tells `decide` what OpenSSL says of certificates if only these anchors are trusted, now, for a server.
///
/// Anchors may be any certificates, those of servers, too. Returns what `decide` returns; 0 if there is no certificate,
/// or one that cannot be read, and then `decide` is not called.
int neatline_trust_verify(
    const neatline_openssl *openssl, const struct neatline_certificate *sent, size_t sent_count,
    const struct neatline_certificate *anchors, size_t anchor_count, neatline_trust_decide decide, void *context);

/// For `CURLOPT_SSL_CTX_FUNCTION`.
typedef int (*neatline_ssl_context_callback)(void *easy, void *ssl_context, void *context);
int neatline_curl_easy_set_ssl_context_callback(
    const struct neatline_curl *curl, void *easy, neatline_ssl_context_callback callback);

/// Whether the connection that a request is about to be sent on has agreed on HTTP/2. Called from within a callback.
int neatline_curl_easy_speaks_http2(
    const struct neatline_curl *curl, const neatline_openssl *openssl, void *easy);

/// Whether bytes of that connection are already within its TLS session. Called from within a callback.
int neatline_curl_easy_has_pending(const struct neatline_curl *curl, const neatline_openssl *openssl, void *easy);

#endif
