#if canImport(Glibc)
import Glibc

/// Calls a closure while the process can start no thread. For a process that runs nothing else, and has no rights of the
/// superuser from then on.
public func withoutFreeThreads(_ body: () throws -> Void) throws {
    // The superuser may have any number.
    if geteuid() == 0 { precondition(setuid(65_534) == 0) }
    let threads = __rlimit_resource_t(__RLIMIT_NPROC.rawValue)
    var old = rlimit()
    getrlimit(threads, &old)
    var limit = old
    limit.rlim_cur = 0
    setrlimit(threads, &limit)
    defer { setrlimit(threads, &old) }
    try body()
}
#endif
