import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Calls a closure while the process can open no file. For a process that runs nothing else.
public func withoutFreeDescriptors(_ body: () async throws -> Void) async throws {
    let old = limitDescriptors(to: rlim_t(lowestFreeDescriptor))
    defer { limitDescriptors(to: old) }
    try await body()
}

/// Calls a closure while the process can open files at some moments and none at others. For a process that runs nothing else.
public func withSometimesFreeDescriptors(_ body: () async throws -> Void) async throws {
    let changes = LimitChanges()
    Thread.detachNewThread { changes.run() }
    defer { changes.isOver.store(true, ordering: .relaxed) }
    try await body()
}

/// Changes of the number of descriptors.
private final class LimitChanges: Sendable {
    let isOver = Atomic(false)

    func run() {
        while !isOver.load(ordering: .relaxed) {
            let old = limitDescriptors(to: rlim_t(lowestFreeDescriptor))
            limitDescriptors(to: old)
        }
    }
}

/// The number that the next file gets.
private var lowestFreeDescriptor: Int32 {
    let number = open("/dev/null", O_RDONLY)
    close(number)
    return number
}

/// Sets the number from which on no file can be opened, and returns the one before.
@discardableResult
private func limitDescriptors(to number: rlim_t) -> rlim_t {
    #if canImport(Glibc)
    let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let descriptors = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    getrlimit(descriptors, &limit)
    let old = limit.rlim_cur
    limit.rlim_cur = number
    setrlimit(descriptors, &limit)
    return old
}
