#include "CPeers.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// libcurl's own numbers; its headers need not be installed.
enum {
    option_url = 10002, option_write_data = 10001, option_write_function = 20011, option_header_data = 10029,
    option_header_function = 20079, option_buffer_size = 98, option_no_signal = 99, option_private = 10103,
    option_accept_encoding = 10102,
    info_private = 0x100000 + 21, info_response_code = 0x200000 + 2,
    message_done = 1,
};

typedef struct {
    int kind;
    void *easy;
    union { void *pointer; int result; } data;
} message;

static struct {
    void *(*easy_init)(void);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    void (*easy_cleanup)(void *);
    void *(*multi_init)(void);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned, int, int *);
    message *(*multi_info_read)(void *, int *);
    int (*multi_cleanup)(void *);
    bool is_there;
} curl;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const struct { const char *name; void **place; } functions[] = {
        {"curl_easy_init", (void **)&curl.easy_init},
        {"curl_easy_setopt", (void **)&curl.easy_setopt},
        {"curl_easy_getinfo", (void **)&curl.easy_getinfo},
        {"curl_easy_cleanup", (void **)&curl.easy_cleanup},
        {"curl_multi_init", (void **)&curl.multi_init},
        {"curl_multi_add_handle", (void **)&curl.multi_add_handle},
        {"curl_multi_remove_handle", (void **)&curl.multi_remove_handle},
        {"curl_multi_perform", (void **)&curl.multi_perform},
        {"curl_multi_poll", (void **)&curl.multi_poll},
        {"curl_multi_info_read", (void **)&curl.multi_info_read},
        {"curl_multi_cleanup", (void **)&curl.multi_cleanup},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        *functions[index].place = dlsym(library, functions[index].name);
        if (!*functions[index].place) return;
    }
    curl.is_there = true;
}

/// One handle and the body that it collects.
typedef struct {
    void *easy;
    uint8_t *bytes;
    size_t count, capacity;
} transfer;

struct peer_curl {
    void *multi;
    int width;
    transfer transfers[];
};

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
    transfer *self = context;
    size_t length = size * count;
    if (self->count + length > self->capacity) {
        self->capacity = 2 * (self->count + length);
        self->bytes = realloc(self->bytes, self->capacity);
        if (!self->bytes) return 0;
    }
    memcpy(self->bytes + self->count, bytes, length);
    self->count += length;
    return length;
}

/// Reserves the room that the body will take.
static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
    transfer *self = context;
    static const char name[] = "content-length:";
    size_t length = size * count;
    if (length > sizeof name && strncasecmp(bytes, name, sizeof name - 1) == 0) {
        size_t expected = strtoull(bytes + sizeof name - 1, NULL, 10);
        if (expected > self->capacity && expected < 1u << 30) {
            uint8_t *larger = realloc(self->bytes, expected);
            if (!larger) return 0;
            self->bytes = larger;
            self->capacity = expected;
        }
    }
    return length;
}

peer_curl *peer_curl_open(int width) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!curl.is_there) return NULL;
    peer_curl *self = calloc(1, sizeof *self + (size_t)width * sizeof(transfer));
    if (!self) return NULL;
    self->width = width;
    self->multi = curl.multi_init();
    for (int index = 0; index < width; index++) {
        transfer *one = &self->transfers[index];
        one->easy = curl.easy_init();
        curl.easy_setopt(one->easy, option_no_signal, 1L);
        curl.easy_setopt(one->easy, option_buffer_size, 65536L);
        curl.easy_setopt(one->easy, option_accept_encoding, "");
        curl.easy_setopt(one->easy, option_private, (void *)one);
        curl.easy_setopt(one->easy, option_write_function, receive_body);
        curl.easy_setopt(one->easy, option_write_data, (void *)one);
        curl.easy_setopt(one->easy, option_header_function, receive_header);
        curl.easy_setopt(one->easy, option_header_data, (void *)one);
    }
    return self;
}

/// The body must outlive the request, as one that is handed to somebody does: so each request gets memory of its own.
static void begin(peer_curl *self, transfer *one, const char *url) {
    free(one->bytes);
    one->bytes = NULL;
    one->count = one->capacity = 0;
    curl.easy_setopt(one->easy, option_url, url);
    curl.multi_add_handle(self->multi, one->easy);
}

int64_t peer_curl_fetch(peer_curl *self, const char *url, int64_t count) {
    int64_t begun = 0, ended = 0, bytes = 0;
    while (begun < self->width && begun < count) begin(self, &self->transfers[begun++], url);
    while (ended < count) {
        int running = 0, left = 0;
        if (curl.multi_perform(self->multi, &running)) return -1;
        message *message;
        while ((message = curl.multi_info_read(self->multi, &left))) {
            if (message->kind != message_done) continue;
            void *easy = message->easy;
            int result = message->data.result;
            long status = 0;
            transfer *one = NULL;
            curl.easy_getinfo(easy, info_response_code, &status);
            curl.easy_getinfo(easy, info_private, (char **)&one);
            curl.multi_remove_handle(self->multi, easy);
            if (result != 0 || status != 200) return -1;
            bytes += (int64_t)one->count;
            ended++;
            if (begun < count) {
                begun++;
                begin(self, one, url);
            }
        }
        if (ended < count && curl.multi_poll(self->multi, NULL, 0, 1000, NULL)) return -1;
    }
    return bytes;
}

void peer_curl_close(peer_curl *self) {
    for (int index = 0; index < self->width; index++) {
        curl.easy_cleanup(self->transfers[index].easy);
        free(self->transfers[index].bytes);
    }
    curl.multi_cleanup(self->multi);
    free(self);
}
