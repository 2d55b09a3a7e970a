internal import Foundation

/// A body source that reads a file whose length must not change.
///
/// The file is open only while it is read, so that many uploads may be queued.
final class FileSource: BodySource {
    private let url: URL
    private var file: ReadableFile?
    /// The length of the file in bytes.
    let length: Int64

    /// Creates a source with the current length of a file.
    ///
    /// - Throws: ``UploadBodyError`` if the URL is not that of a readable regular file.
    convenience init(_ url: URL) throws(UploadBodyError) {
        self.init(url, length: try ReadableFile(url).length())
    }

    /// Creates a source.
    ///
    /// - Parameter length: The length that was announced.
    init(_ url: URL, length: Int64) {
        self.url = url
        self.length = length
    }

    var isRepeatable: Bool { true }

    /// Reads bytes. The last bytes are returned only if the file still has the announced length.
    func read(_ count: Int, at offset: Int64) throws -> Data {
        guard offset < length else {
            file = nil
            return Data()
        }
        let file = try opened()
        let data = try file.read(Int(min(Int64(count), length - offset)), at: offset)
        if data.isEmpty || offset + Int64(data.count) == length { try check(file) }
        return data
    }

    private func opened() throws(UploadBodyError) -> ReadableFile {
        if let file { return file }
        let file = try ReadableFile(url)
        try check(file)
        self.file = file
        return file
    }

    private func check(_ file: ReadableFile) throws(UploadBodyError) {
        let found = try file.length()
        if found != length { throw .fileLengthChanged(path: file.path, expected: length, found: found) }
    }
}
