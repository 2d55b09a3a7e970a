internal import Foundation

/// The bytes of a file whose length was said to somebody: it must keep it.
///
/// The file is open only while it is read, so that many uploads may wait for their turn.
final class FileSource: BodySource {
    private let url: URL
    private var file: ReadableFile?
    /// How many bytes it has.
    let length: Int64

    /// - Throws: ``UploadBodyError`` if there is no regular file that may be read.
    convenience init(_ url: URL) throws(UploadBodyError) {
        self.init(url, length: try ReadableFile(url).length())
    }

    /// - Parameter length: What was said to somebody.
    init(_ url: URL, length: Int64) {
        self.url = url
        self.length = length
    }

    var isRepeatable: Bool { true }

    /// The last bytes are only given if the file still ends behind them.
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
