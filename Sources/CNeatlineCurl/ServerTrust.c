#include "NeatlineServerTrust.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "Functions.h"
#include "NeatlineEventLoop.h"

// OpenSSL's binary interface of versions 1.1.1 and 3.

struct neatline_openssl {
    const char *(*version)(int kind);
    int (*new_ex_index)(int kind, long number, void *argument, void *made, void *copied, void *freed);
    int (*context_set_ex_data)(void *context, int index, void *data);
    void (*context_set_verify)(void *context, int (*verify)(void *store, void *argument), void *argument);
    int (*sk_num)(const void *stack);
    void *(*sk_value)(const void *stack, int index);
    void *(*sk_new_null)(void);
    int (*sk_push)(void *stack, const void *value);
    void (*sk_free)(void *stack);
    void *(*certificate_read)(void **certificate, const unsigned char **bytes, long count);
    int (*certificate_write)(const void *certificate, unsigned char **bytes);
    void (*certificate_free)(void *certificate);
    void *(*store_new)(void);
    int (*store_add)(void *store, void *certificate);
    void (*store_free)(void *store);
    void *(*verification_new)(void);
    int (*verification_init)(void *verification, void *store, void *certificate, void *others);
    int (*verification_set_default)(void *verification, const char *name);
    void *(*verification_parameters)(const void *verification);
    int (*parameters_set_flags)(void *parameters, unsigned long flags);
    int (*verification_run)(void *verification);
    int (*verification_error)(const void *verification);
    void (*verification_set_error)(void *verification, int error);
    void *(*verification_certificate)(const void *verification);
    void *(*verification_sent)(const void *verification);
    void *(*verification_chain)(const void *verification);
    void (*verification_free)(void *verification);
    const char *(*error_text)(long error);
    int (*errors_mark)(void);
    int (*errors_forget)(void);
    void (*selected_protocol)(const void *ssl, const unsigned char **name, unsigned int *length);
    int (*has_pending)(const void *ssl);
    /// Where an `SSL_CTX` keeps who decides.
    int ex_index;
};

enum {
    SSL_CTX_FUNCTION = 20108,
    /// `CURLINFO_TLS_SSL_PTR`
    INFO_TLS_SESSION = 0x400000 + 45,
    BACKEND_OPENSSL = 1,

    VERSION_TEXT = 0,
    EX_SSL_CTX = 1,
    FLAG_PARTIAL_CHAIN = 0x80000,
    ERROR_NONE = 0,
    ERROR_OUT_OF_MEMORY = 17,
    ERROR_APPLICATION = 50,
};

/// libcurl's `curl_tlssessioninfo`.
struct tls_session {
    int backend;
    void *ssl;
};

/// Who decides for an `SSL_CTX`.
struct judge {
    const neatline_openssl *openssl;
    neatline_trust_decide decide;
    neatline_trust_release release;
    void *context;
};

static void free_judge(void *parent, void *data, void *all, int index, long number, void *argument) {
    (void)parent, (void)all, (void)index, (void)number, (void)argument;
    struct judge *judge = data;
    if (judge == NULL) return;
    judge->release(judge->context);
    free(judge);
}

/// Whether the OpenSSL that was found is of the version that libcurl names, as in `OpenSSL/3.0.15` and
/// `OpenSSL 3.0.15 3 Sep 2024`: a libcurl may have one inside, and another copy may come with what else it needs.
static int is_same_version(const char *of_curl, const char *found) {
    const char *name = "OpenSSL";
    const size_t length = strlen(name);
    if (of_curl == NULL || found == NULL) return 0;
    if (strncmp(of_curl, name, length) != 0 || of_curl[length] != '/') return 0;
    if (strncmp(found, name, length) != 0 || found[length] != ' ') return 0;
    of_curl += length + 1;
    found += length + 1;
    const size_t count = strcspn(of_curl, " ");
    return count > 0 && strcspn(found, " ") == count && memcmp(of_curl, found, count) == 0;
}

