// For RTLD_DEFAULT and RTLD_DEEPBIND.
#define _GNU_SOURCE

#include "CNeatlineCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/auxv.h>
#endif

#include "Functions.h"

// The numbers of what is asked in this file, which libcurl never changes.

struct message {
    int kind;
    void *easy;
    union {
        void *anything;
        int result;
    } data;
};

struct blob {
    const void *bytes;
    size_t count;
    unsigned int flags;
};

struct address {
    int family, type, protocol;
    unsigned int length;
    struct sockaddr address;
};

enum {
    GLOBAL_ALL = 3,
    BLOB_COPY = 1,
    MESSAGE_DONE = 1,
    SOCKET_BAD = -1,

    OPEN_SOCKET_FUNCTION = 20163,
    OPEN_SOCKET_DATA = 10164,
    CLOSE_SOCKET_FUNCTION = 20208,
    CLOSE_SOCKET_DATA = 10209,

    DEBUG_FUNCTION = 20094,
    TRAILER_FUNCTION = 20283,
    PREREQUEST_FUNCTION = 20312,

    MULTI_SOCKET_FUNCTION = 20001,
    MULTI_TIMER_FUNCTION = 20004,

    TEXT = 0x100000,
    LONG = 0x200000,
    SOCKET = 0x500000,
    OFFSET = 0x600000,
};

WEAK_FUNCTION(curl_global_init);
WEAK_FUNCTION(curl_version_info);
WEAK_FUNCTION(curl_easy_init);
WEAK_FUNCTION(curl_easy_cleanup);
WEAK_FUNCTION(curl_easy_pause);
WEAK_FUNCTION(curl_easy_strerror);
WEAK_FUNCTION(curl_easy_setopt);
WEAK_FUNCTION(curl_easy_getinfo);
WEAK_FUNCTION(curl_easy_send);
WEAK_FUNCTION(curl_easy_recv);
WEAK_FUNCTION(curl_slist_append);
WEAK_FUNCTION(curl_multi_init);
WEAK_FUNCTION(curl_multi_cleanup);
WEAK_FUNCTION(curl_multi_add_handle);
WEAK_FUNCTION(curl_multi_remove_handle);
WEAK_FUNCTION(curl_multi_setopt);
WEAK_FUNCTION(curl_multi_socket_action);
WEAK_FUNCTION(curl_multi_info_read);
WEAK_FUNCTION(curl_multi_strerror);

// Whether the process allocates memory by other functions than those of the C library.
static bool is_malloc_replaced(void) {
    void *c_library = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    bool is_replaced = c_library == NULL || dlsym(c_library, "malloc") != dlsym(RTLD_DEFAULT, "malloc");
    if (c_library != NULL) dlclose(c_library);
    return is_replaced;
}

// Opens a library so that it calls its own functions.
//
// Foundation usually has loaded a libcurl already. The dynamic linker would bind calls between exported functions of the new
// library to that one, and one version would be passed handles of another. RTLD_DEEPBIND makes the linker search the new library
// first. It then also uses the C library's malloc; if the program has replaced malloc, memory could be allocated by one and freed
// by the other, so the library is refused.
static void *open_library(const char *name, char *problem, size_t capacity) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (library != NULL) return library;
    bool is_alone = dlsym(RTLD_DEFAULT, "curl_easy_init") == NULL;
    int flags = RTLD_NOW | RTLD_LOCAL;
    bool can_be_separated = false;
#ifdef RTLD_DEEPBIND
    can_be_separated = !is_malloc_replaced();
    if (!is_alone && can_be_separated) flags |= RTLD_DEEPBIND;
#endif
    library = dlopen(name, flags);
    if (library == NULL) {
        const char *reason = dlerror();
        snprintf(problem, capacity, "%s", reason != NULL ? reason : "dlopen failed");
    } else if (!is_alone && !can_be_separated) {
        snprintf(problem, capacity, "the process has another libcurl, and a malloc or C library that cannot keep them apart");
        dlclose(library);
        library = NULL;
    }
    return library;
}

