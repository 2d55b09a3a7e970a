#ifndef C_INSTRUCTION_COUNTER_H
#define C_INSTRUCTION_COUNTER_H

/// Opens a counter of the instructions that the calling thread executes outside of the kernel.
///
/// `perf_event_open` has no function in the C library, and Swift cannot call `syscall`, which takes a variable list.
///
/// Returns a descriptor from which the count is read as eight bytes, or -1 where the system has no such counter.
int open_instruction_counter(void);

#endif
