#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One word of the command line: its bytes, because the name of a file need not be UTF-8, and its text to look at.
struct CommandWord: Equatable {
    /// Without the zero at the end.
    let bytes: [UInt8]
    /// What is not UTF-8 is U+FFFD here.
    let text: String

    init(_ text: String) {
        bytes = Array(text.utf8)
        self.text = text
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Whether there is something of this name in the file system.
    var isNameOfFile: Bool { withCString { access($0, F_OK) } == 0 }

    private init(_ word: UnsafePointer<CChar>) {
        // SAFETY: the words of argv end in a zero and live as long as the process.
        bytes = Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The words that the process was started with, without its own name.
    static var ofThisProcess: [CommandWord] {
        guard CommandLine.argc > 1 else { return [] }
        return (1..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { CommandWord(UnsafePointer($0)) }
        }
    }

    /// Calls `body` with the bytes and a zero after them, as the system wants a path.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let path = bytes.map { CChar(bitPattern: $0) } + [0]
        return path.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