WEAK_FUNCTION(OpenSSL_version);
WEAK_FUNCTION(CRYPTO_get_ex_new_index);
WEAK_FUNCTION(SSL_CTX_set_ex_data);
WEAK_FUNCTION(SSL_CTX_set_cert_verify_callback);
WEAK_FUNCTION(OPENSSL_sk_num);
WEAK_FUNCTION(OPENSSL_sk_value);
WEAK_FUNCTION(OPENSSL_sk_new_null);
WEAK_FUNCTION(OPENSSL_sk_push);
WEAK_FUNCTION(OPENSSL_sk_free);
WEAK_FUNCTION(d2i_X509);
WEAK_FUNCTION(i2d_X509);
WEAK_FUNCTION(X509_free);
WEAK_FUNCTION(X509_STORE_new);
WEAK_FUNCTION(X509_STORE_add_cert);
WEAK_FUNCTION(X509_STORE_free);
WEAK_FUNCTION(X509_STORE_CTX_new);
WEAK_FUNCTION(X509_STORE_CTX_init);
WEAK_FUNCTION(X509_STORE_CTX_set_default);
WEAK_FUNCTION(X509_STORE_CTX_get0_param);
WEAK_FUNCTION(X509_VERIFY_PARAM_set_flags);
WEAK_FUNCTION(X509_verify_cert);
WEAK_FUNCTION(X509_STORE_CTX_get_error);
WEAK_FUNCTION(X509_STORE_CTX_set_error);
WEAK_FUNCTION(X509_STORE_CTX_get0_cert);
WEAK_FUNCTION(X509_STORE_CTX_get0_untrusted);
WEAK_FUNCTION(X509_STORE_CTX_get0_chain);
WEAK_FUNCTION(X509_STORE_CTX_free);
WEAK_FUNCTION(X509_verify_cert_error_string);
WEAK_FUNCTION(ERR_set_mark);
WEAK_FUNCTION(ERR_pop_to_mark);
WEAK_FUNCTION(SSL_get0_alpn_selected);
WEAK_FUNCTION(SSL_has_pending);

const neatline_openssl *neatline_openssl_open(const struct neatline_curl *curl) {
    const struct version_info *info = curl->version_info(VERSION_FIRST);
    if (info == NULL) return NULL;
    neatline_openssl *openssl = calloc(1, sizeof *openssl);
    if (openssl == NULL) return NULL;
    const struct wanted_function wanted[] = {
        {"OpenSSL_version", &openssl->version, OpenSSL_version},
        {"CRYPTO_get_ex_new_index", &openssl->new_ex_index, CRYPTO_get_ex_new_index},
        {"SSL_CTX_set_ex_data", &openssl->context_set_ex_data, SSL_CTX_set_ex_data},
        {"SSL_CTX_set_cert_verify_callback", &openssl->context_set_verify, SSL_CTX_set_cert_verify_callback},
        {"OPENSSL_sk_num", &openssl->sk_num, OPENSSL_sk_num},
        {"OPENSSL_sk_value", &openssl->sk_value, OPENSSL_sk_value},
        {"OPENSSL_sk_new_null", &openssl->sk_new_null, OPENSSL_sk_new_null},
        {"OPENSSL_sk_push", &openssl->sk_push, OPENSSL_sk_push},
        {"OPENSSL_sk_free", &openssl->sk_free, OPENSSL_sk_free},
        {"d2i_X509", &openssl->certificate_read, d2i_X509},
        {"i2d_X509", &openssl->certificate_write, i2d_X509},
        {"X509_free", &openssl->certificate_free, X509_free},
        {"X509_STORE_new", &openssl->store_new, X509_STORE_new},
        {"X509_STORE_add_cert", &openssl->store_add, X509_STORE_add_cert},
        {"X509_STORE_free", &openssl->store_free, X509_STORE_free},
        {"X509_STORE_CTX_new", &openssl->verification_new, X509_STORE_CTX_new},
        {"X509_STORE_CTX_init", &openssl->verification_init, X509_STORE_CTX_init},
        {"X509_STORE_CTX_set_default", &openssl->verification_set_default, X509_STORE_CTX_set_default},
        {"X509_STORE_CTX_get0_param", &openssl->verification_parameters, X509_STORE_CTX_get0_param},
        {"X509_VERIFY_PARAM_set_flags", &openssl->parameters_set_flags, X509_VERIFY_PARAM_set_flags},
        {"X509_verify_cert", &openssl->verification_run, X509_verify_cert},
        {"X509_STORE_CTX_get_error", &openssl->verification_error, X509_STORE_CTX_get_error},
        {"X509_STORE_CTX_set_error", &openssl->verification_set_error, X509_STORE_CTX_set_error},
        {"X509_STORE_CTX_get0_cert", &openssl->verification_certificate, X509_STORE_CTX_get0_cert},
        {"X509_STORE_CTX_get0_untrusted", &openssl->verification_sent, X509_STORE_CTX_get0_untrusted},
        {"X509_STORE_CTX_get0_chain", &openssl->verification_chain, X509_STORE_CTX_get0_chain},
        {"X509_STORE_CTX_free", &openssl->verification_free, X509_STORE_CTX_free},
        {"X509_verify_cert_error_string", &openssl->error_text, X509_verify_cert_error_string},
        {"ERR_set_mark", &openssl->errors_mark, ERR_set_mark},
        {"ERR_pop_to_mark", &openssl->errors_forget, ERR_pop_to_mark},
        {"SSL_get0_alpn_selected", &openssl->selected_protocol, SSL_get0_alpn_selected},
        {"SSL_has_pending", &openssl->has_pending, SSL_has_pending},
    };
    const size_t count = sizeof wanted / sizeof wanted[0];
    if ((curl->library != NULL ? find_functions(curl->library, wanted, count) : find_linked(wanted, count)) != NULL)
        goto failed;
    if (!is_same_version(info->tls_version, openssl->version(VERSION_TEXT))) goto failed;
    openssl->ex_index = openssl->new_ex_index(EX_SSL_CTX, 0, NULL, NULL, NULL, (void *)free_judge);
    if (openssl->ex_index < 0) goto failed;
    return openssl;
failed:
    free(openssl);
    return NULL;
}

