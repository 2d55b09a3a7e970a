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

    /// Gives memory of `allocate` or `allocateZeroed` back.
    static func free<Element: BitwiseCopyable>(_ memory: UnsafeMutablePointer<Element>) {
        systemFree(memory)
    }
}

private func systemFree(_ memory: UnsafeMutableRawPointer) { free(memory) }
