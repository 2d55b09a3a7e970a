#include "CTestProcess.h"

#include <stdlib.h>

/// Sets variables that Swift Testing reads at its start, unless they are set already.
__attribute__((constructor)) static void set_up(void) {
    // Without a limit all tests begin at once: the continuations of each test queue behind all other tests, and timeouts
    // expire meanwhile.
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
    // Taking a backtrace of each thrown error takes most of the time of tests that read millions of invalid texts.
    setenv("SWT_SWIFT_ERROR_BACKTRACING_ENABLED", "0", 0);
}