// MARK: Facts

/// Certificates whose bytes are this file's.
struct list {
    struct neatline_certificate *items;
    size_t count;
};

static void empty(struct list *list) {
    for (size_t index = 0; index < list->count; index++) free((void *)list->items[index].bytes);
    free(list->items);
    list->items = NULL;
    list->count = 0;
}

/// Adds a certificate, for which there is room. Returns 0 without memory.
static int add(const neatline_openssl *openssl, struct list *list, const void *certificate) {
    int count = openssl->certificate_write(certificate, NULL);
    if (count <= 0) return 0;
    unsigned char *bytes = malloc((size_t)count);
    if (bytes == NULL) return 0;
    unsigned char *end = bytes;
    if (openssl->certificate_write(certificate, &end) != count) {
        free(bytes);
        return 0;
    }
    list->items[list->count++] = (struct neatline_certificate){bytes, (size_t)count};
    return 1;
}

/// The certificates of a stack; of none, the given one if there is one. Returns 0 without memory.
static int fill(const neatline_openssl *openssl, struct list *list, const void *stack, const void *otherwise) {
    int count = stack != NULL ? openssl->sk_num(stack) : 0;
    if (count < 0) count = 0;
    list->items = calloc((size_t)count + 1, sizeof *list->items);
    if (list->items == NULL) return 0;
    for (int index = 0; index < count; index++)
        if (!add(openssl, list, openssl->sk_value(stack, index))) return 0;
    return count > 0 || otherwise == NULL || add(openssl, list, otherwise);
}

/// Runs a verification and lets `decide` decide. Returns 1 or 0, which is also what stands in the verification then.
static int judge_by(
    const neatline_openssl *openssl, void *verification, neatline_trust_decide decide, void *context) {
    struct list sent = {NULL, 0}, chain = {NULL, 0};
    int decision = 0, error = ERROR_OUT_OF_MEMORY;
    // What lies among the thread's errors would be taken for one of the connection.
    openssl->errors_mark();
    int is_trusted = openssl->verification_run(verification) == 1;
    int found = openssl->verification_error(verification);
    if (is_trusted && found != ERROR_NONE) is_trusted = 0;
    if (fill(openssl, &sent, openssl->verification_sent(verification), openssl->verification_certificate(verification))
        && fill(openssl, &chain, openssl->verification_chain(verification), NULL)) {
        error = found;
        const struct neatline_trust_facts facts = {
            sent.items, sent.count, chain.items, chain.count, is_trusted, found, openssl->error_text(found)};
        decision = decide(context, &facts) == 1;
        // The user's code may have taken its time.
        neatline_thread_stop_at_exit();
    }
    empty(&sent);
    empty(&chain);
    openssl->errors_forget();
    if (decision)
        openssl->verification_set_error(verification, ERROR_NONE);
    else if (error == ERROR_NONE)
        openssl->verification_set_error(verification, ERROR_APPLICATION);
    else
        openssl->verification_set_error(verification, error);
    return decision;
}

// MARK: Connections

static int verify_server(void *verification, void *argument) {
    const struct judge *judge = argument;
    return judge_by(judge->openssl, verification, judge->decide, judge->context);
}

