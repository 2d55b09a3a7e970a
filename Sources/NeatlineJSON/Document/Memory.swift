#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system's allocator, for trivial types.
///
/// `UnsafeMutablePointer.allocate` asks for an alignment, for which glibc takes several times as many instructions.
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

    /// Memory filled with zeros, aligned to 16 bytes. The system provides the pages of large amounts when they are first used.
    static func allocateZeroed<Element: BitwiseCopyable>(
        _ type: Element.Type = Element.self, capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        guard let memory = calloc(Swift.max(capacity, 1), MemoryLayout<Element>.stride) else {
            preconditionFailure("out of memory")
        }
        return memory.bindMemory(to: Element.self, capacity: capacity)
    }

    /// Frees memory of `allocate` or `allocateZeroed`.
    static func free<Element: BitwiseCopyable>(_ memory: UnsafeMutablePointer<Element>) {
        systemFree(memory)
    }
}

private func systemFree(_ memory: UnsafeMutableRawPointer) { free(memory) }
