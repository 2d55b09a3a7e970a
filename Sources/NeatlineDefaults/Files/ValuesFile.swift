internal import Foundation
internal import NeatlineFoundation
internal import NeatlineSystem
internal import NeatlineJSON

/// The file of a store: JSON with the format's number, and the values, each on a line.
///
/// ```json
/// {
///   "format": 1,
///   "values": {
///     "launchCount": 5
///   }
/// }
/// ```
struct ValuesFile {
    /// The format that this version writes.
    static let format = 1

    let path: String
    /// Whether a write waits until the disk has the values.
    let isSynchronized: Bool

    /// The file's metadata by which changes of other processes are detected.
    struct Stamp: Equatable {
        var inode: UInt64
        var size: Int64
        var modified: Duration

        init(_ status: FileStatus) {
            inode = status.inode
            size = status.size
            modified = status.modified
        }
    }

    /// The largest file that is read: 1 GB.
    static let maximumSize = 1 << 30

    private var folder: String { (path as NSString).deletingLastPathComponent }

    /// The stamp of the file; nil if there is none.
    var stamp: Stamp? { (try? FileStatus(SystemPath(path))).map { Stamp($0) } }

    /// Creates the directory, which only its owner can enter.
    ///
    /// - Throws: ``DefaultsError/fileUnwritable(path:code:)``
    func createFolder() throws(DefaultsError) {
        if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else { throw .fileUnwritable(path: folder, code: errno) }
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: attributes)
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw .fileUnwritable(path: folder, code: cause?.code.rawValue ?? EIO)
        }
    }

    /// Reads the values.
    ///
    /// - Returns: The values and the stamp of the file that they are in, or nil if there is no file.
    /// - Throws: ``DefaultsError`` if there is one that cannot be read, or is of another format.
    func read() throws(DefaultsError) -> (values: [String: DefaultsValue], stamp: Stamp)? {
        guard let (bytes, stamp) = try contents() else { return nil }
        if bytes.isEmpty { throw .fileCorrupt(path: path, reason: "it is empty") }
        let json: JSON
        do {
            json = try JSON(parsing: bytes, options: .stored)
        } catch {
            throw .fileCorrupt(path: path, reason: String(describing: error))
        }
        guard let format: Int = json["format"].exactly() else {
            throw .fileCorrupt(
                path: path,
                reason: json.members == nil || json["format"].exists()
                    ? "it has no number \"format\""
                    : "it is JSON without the member \"format\"; 'importJSON(contentsOf:)' of a store reads such a file"
            )
        }
        guard format == ValuesFile.format else { throw .formatUnknown(path: path, format: format) }
        guard let members = json["values"].members else {
            throw .fileCorrupt(path: path, reason: "it has no object \"values\"")
        }
        return (Dictionary(members.map { ($0.key, DefaultsValue(fileForm: $0.value)) }) { $1 }, stamp)
    }

    private func contents() throws(DefaultsError) -> (bytes: [UInt8], stamp: Stamp)? {
        do throws(SystemError) {
            let file = try InputFile(path, requiresRegularFile: true)
            let stamp = Stamp(try file.status())
            return (try file.contents(maximumSize: ValuesFile.maximumSize + 1), stamp)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw .fileUnreadable(path: path, code: error.code)
        }
    }

    /// Replaces the file: writes another one, and gives it the name. A process that ends meanwhile leaves the old file or
    /// the new one. The file lock is held, so the other file's name is always the same.
    ///
    /// - Returns: The stamp of the new file.
    /// - Throws: ``DefaultsError``; the file is then unchanged.
    func write(_ values: [String: DefaultsValue]) throws(DefaultsError) -> Stamp {
        let text: [UInt8]
        do {
            text = try ValuesFile.text(values)
        } catch {
            throw .valueUnrepresentable(key: "", reason: String(describing: error))
        }
        guard text.count <= ValuesFile.maximumSize else { throw .fileUnwritable(path: path, code: EFBIG) }
        let path = SystemPath(path)
        let temporaryPath = path.appending(".new")
        // A process that was killed may have left it.
        temporaryPath.removeName()
        let old = try? FileStatus(path)
        do {
            return Stamp(
                try FileReplacement.perform(
                    path, temporaryPath: temporaryPath, permissions: 0o600, isSynchronized: isSynchronized
                ) { new in
                    try new.writeAll(text)
                    // What `sudo` has changed, the user can still read.
                    if let old { new.adoptOwner(of: old) }
                })
        } catch {
            throw .fileUnwritable(path: self.path, code: (error as? SystemError)?.code ?? EIO)
        }
    }

    /// Returns the text of a file. Values are not indented: that would take the square of their depth.
    private static func text(_ values: [String: DefaultsValue]) throws -> [UInt8] {
        var text = Array("{\n  \"format\": \(format),\n  \"values\": {".utf8)
        var separator = "\n    "
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            text += separator.utf8
            text += try JSON.string(key).serialized()
            text += ": ".utf8
            text += try value.fileForm.serialized()
            separator = ",\n    "
        }
        text += (values.isEmpty ? "}\n}\n" : "\n  }\n}\n").utf8
        return text
    }
}