int neatline_trust_install(
    const neatline_openssl *openssl, void *ssl_context, neatline_trust_decide decide, neatline_trust_release release,
    void *context) {
    struct judge *judge = malloc(sizeof *judge);
    if (judge == NULL) {
        release(context);
        return 0;
    }
    *judge = (struct judge){openssl, decide, release, context};
    if (openssl->context_set_ex_data(ssl_context, openssl->ex_index, judge) != 1) {
        free_judge(NULL, judge, NULL, 0, 0, NULL);
        return 0;
    }
    openssl->context_set_verify(ssl_context, verify_server, judge);
    return 1;
}

int neatline_curl_easy_set_ssl_context_callback(
    const struct neatline_curl *curl, void *easy, neatline_ssl_context_callback callback) {
    return curl->easy_setopt(easy, SSL_CTX_FUNCTION, callback);
}

/// The `SSL` of the connection that a request is about to be sent on, or NULL.
static const void *session_of(const struct neatline_curl *curl, void *easy) {
    const struct tls_session *session = NULL;
    if (curl->easy_getinfo(easy, INFO_TLS_SESSION, &session) != 0 || session == NULL) return NULL;
    return session->backend == BACKEND_OPENSSL ? session->ssl : NULL;
}

int neatline_curl_easy_has_pending(const struct neatline_curl *curl, const neatline_openssl *openssl, void *easy) {
    const void *session = session_of(curl, easy);
    return session != NULL && openssl->has_pending(session);
}

int neatline_curl_easy_speaks_http2(
    const struct neatline_curl *curl, const neatline_openssl *openssl, void *easy) {
    const void *session = session_of(curl, easy);
    if (session == NULL) return 0;
    const unsigned char *name = NULL;
    unsigned int length = 0;
    openssl->selected_protocol(session, &name, &length);
    return length == 2 && memcmp(name, "h2", 2) == 0;
}

// MARK: Certificates by themselves

static void *read_certificate(const neatline_openssl *openssl, struct neatline_certificate certificate) {
    if (certificate.count > LONG_MAX) return NULL;
    const unsigned char *bytes = certificate.bytes;
    return openssl->certificate_read(NULL, &bytes, (long)certificate.count);
}

/// Reads certificates onto a stack. Returns 0 if one of them cannot be.
static int read_all(
    const neatline_openssl *openssl, void *stack, const struct neatline_certificate *certificates, size_t count) {
    for (size_t index = 0; index < count; index++) {
        void *certificate = read_certificate(openssl, certificates[index]);
        if (certificate == NULL) return 0;
        if (openssl->sk_push(stack, certificate) <= 0) {
            openssl->certificate_free(certificate);
            return 0;
        }
    }
    return 1;
}

static void free_all(const neatline_openssl *openssl, void *stack) {
    if (stack == NULL) return;
    for (int index = 0; index < openssl->sk_num(stack); index++)
        openssl->certificate_free(openssl->sk_value(stack, index));
    openssl->sk_free(stack);
}

int neatline_trust_verify(
    const neatline_openssl *openssl, const struct neatline_certificate *sent, size_t sent_count,
    const struct neatline_certificate *anchors, size_t anchor_count, neatline_trust_decide decide, void *context) {
    if (sent_count == 0) return 0;
    int decision = 0;
    neatline_thread_begin_use();
    openssl->errors_mark();
    void *stack = openssl->sk_new_null();
    void *trusted = openssl->sk_new_null();
    void *store = openssl->store_new();
    void *verification = openssl->verification_new();
    if (stack == NULL || trusted == NULL || store == NULL || verification == NULL) goto done;
    if (!read_all(openssl, stack, sent, sent_count) || !read_all(openssl, trusted, anchors, anchor_count)) goto done;
    for (int index = 0; index < openssl->sk_num(trusted); index++)
        if (openssl->store_add(store, openssl->sk_value(trusted, index)) != 1) goto done;
    if (openssl->verification_init(verification, store, openssl->sk_value(stack, 0), stack) != 1) goto done;
    // The name is that of the parameters for checking a server.
    if (openssl->verification_set_default(verification, "ssl_server") != 1) goto done;
    if (openssl->parameters_set_flags(openssl->verification_parameters(verification), FLAG_PARTIAL_CHAIN) != 1)
        goto done;
    decision = judge_by(openssl, verification, decide, context);
done:
    // It refers to the store and the certificates.
    if (verification != NULL) openssl->verification_free(verification);
    if (store != NULL) openssl->store_free(store);
    free_all(openssl, trusted);
    free_all(openssl, stack);
    openssl->errors_forget();
    neatline_thread_end_use();
    return decision;
}