const neatline_curl *neatline_curl_open(const char *name, char *problem, size_t capacity) {
    void *library = NULL;
    if (name != NULL) {
        library = open_library(name, problem, capacity);
        if (library == NULL) return NULL;
    }
    neatline_curl *curl = calloc(1, sizeof *curl);
    if (curl == NULL) {
        snprintf(problem, capacity, "out of memory");
        if (library != NULL) dlclose(library);
        return NULL;
    }
    const struct wanted_function wanted[] = {
        {"curl_global_init", &curl->global_init, curl_global_init},
        {"curl_version_info", &curl->version_info, curl_version_info},
        {"curl_easy_init", &curl->easy_init, curl_easy_init},
        {"curl_easy_cleanup", &curl->easy_cleanup, curl_easy_cleanup},
        {"curl_easy_pause", &curl->easy_pause, curl_easy_pause},
        {"curl_easy_strerror", &curl->easy_strerror, curl_easy_strerror},
        {"curl_easy_setopt", &curl->easy_setopt, curl_easy_setopt},
        {"curl_easy_getinfo", &curl->easy_getinfo, curl_easy_getinfo},
        {"curl_slist_append", &curl->list_append, curl_slist_append},
        {"curl_easy_send", &curl->easy_send, curl_easy_send},
        {"curl_easy_recv", &curl->easy_receive, curl_easy_recv},
        {"curl_multi_init", &curl->multi_init, curl_multi_init},
        {"curl_multi_cleanup", &curl->multi_cleanup, curl_multi_cleanup},
        {"curl_multi_add_handle", &curl->multi_add_handle, curl_multi_add_handle},
        {"curl_multi_remove_handle", &curl->multi_remove_handle, curl_multi_remove_handle},
        {"curl_multi_setopt", &curl->multi_setopt, curl_multi_setopt},
        {"curl_multi_socket_action", &curl->multi_socket_action, curl_multi_socket_action},
        {"curl_multi_info_read", &curl->multi_info_read, curl_multi_info_read},
        {"curl_multi_strerror", &curl->multi_strerror, curl_multi_strerror},
    };
    const size_t count = sizeof wanted / sizeof wanted[0];
    const char *missing = library != NULL ? find_functions(library, wanted, count) : find_linked(wanted, count);
    if (missing != NULL) {
        snprintf(problem, capacity, "it has no %s", missing);
        free(curl);
        if (library != NULL) dlclose(library);
        return NULL;
    }
    curl->library = library;
    return curl;
}

int neatline_process_has_more_rights(void) {
#ifdef __linux__
    return getauxval(AT_SECURE) != 0;
#else
    return issetugid() != 0;
#endif
}

int neatline_curl_global_init(const neatline_curl *curl) {
    // libcurl writes the keys of connections, and what happens on those of HTTP/3, to the files that these name.
    if (neatline_process_has_more_rights()) {
        unsetenv("SSLKEYLOGFILE");
        unsetenv("QLOGDIR");
    }
    return curl->global_init(GLOBAL_ALL);
}

struct neatline_curl_version neatline_curl_version(const neatline_curl *curl) {
    const struct version_info *info = curl->version_info(VERSION_FIRST);
    struct neatline_curl_version version = {"", 0, 0};
    if (info != NULL) {
        version.text = info->version != NULL ? info->version : "";
        version.number = info->number;
        version.features = info->features;
    }
    return version;
}

void *neatline_curl_easy_init(const neatline_curl *curl) { return curl->easy_init(); }

void neatline_curl_easy_cleanup(const neatline_curl *curl, void *easy) { curl->easy_cleanup(easy); }

int neatline_curl_easy_pause(const neatline_curl *curl, void *easy, int directions) {
    return curl->easy_pause(easy, directions);
}

const char *neatline_curl_easy_strerror(const neatline_curl *curl, int code) { return curl->easy_strerror(code); }

