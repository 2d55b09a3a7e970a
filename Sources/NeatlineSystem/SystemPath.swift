#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The path of a file: its bytes, because the name of a file need not be UTF-8.
package struct SystemPath: Hashable, Sendable {
    /// The bytes and a terminating zero, as system calls take them.
    let characters: [CChar]

    package init(_ text: String) { characters = Array(text.utf8CString) }

    /// Creates a path of bytes, without a terminating zero.
    package init(bytes: some Sequence<UInt8>) { characters = bytes.map { CChar(bitPattern: $0) } + [0] }

    /// The bytes, without the terminating zero.
    package var bytes: [UInt8] { characters.dropLast().map { UInt8(bitPattern: $0) } }

    /// Returns the path with a suffix.
    package func appending(_ suffix: String) -> SystemPath { SystemPath(bytes: bytes + suffix.utf8) }

    /// The path of the directory that the file is in.
    package var folder: SystemPath {
        let folder = folderWithSlash
        return folder.isEmpty ? SystemPath(".") : SystemPath(bytes: folder)
    }

    /// Returns a new path in the same directory, which begins with `prefix` and is not the name of a file.
    package func temporarySibling(_ prefix: String = ".neatline-") -> SystemPath {
        let number = UInt64.random(in: .min ... .max)
        return SystemPath(bytes: folderWithSlash + (prefix + String(number, radix: 36)).utf8)
    }

    /// The beginning up to the slash before the last component; nothing if there is none.
    private var folderWithSlash: ArraySlice<UInt8> {
        let slash = UInt8(ascii: "/")
        var rest = bytes[...]
        while rest.count > 1, rest.last == slash { rest.removeLast() }
        return rest[..<(rest.lastIndex(of: slash).map { $0 + 1 } ?? 0)]
    }

    // MARK: - What the file system does with a path

    /// Whether there is something with this path.
    package var isUsed: Bool { access(characters, F_OK) == 0 }

    /// Checks that the process may write to the file.
    ///
    /// - Throws: the error of the system.
    package func checkWritable() throws(SystemError) {
        if access(characters, W_OK) != 0 { throw .last }
    }

    /// Returns the path of the file itself, after following all links.
    ///
    /// - Throws: the error of the system.
    package func resolved() throws(SystemError) -> SystemPath {
        guard let path = realpath(characters, nil) else { throw .last }
        defer { free(path) }
        // SAFETY: realpath returns allocated memory with a terminating zero.
        return SystemPath(bytes: UnsafeRawBufferPointer(start: path, count: Int(strlen(path))))
    }

    /// Renames the file, which replaces another one.
    ///
    /// - Throws: the error of the system.
    package func move(to path: SystemPath) throws(SystemError) {
        if rename(characters, path.characters) != 0 { throw .last }
    }

    /// Gives the file another name, which must be new.
    ///
    /// - Throws: the error of the system.
    package func addName(_ path: SystemPath) throws(SystemError) {
        if link(characters, path.characters) != 0 { throw .last }
    }

    /// Removes the name of a file, if there is one.
    package func removeName() { unlink(characters) }
}
