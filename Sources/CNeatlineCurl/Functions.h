#ifndef NEATLINECURLFUNCTIONS_H
#define NEATLINECURLFUNCTIONS_H

#include <dlfcn.h>
#include <stddef.h>

/// A function that is looked up by its name, where its address goes, and the function itself if it is linked statically.
struct wanted_function {
    const char *name;
    void *place;
    void (*linked)(void);
};

/// Declares a function of a library that need not be there: its address is NULL unless something else has it linked.
#define WEAK_FUNCTION(name) extern void name(void) __attribute__((weak))

/// Takes the functions that are linked statically. Returns the name of one that is not, or NULL.
static inline const char *find_linked(const struct wanted_function *wanted, size_t count) {
    for (size_t index = 0; index < count; index++)
        if (wanted[index].linked == NULL) return wanted[index].name;
    // POSIX makes pointers to functions as large as pointers to data.
    for (size_t index = 0; index < count; index++) *(void **)wanted[index].place = (void *)wanted[index].linked;
    return NULL;
}

/// Looks functions up in a library and what it needs. Returns the name of one that is not there, or NULL.
static inline const char *find_functions(void *library, const struct wanted_function *wanted, size_t count) {
    for (size_t index = 0; index < count; index++) {
        void *function = dlsym(library, wanted[index].name);
        if (function == NULL) return wanted[index].name;
        // POSIX makes pointers to functions as large as pointers to data.
        *(void **)wanted[index].place = function;
    }
    return NULL;
}

// libcurl's functions: its binary interface, which has not changed since version 7.16 (2006).

struct neatline_curl {
    /// What `dlopen` gave; NULL if the functions are linked statically.
    void *library;
    int (*global_init)(long flags);
    const void *(*version_info)(int age);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *easy);
    int (*easy_pause)(void *easy, int directions);
    const char *(*easy_strerror)(int code);
    int (*easy_setopt)(void *easy, int option, ...);
    int (*easy_getinfo)(void *easy, int question, ...);
    void *(*list_append)(void *list, const char *text);
    int (*easy_send)(void *easy, const void *bytes, size_t count, size_t *sent);
    int (*easy_receive)(void *easy, void *bytes, size_t capacity, size_t *received);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *multi);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_setopt)(void *multi, int option, ...);
    int (*multi_socket_action)(void *multi, int socket, int events, int *running);
    struct message *(*multi_info_read)(void *multi, int *left);
    const char *(*multi_strerror)(int code);
};

struct version_info {
    int age;
    const char *version;
    unsigned int number;
    const char *host;
    int features;
    const char *tls_version;
};

enum { VERSION_FIRST = 0 };

#endif
