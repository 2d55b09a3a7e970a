import NeatlineJSON
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Messages to standard error, each in one piece.
enum Diagnostics {
    /// Reports a command line that makes no sense.
    static func report(_ error: UsageError) {
        write("jsonq: error: \(error)\nTry 'jsonq --help'.\n")
    }

    /// Reports a filter that cannot be understood.
    static func report(_ error: FilterSyntaxError) {
        write("jsonq: error: \(error)\n")
    }

    /// Reports a value that the filter does not fit.
    static func report(_ error: FilterError, in name: String) {
        report(error.message, on: name)
    }

    /// Reports that something cannot be done with a file.
    static func report(_ message: String, on name: String) {
        write("\(name): error: \(message)\n")
    }

    /// Reports what is wrong in the text of an input: the place, what, and the line with a caret below it.
    static func report(_ error: JSONError, in name: String) {
        let place = error.line.flatMap { line in error.column.map { ":\(line):\($0)" } } ?? ""
        var text = "\(name)\(place): error: \(error.message)\n"
        for line in error.excerpt?.split(separator: "\n", omittingEmptySubsequences: false) ?? [] {
            text += "    \(line)\n"
        }
        write(text)
    }

    /// Reports that the system refused to read or write.
    static func report(_ error: SystemError, on name: String) {
        report("\(error)", on: name)
    }

    /// Reports something that changes no outcome.
    static func warn(_ message: String) {
        write("jsonq: warning: \(message)\n")
    }

    private static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            // Nobody is left to tell when standard error cannot be written.
            try? Descriptor.standardError.write(UnsafeRawBufferPointer(bytes))
        }
    }
}
