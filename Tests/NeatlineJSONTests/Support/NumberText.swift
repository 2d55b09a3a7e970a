#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import NeatlineTestSupport

@testable import NeatlineJSON

/// Calls `body` with the text in memory of exactly its size.
func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    defer { copy.deallocate() }
    _ = copy.initialize(from: text.utf8)
    return try body(UnsafeBufferPointer(copy))
}

/// A page between two pages that must not be touched.
final class GuardedPage {
    private let base: UnsafeMutableRawPointer
    private let size: Int

    init?() {
        size = Int(sysconf(Int32(_SC_PAGESIZE)))
        guard let base = mmap(nil, size * 3, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0),
            base != MAP_FAILED
        else { return nil }
        self.base = base
        guard mprotect(base, size, PROT_NONE) == 0, mprotect(base + size * 2, size, PROT_NONE) == 0 else { return nil }
    }

    deinit { munmap(base, size * 3) }

    /// Calls `body` with the text at the very start and at the very end of the page.
    func withBytes(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        for start in [base + size, base + size * 2 - text.utf8.count] {
            let bytes = start.assumingMemoryBound(to: UInt8.self)
            for (index, byte) in text.utf8.enumerated() { bytes[index] = byte }
            body(UnsafeBufferPointer(start: bytes, count: text.utf8.count))
        }
    }

    /// Calls `body` with the last `count` bytes of the page.
    func withRoom(_ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        body((base + size * 2 - count).assumingMemoryBound(to: UInt8.self))
    }
}

/// A double as C writes it with a number of digits after the point of its scientific form.
func scientific(_ value: Double, digits: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_000) { buffer in
        let count = withVaList([digits, value]) { vsnprintf(buffer.baseAddress, 1_000, "%.*e", $0) }
        return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

func parsedDouble(_ text: String) -> Double { withBytes(text) { DecimalParser.double($0) } }

func parsedInt64(_ text: String) -> Int64? { withBytes(text) { DecimalParser.int64($0) } }

func parsedUInt64(_ text: String) -> UInt64? { withBytes(text) { DecimalParser.uint64($0) } }

func written(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberWriter.capacity) { buffer in
        guard let base = buffer.baseAddress else { return "" }
        return String(decoding: buffer.prefix(write(base)), as: UTF8.self)
    }
}

/// Random finite doubles of all magnitudes.
func randomDouble(_ generator: inout SeededGenerator) -> Double {
    while true {
        let value = Double(bitPattern: generator.next())
        if value.isFinite { return value }
    }
}