int neatline_curl_easy_set_long(const neatline_curl *curl, void *easy, int option, long value) {
    return curl->easy_setopt(easy, option, value);
}

int neatline_curl_easy_set_offset(const neatline_curl *curl, void *easy, int option, int64_t value) {
    return curl->easy_setopt(easy, option, value);
}

int neatline_curl_easy_set_pointer(const neatline_curl *curl, void *easy, int option, const void *value) {
    return curl->easy_setopt(easy, option, value);
}

int neatline_curl_easy_set_blob(
    const neatline_curl *curl, void *easy, int option, const void *bytes, size_t count) {
    const struct blob blob = {bytes, count, BLOB_COPY};
    return curl->easy_setopt(easy, option, &blob);
}

int neatline_curl_easy_get_long(const neatline_curl *curl, void *easy, int question, long *answer) {
    return curl->easy_getinfo(easy, question, answer);
}

int neatline_curl_easy_get_pointer(const neatline_curl *curl, void *easy, int question, void **answer) {
    return curl->easy_getinfo(easy, question, answer);
}

int neatline_curl_easy_socket(const neatline_curl *curl, void *easy) {
    int socket = SOCKET_BAD;
    return curl->easy_getinfo(easy, SOCKET + 44, &socket) == 0 ? socket : SOCKET_BAD;
}

int neatline_curl_easy_send(
    const neatline_curl *curl, void *easy, const void *bytes, size_t count, size_t *sent) {
    return curl->easy_send(easy, bytes, count, sent);
}

int neatline_curl_easy_receive(
    const neatline_curl *curl, void *easy, void *bytes, size_t capacity, size_t *received) {
    return curl->easy_receive(easy, bytes, capacity, received);
}

int neatline_curl_easy_set_transfer_callback(
    const neatline_curl *curl, void *easy, int option, neatline_curl_transfer_callback callback) {
    return curl->easy_setopt(easy, option, callback);
}

int neatline_curl_easy_set_debug_callback(
    const neatline_curl *curl, void *easy, neatline_curl_debug_callback callback) {
    return curl->easy_setopt(easy, DEBUG_FUNCTION, callback);
}

int neatline_curl_easy_set_seek_callback(
    const neatline_curl *curl, void *easy, int option, neatline_curl_seek_callback callback) {
    return curl->easy_setopt(easy, option, callback);
}

int neatline_curl_easy_set_prerequest_callback(
    const neatline_curl *curl, void *easy, neatline_curl_prerequest_callback callback) {
    return curl->easy_setopt(easy, PREREQUEST_FUNCTION, callback);
}

int neatline_curl_easy_set_trailer_callback(
    const neatline_curl *curl, void *easy, neatline_curl_trailer_callback callback) {
    return curl->easy_setopt(easy, TRAILER_FUNCTION, callback);
}

int neatline_curl_list_append(const neatline_curl *curl, void **list, const char *text) {
    void *longer = curl->list_append(*list, text);
    if (longer == NULL) return 1;
    *list = longer;
    return 0;
}

static int open_socket(void *context, int purpose, const struct address *address) {
    (void)purpose;
    struct neatline_curl_socket_opener *opener = context;
    int descriptor = socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
    opener->error = descriptor < 0 ? errno : 0;
    if (descriptor < 0) return SOCKET_BAD;
    opener->observer->opened(opener->observer->context, descriptor);
    return descriptor;
}

static int close_socket(void *context, int descriptor) {
    const struct neatline_curl_socket_observer *observer = context;
    observer->closing(observer->context, descriptor);
    return close(descriptor);
}

int neatline_curl_easy_observe_sockets(
    const neatline_curl *curl, void *easy, struct neatline_curl_socket_observer *observer,
    struct neatline_curl_socket_opener *opener) {
    opener->observer = observer;
    int result = curl->easy_setopt(easy, OPEN_SOCKET_FUNCTION, open_socket);
    if (result == 0) result = curl->easy_setopt(easy, OPEN_SOCKET_DATA, opener);
    if (result == 0) result = curl->easy_setopt(easy, CLOSE_SOCKET_FUNCTION, close_socket);
    if (result == 0) result = curl->easy_setopt(easy, CLOSE_SOCKET_DATA, observer);
    return result;
}

