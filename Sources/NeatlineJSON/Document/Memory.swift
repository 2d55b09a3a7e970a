#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system's allocator, for plain memory.
///
/// `UnsafeMutablePointer.allocate` asks for an alignment, which glibc serves by a path several times as long.
enum Memory {
    /// Uninitialised memory, aligned to 16 bytes.
    static func allocate<Element: BitwiseCopyable>(
        _ type: Element.Type = Element.self, capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        let bytes = Swift.max(capacity &* MemoryLayout<Element>.stride, 1)
        // SAFETY: `malloc` and `calloc` return memory of the size asked for, aligned for every plain type, or nil.
        assert(capacity >= 0 && MemoryLayout<Element>.alignment <= 16)
        guard let memory = malloc(bytes) else { preconditionFailure("out of memory") }
        return memory.bindMemory(to: Element.self, capacity: capacity)
    }

    /// Memory of zeroes, aligned to 16 bytes; large amounts are fetched as they are touched.
    static func allocateZeroed<Element: BitwiseCopyable>(
        _ type: Element.Type = Element.self, capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        guard let memory = calloc(Swift.max(capacity, 1), MemoryLayout<Element>.stride) else {
            preconditionFailure("out of memory")
        }
        return memory.bindMemory(to: Element.self, capacity: capacity)
    }

    /// Uninitialized bytes in pages as large as the system has, of which the first use of each costs the same as that of a
    /// small one: for buffers that are written once.
    static func allocateLargePages(capacity: Int) -> UnsafeMutablePointer<UInt8> {
        let pageSize = 2 << 20
        let size = (Swift.max(capacity, 1) &+ pageSize &- 1) / pageSize &* pageSize
        var memory: UnsafeMutableRawPointer?
        // SAFETY: `posix_memalign` returns memory of the size asked for, which `free` gives back, or an error.
        guard posix_memalign(&memory, pageSize, size) == 0, let memory else { preconditionFailure("out of memory") }
        #if !canImport(Darwin)
        // Without such pages it is memory all the same.
        _ = madvise(memory, size, MADV_HUGEPAGE)
        #endif
        return memory.bindMemory(to: UInt8.self, capacity: capacity)
    }

    /// Gives memory of the functions above back.
    static func free<Element: BitwiseCopyable>(_ memory: UnsafeMutablePointer<Element>) {
        systemFree(memory)
    }
}

private func systemFree(_ memory: UnsafeMutableRawPointer) { free(memory) }
