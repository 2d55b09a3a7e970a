import NeatlineSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The output, and its state.
final class Output {
    /// Nothing more can be written; `finish` reports the reason.
    struct Ended: Error {}

    let name: String
    /// Nil if the output is only compared.
    private let descriptor: Descriptor?
    /// Compares the output with the input.
    private let comparison: StreamComparison?
    private var failure: SystemError?
    private var isUsed = false
    private var isInLine = false
    /// Collects the output.
    var collected: CollectedOutput?
    /// The largest number of bytes that are collected.
    private static let largestCollection = 8 << 20

    /// Creates an output that goes to nothing but `collected`.
    static func collecting() -> Output { Output(nil, name: "", comparison: nil) }

    /// Creates the standard output.
    init() {
        name = "<stdout>"
        descriptor = .standardOutput
        comparison = nil
    }

    /// Creates an output to an open file, which remains open, or without a file.
    init(_ descriptor: Descriptor?, name: String, comparison: StreamComparison?) {
        self.name = name
        self.descriptor = descriptor
        self.comparison = comparison
    }

    var isTerminal: Bool { descriptor?.isTerminal ?? false }

    /// Whether what is written comes to be read from the input.
    func extends(_ input: Descriptor) -> Bool { descriptor.map(input.isExtended) ?? false }

    /// Writes all of `bytes`.
    ///
    /// - Throws: `Ended`, if nothing more can be written.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Ended) {
        isUsed = true
        // A NUL ends a result of `--raw-output0`, to which a line feed would not belong.
        if let last = bytes.last { isInLine = last != UInt8(ascii: "\n") && last != 0 }
        comparison?.add(written: bytes)
        if let collected {
            collected.bytes.append(contentsOf: bytes)
            if collected.bytes.count > Output.largestCollection { throw Ended() }
        }
        do {
            try descriptor?.writeAll(bytes)
        } catch {
            failure = error
            throw Ended()
        }
    }

    /// Writes a short text.
    ///
    /// - Throws: `Ended`, if nothing more can be written.
    func write(_ text: String) throws(Ended) {
        var text = text
        var ended: Ended?
        text.withUTF8 { bytes in
            do throws(Ended) { try write(UnsafeRawBufferPointer(bytes)) } catch { ended = error }
        }
        if let ended { throw ended }
    }

    /// Ends the line and its color if a value is incomplete, so that the next output begins on a new line.
    func endLine(isColored: Bool) {
        guard isInLine else { return }
        // `finish` reports a failure.
        try? write(isColored ? "\u{1B}[0m\n" : "\n")
    }

    /// Closes standard output, and reports an error, unless the reader has closed the pipe: `jsonq … | head` is no error.
    func finish() -> ExitStatus {
        if let descriptor, isUsed, descriptor == .standardOutput {
            do { try descriptor.closeFile() } catch { failure = failure ?? error }
        }
        guard let failure, failure.code != EPIPE else { return .success }
        Diagnostics.report(failure, on: name)
        return .file
    }
}
