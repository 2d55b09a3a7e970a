#include "CPeers.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void peer_trim_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
