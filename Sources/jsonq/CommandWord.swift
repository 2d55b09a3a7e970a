import NeatlineSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A word of the command line: its bytes, because a file name need not be UTF-8, and its text.
struct CommandWord: Equatable {
    /// The bytes, without the terminating zero.
    let bytes: [UInt8]
    /// The text, in which bytes that are not UTF-8 are U+FFFD.
    let text: String

    init(_ text: String) {
        bytes = Array(text.utf8)
        self.text = text
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the file system contains something of this name.
    var isNameOfFile: Bool { path.isUsed }

    /// The word as the name of a file.
    var path: SystemPath { SystemPath(bytes: bytes) }

    private init(_ word: UnsafePointer<CChar>) {
        // SAFETY: the words of argv are zero-terminated and live as long as the process.
        bytes = Array(UnsafeRawBufferPointer(start: word, count: Int(strlen(word))))
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the words that the process was started with, without its own name.
    ///
    /// - Throws: `UsageError.unknownWords` if Swift could not read them.
    static func ofThisProcess() throws(UsageError) -> [CommandWord] {
        try words(CommandLine.argc, CommandLine.unsafeArgv)
    }

    /// Returns the words after the first one, which is the name of the program.
    ///
    /// On Linux, Swift reads the words from `/proc`. Where it is not mounted there are none, not even the name, and a command
    /// without its filter and its files would do something else than it was told.
    ///
    /// - Parameters:
    ///   - count: the number of words.
    ///   - words: the zero-terminated words.
    /// - Throws: `UsageError.unknownWords` if there are none.
    static func words(
        _ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) throws(UsageError) -> [CommandWord] {
        guard count > 0 else { throw .unknownWords }
        return (1..<Int(count)).compactMap { index in words[index].map { CommandWord(UnsafePointer($0)) } }
    }
}
