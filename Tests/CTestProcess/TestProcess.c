#include "CTestProcess.h"

#include <stdlib.h>

/// What Swift Testing reads when it begins, unless whoever runs the tests has said otherwise.
__attribute__((constructor)) static void set_up(void) {
    // It begins all tests at once. Each that waits stands in line behind all others then, and its time runs out there.
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
    // It takes a backtrace of each error that is thrown, in case that a test fails by it, which takes most of the time of
    // tests that read millions of invalid texts.
    setenv("SWT_SWIFT_ERROR_BACKTRACING_ENABLED", "0", 0);
}
