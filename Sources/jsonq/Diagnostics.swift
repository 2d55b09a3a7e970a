import NeatlineJSON
import NeatlineSystem

/// Writes messages to standard error, each by one call.
enum Diagnostics {
    /// The progress on the terminal, which makes way for messages.
    // SAFETY: set before anything is read, and used by one thread only: those that read ahead report nothing.
    nonisolated(unsafe) static var progress: ProgressLine?

    /// Reports an invalid command line.
    static func report(_ error: UsageError) {
        // `--help` would not be read, either.
        let hint = error == .unknownWords ? "" : "Try 'jsonq --help'.\n"
        write("jsonq: error: \(error)\n" + hint)
    }

    /// Reports an invalid filter.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - hint: what may be wrong.
    static func report(_ error: FilterSyntaxError, hint: String?) {
        write("jsonq: error: \(error)\n" + (hint.map { "\($0)\n" } ?? ""))
    }

    /// Reports why there is no model.
    static func report(_ error: ModelError) {
        write("jsonq: error: \(error.message)\n")
    }

    /// Reports a value that the filter cannot be applied to, and where it begins.
    static func report(_ error: FilterError, in name: String) {
        report(error.message, on: error.position.map { "\(name):\($0.line):\($0.column)" } ?? name)
    }

    /// Reports an error of a file.
    static func report(_ message: String, on name: String) {
        write("\(name): error: \(message)\n")
    }

    /// Reports an error in the text of an input: its position, and the line with a caret below it.
    static func report(_ error: JSONError, in name: String) {
        let position = error.line.flatMap { line in error.column.map { ":\(line):\($0)" } } ?? ""
        if seemsUTF16(error) {
            return report(
                "the input seems to be UTF-16, and only UTF-8 is read; 'iconv -f UTF-16 -t UTF-8' converts it",
                on: name + position)
        }
        var text = "\(name)\(position): error: \(error.message)\n"
        for line in error.excerpt?.split(separator: "\n", omittingEmptySubsequences: false) ?? [] {
            text += "    \(line)\n"
        }
        write(text)
    }

    /// Whether an error is that of the first character of UTF-16: a byte order mark, or one of two bytes that is zero.
    ///
    /// Files of zeros, texts between zeros and other binary files begin like that, too. So the first
    /// two characters, or the one after a mark, must be a byte and a zero each, which is U+FFFD in the excerpt.
    private static func seemsUTF16(_ error: JSONError) -> Bool {
        let hasMark: Bool
        switch (error.byteOffset, error.found) {
        case (0, "byte 0xFF"), (0, "byte 0xFE"): hasMark = true
        case (0, "U+0000"), (1, "U+0000"): hasMark = false
        default: return false
        }
        let line = (error.excerpt ?? "").unicodeScalars.prefix { $0 != "\n" }
        let areZeros = line.dropFirst(hasMark ? 2 : 0).prefix(hasMark ? 2 : 4).map { $0 == "\u{FFFD}" }
        return stride(from: 1, to: areZeros.count, by: 2).allSatisfy { areZeros[$0 - 1] != areZeros[$0] }
    }

    /// Reports a system error of reading or writing.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - name: the name of the file.
    ///   - hint: what may be wrong, in parentheses after the error.
    static func report(_ error: SystemError, on name: String, hint: String? = nil) {
        report("\(error)" + (hint.map { " (\($0))" } ?? ""), on: name)
    }

    /// Reports something that does not change the exit status.
    static func warn(_ message: String) {
        write("jsonq: warning: \(message)\n")
    }

    /// Writes to the terminal, for progress.
    static func draw(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            // An error of standard error cannot be reported.
            try? Descriptor.standardError.writeAll(UnsafeRawBufferPointer(bytes))
        }
    }

    private static func write(_ text: String) {
        progress?.clear()
        draw(text)
    }
}
