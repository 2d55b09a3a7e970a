#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where the results go, and whether that still takes anything.
final class Output {
    /// Nothing more can be written; `finish` says why.
    struct Ended: Error {}

    let name: String
    /// Nil if what is written is only compared.
    private let descriptor: Descriptor?
    /// What the output is compared with.
    private let comparison: StreamComparison?
    private var failure: SystemError?
    private var isUsed = false
    private var isInLine = false

    /// Standard output.
    init() {
        name = "<stdout>"
        descriptor = .standardOutput
        comparison = nil
    }

    /// A file that is open for writing, or nothing at all.
    init(_ descriptor: Descriptor?, name: String, comparison: StreamComparison) {
        self.name = name
        self.descriptor = descriptor
        self.comparison = comparison
    }

    var isTerminal: Bool { descriptor?.isTerminal ?? false }

    /// Whether nothing has been written.
    var isEmpty: Bool { !isUsed }

    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Ended) {
        isUsed = true
        if let last = bytes.last { isInLine = last != UInt8(ascii: "\n") }
        comparison?.add(written: bytes)
        do {
            try descriptor?.write(bytes)
        } catch {
            failure = error
            throw Ended()
        }
    }

    /// Writes a text of a few characters.
    func write(_ text: String) throws(Ended) {
        var text = text
        var ended: Ended?
        text.withUTF8 { bytes in
            do throws(Ended) { try write(UnsafeRawBufferPointer(bytes)) } catch { ended = error }
        }
        if let ended { throw ended }
    }

    /// Ends the line and its colour if a value broke off, so that what comes begins on a line of its own.
    func endLine(isColored: Bool) {
        guard isInLine else { return }
        // A failure is reported by `finish`.
        try? write(isColored ? "\u{1B}[0m\n" : "\n")
    }

    /// Waits until what has been written is on the disk.
    func synchronize() {
        guard failure == nil else { return }
        do { try descriptor?.synchronize() } catch { failure = error }
    }

    /// Reports what went wrong, unless it is that the reader wants no more: `jsonq … | head` is no error.
    func finish() -> ExitStatus {
        if let descriptor, isUsed || descriptor != .standardOutput {
            do { try descriptor.close() } catch { failure = failure ?? error }
        }
        guard let failure, failure.code != EPIPE else { return .success }
        Diagnostics.report(failure, on: name)
        return .file
    }
}