void neatline_curl_easy_figures(
    const neatline_curl *curl, void *easy, struct neatline_curl_figures *figures) {
    curl->easy_getinfo(easy, OFFSET + 50, &figures->total);
    curl->easy_getinfo(easy, OFFSET + 51, &figures->lookup);
    curl->easy_getinfo(easy, OFFSET + 52, &figures->connect);
    curl->easy_getinfo(easy, OFFSET + 56, &figures->secure);
    curl->easy_getinfo(easy, OFFSET + 53, &figures->pretransfer);
    curl->easy_getinfo(easy, OFFSET + 54, &figures->first_byte);
    curl->easy_getinfo(easy, OFFSET + 7, &figures->body_sent);
    curl->easy_getinfo(easy, OFFSET + 8, &figures->body_received);
    curl->easy_getinfo(easy, LONG + 12, &figures->request_size);
    curl->easy_getinfo(easy, LONG + 11, &figures->header_size);
    curl->easy_getinfo(easy, LONG + 26, &figures->new_connections);
    curl->easy_getinfo(easy, LONG + 46, &figures->http_version);
    curl->easy_getinfo(easy, LONG + 22, &figures->connect_status);
    // Since 8.7; before, the question fails.
    if (curl->easy_getinfo(easy, LONG + 66, &figures->used_proxy) != 0) figures->used_proxy = -1;
    curl->easy_getinfo(easy, LONG + 42, &figures->local_port);
    curl->easy_getinfo(easy, LONG + 40, &figures->remote_port);
    curl->easy_getinfo(easy, TEXT + 41, &figures->local_address);
    curl->easy_getinfo(easy, TEXT + 32, &figures->remote_address);
}

void *neatline_curl_multi_init(const neatline_curl *curl) { return curl->multi_init(); }

int neatline_curl_multi_cleanup(const neatline_curl *curl, void *multi) { return curl->multi_cleanup(multi); }

int neatline_curl_multi_add(const neatline_curl *curl, void *multi, void *easy) {
    return curl->multi_add_handle(multi, easy);
}

int neatline_curl_multi_remove(const neatline_curl *curl, void *multi, void *easy) {
    return curl->multi_remove_handle(multi, easy);
}

int neatline_curl_multi_set_long(const neatline_curl *curl, void *multi, int option, long value) {
    return curl->multi_setopt(multi, option, value);
}

int neatline_curl_multi_set_pointer(const neatline_curl *curl, void *multi, int option, void *value) {
    return curl->multi_setopt(multi, option, value);
}

int neatline_curl_multi_action(const neatline_curl *curl, void *multi, int socket, int events) {
    int running = 0;
    return curl->multi_socket_action(multi, socket, events, &running);
}

void *neatline_curl_multi_next_done(const neatline_curl *curl, void *multi, int *result) {
    int left = 0;
    for (;;) {
        const struct message *message = curl->multi_info_read(multi, &left);
        if (message == NULL) return NULL;
        if (message->kind == MESSAGE_DONE) {
            *result = message->data.result;
            return message->easy;
        }
    }
}

const char *neatline_curl_multi_strerror(const neatline_curl *curl, int code) { return curl->multi_strerror(code); }

int neatline_curl_multi_set_socket_callback(
    const neatline_curl *curl, void *multi, neatline_curl_socket_callback callback) {
    return curl->multi_setopt(multi, MULTI_SOCKET_FUNCTION, callback);
}

int neatline_curl_multi_set_timer_callback(
    const neatline_curl *curl, void *multi, neatline_curl_timer_callback callback) {
    return curl->multi_setopt(multi, MULTI_TIMER_FUNCTION, callback);
}
