#include "CNeatlineCurl.h"

#include <dlfcn.h>
#include <stddef.h>

int neatline_curl_open(void) {
    return dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL) != NULL;
}
