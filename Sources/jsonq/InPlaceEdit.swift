#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Rewrites a file atomically: at any time it is the old or the new one.
///
/// The new text is written to a temporary file in the same folder, which then replaces the old one; it has its mode,
/// and its owner if permitted. A link remains, and its target is rewritten. The file is unchanged if the text does not
/// change, if anything fails, or if another process has changed it meanwhile.
struct InPlaceEdit {
    private let name: CommandWord
    private let arguments: Arguments

    init(_ name: CommandWord, _ arguments: Arguments) {
        self.name = name
        self.arguments = arguments
    }

    /// Runs `body`, which reads the file, writes to the output, and adds what it reads to the comparison.
    func run(_ body: (Output, StreamComparison) -> ExitStatus) -> ExitStatus {
        do {
            return try edit(body)
        } catch {
            Diagnostics.report(error, on: name.text, hint: arguments.hint(for: error, of: name.text))
            return .file
        }
    }

    private func edit(_ body: (Output, StreamComparison) -> ExitStatus) throws(SystemError) -> ExitStatus {
        let path = try resolved()
        let identity = try FileIdentity(path)
        guard identity.isRegular else { return refuse("only regular files can be rewritten", .file) }
        // Renaming could replace it in spite of this.
        if path.withCString({ access($0, W_OK) }) != 0 { throw .last }
        let folder = CommandWord(bytes: Array(path.bytes[...(path.bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]))
        let (descriptor, temporary) = try Descriptor.createTemporary(
            CommandWord(bytes: folder.bytes + Array(".jsonq-XXXXXX".utf8)))
        var isRenamed = false
        defer { if !isRenamed { temporary.withCString { _ = unlink($0) } } }

        let comparison = StreamComparison()
        let output = Output(descriptor, name: name.text, comparison: comparison)
        let status = body(output, comparison)
        adopt(identity, descriptor)
        output.synchronize()
        let written = output.finish()
        if written != .success || status > .negative { return Swift.max(written, status) }
        if comparison.isSame { return status }
        guard try FileIdentity(path) == identity else {
            return refuse("somebody else has changed the file meanwhile, it stays as it is", .file)
        }
        if let suffix = arguments.backupSuffix { try keepOld(path, suffix: suffix, temporary) }
        let result = temporary.withCString { old in path.withCString { new in rename(old, new) } }
        if result != 0 { throw .last }
        isRenamed = true
        if identity.links > 1 {
            Diagnostics.warn("\(name.text) had \(identity.links) hard links, the others keep the old text")
        }
        // The new name is synchronized too; a system that does not support this is no error.
        if let folder = try? Descriptor.open(folder) {
            try? folder.synchronize()
            try? folder.close()
        }
        return status
    }

    /// Gives the old file another name, too, so that it is there at any time.
    ///
    /// - Throws: the error of the system.
    private func keepOld(_ path: CommandWord, suffix: String, _ temporary: CommandWord) throws(SystemError) {
        let backup = CommandWord(bytes: path.bytes + suffix.utf8)
        let second = CommandWord(bytes: temporary.bytes + "~".utf8)
        // Renaming a file to another name of itself does nothing.
        defer { second.withCString { _ = unlink($0) } }
        if path.withCString({ path in second.withCString { link(path, $0) } }) != 0 { throw .last }
        if second.withCString({ second in backup.withCString { rename(second, $0) } }) != 0 { throw .last }
    }

    /// Returns the file itself, after following all links.
    ///
    /// - Throws: the error of the system.
    private func resolved() throws(SystemError) -> CommandWord {
        guard let path = name.withCString({ realpath($0, nil) }) else { throw .last }
        defer { free(path) }
        // SAFETY: realpath returns allocated memory with a terminating zero.
        return CommandWord(bytes: Array(UnsafeRawBufferPointer(start: path, count: Int(strlen(path)))))
    }

    /// Sets the owner, as far as permitted, and the mode of the new file to those of the old one.
    private func adopt(_ identity: FileIdentity, _ descriptor: Descriptor) {
        var mode = identity.mode & 0o7777
        if fchown(descriptor.number, identity.owner, identity.group) != 0,
            fchown(descriptor.number, .max, identity.group) != 0
        {
            // A new owner must not grant the rights that the old owner had granted.
            mode &= 0o777
        }
        _ = fchmod(descriptor.number, mode)
    }

    private func refuse(_ message: String, _ status: ExitStatus) -> ExitStatus {
        Diagnostics.report(message, on: name.text)
        return status
    }
}
