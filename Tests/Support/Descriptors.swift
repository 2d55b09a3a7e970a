#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Calls a closure while the process can open no file. For a process that runs nothing else.
public func withoutFreeDescriptors(_ body: () async throws -> Void) async throws {
    let first = open("/dev/null", O_RDONLY)
    close(first)
    #if canImport(Glibc)
    let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let descriptors = RLIMIT_NOFILE
    #endif
    var old = rlimit()
    getrlimit(descriptors, &old)
    var limit = old
    limit.rlim_cur = rlim_t(first)
    setrlimit(descriptors, &limit)
    defer { setrlimit(descriptors, &old) }
    try await body()
}
