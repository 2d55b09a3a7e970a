#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Standard output, and whether it still takes anything.
final class Output {
    /// Nothing more can be written; `finish` says why.
    struct Ended: Error {}

    static let name = "<stdout>"

    private let descriptor = Descriptor.standardOutput
    private var failure: SystemError?
    private var isUsed = false
    private var isInLine = false

    var isTerminal: Bool { descriptor.isTerminal }

    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Ended) {
        isUsed = true
        if let last = bytes.last { isInLine = last != UInt8(ascii: "\n") }
        do {
            try descriptor.write(bytes)
        } catch {
            failure = error
            throw Ended()
        }
    }

    /// Ends the line and its colour if a value broke off, so that what comes begins on a line of its own.
    func endLine(isColored: Bool) {
        guard isInLine else { return }
        var text = isColored ? "\u{1B}[0m\n" : "\n"
        // A failure is reported by `finish`.
        text.withUTF8 { try? write(UnsafeRawBufferPointer($0)) }
    }

    /// Reports what went wrong, unless it is that the reader wants no more: `jsonq … | head` is no error.
    func finish() -> ExitStatus {
        if isUsed, failure == nil {
            do { try descriptor.close() } catch { failure = error }
        }
        guard let failure, failure.code != EPIPE else { return .success }
        Diagnostics.report(failure, on: Output.name)
        return .file
    }
}
