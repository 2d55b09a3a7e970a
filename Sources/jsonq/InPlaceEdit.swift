import NeatlineSystem

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
        let path = try name.path.resolved()
        let old = try FileStatus(path)
        guard old.isRegular else { return refuse("only regular files can be rewritten", .file) }
        // Renaming could replace it in spite of this.
        try path.checkWritable()
        // Renaming could not, and a name of the old file that is to be kept could not be removed.
        guard old.isRemovable(from: try FileStatus(path.folder), by: geteuid()) else { throw SystemError(code: EPERM) }
        var replacement: FileReplacement
        do {
            replacement = try FileReplacement(
                of: path, temporaryPath: path.temporarySibling(".jsonq-"), permissions: 0o600, isSynchronized: true)
        } catch {
            return refuse("no file can be created in its directory: \(error)", .file)
        }

        let comparison = StreamComparison()
        let output = Output(replacement.descriptor, name: name.text, comparison: comparison)
        let status = body(output, comparison)
        let written = output.finish()
        if written != .success || status > .negative { return Swift.max(written, status) }
        if comparison.isSame { return status }
        replacement.adopt(old)
        try replacement.finish()
        guard try FileStatus(path) == old else { return refuseChangedFile() }
        // Of several processes that have read the old file, the first one that locks it replaces it, and then unlocks it.
        let file = try Descriptor(opening: path, O_RDWR)
        defer { try? file.closeFile() }
        guard file.tryLockForProcess() else {
            return refuse("somebody else has locked the file, it stays as it is", .file)
        }
        // The file system of a container has copied a file of its image when it was opened.
        guard try FileStatus(path).isCopy(of: old) else { return refuseChangedFile() }
        if let suffix = arguments.backupSuffix {
            let backup = CommandWord(bytes: path.bytes + suffix.utf8)
            do {
                try keepOld(path, as: backup.path, replacement.temporaryPath.appending("~"))
            } catch {
                return refuse("it cannot be kept as \(backup.text): \(error)", .file)
            }
        }
        try replacement.commit()
        if old.links > 1 {
            Diagnostics.warn("\(name.text) had \(old.links) hard links, the others keep the old text")
        }
        return status
    }

    /// Gives the old file another name, too, so that it is there at any time.
    ///
    /// - Throws: the error of the system.
    private func keepOld(
        _ path: SystemPath, as backup: SystemPath, _ second: SystemPath
    ) throws(SystemError) {
        // Renaming a file to another name of itself does nothing.
        defer { second.removeName() }
        try path.addName(second)
        try second.move(to: backup)
    }

    private func refuseChangedFile() -> ExitStatus {
        refuse("somebody else has changed the file meanwhile, it stays as it is", .file)
    }

    private func refuse(_ message: String, _ status: ExitStatus) -> ExitStatus {
        Diagnostics.report(message, on: name.text)
        return status
    }
}
