public import Foundation

// The destination that the server's suggested file name leads to, made safe.

extension DownloadRequest {
    /// Returns a destination in one of the user's directories, with the file name that the server suggests.
    ///
    /// ```swift
    /// let destination = DownloadRequest.suggestedDownloadDestination(for: .documentDirectory)
    /// AF.download("https://httpbin.org/image/png", to: destination).responseURL { print($0.fileURL?.path ?? "") }
    /// ```
    ///
    /// The name is that of `Content-Disposition` (RFC 6266: `filename*`, or else `filename`), or the end of the URL, or
    /// `download`. It never leads out of the directory: all before the last slash or backslash is removed, and so are colons,
    /// control characters and leading dots, with which names are hidden; it is at most 255 bytes long. If the directory does not exist on this platform, the file is not moved.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - domain: The domain in which the directory is searched for.
    ///   - options: Options for moving the file.
    /// - Returns: The destination.
    public class func suggestedDownloadDestination(
        for directory: FileManager.SearchPathDirectory = .documentDirectory,
        in domain: FileManager.SearchPathDomainMask = .userDomainMask, options: Options = []
    ) -> Destination {
        { temporaryURL, response in
            guard let folder = FileManager.default.urls(for: directory, in: domain).first else {
                return (temporaryURL, options)
            }
            let name = SafeFileName(suggestion(of: response)).text
            return (folder.appendingPathComponent(name, isDirectory: false), options)
        }
    }

    /// Returns the name that a response suggests, which may be unsafe.
    private class func suggestion(of response: HTTPURLResponse) -> String {
        let disposition = response.value(forHTTPHeaderField: "Content-Disposition") ?? ""
        if let name = fileName(inDisposition: disposition) { return name }
        #if canImport(FoundationNetworking)
        return response.url?.lastPathComponent ?? ""
        #else
        return response.suggestedFilename ?? ""
        #endif
    }

    /// Returns the name in a `Content-Disposition` field, which may be unsafe: `filename*`, or else `filename` (RFC 6266,
    /// section 4.3).
    class func fileName(inDisposition value: String) -> String? {
        let parameters = FieldParser.parameters(of: value)
        return parameters.lazy.filter { $0.name == "filename*" }.compactMap { extended($0.value) }.first
            ?? parameters.first { $0.name == "filename" }?.value.readable
    }

    /// Decodes a value such as `UTF-8'en'%e2%82%ac` (RFC 8187, section 3.2); returns `nil` if it is malformed or empty.
    private class func extended(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let encoding = String.Encoding(charset: String(parts[0])) else { return nil }
        let text = String(bytes: PercentEscaping.decoded(Array(parts[2].utf8)), encoding: encoding)
        return text?.isEmpty == true ? nil : text
    }
}

/// A safe file name, created from the name that a server suggests.
struct SafeFileName {
    /// The name that is used if nothing is left of the suggestion.
    static let substitute = "download"
    /// The maximum length of a file name, in bytes.
    private static let limit = 255

    let text: String

    init(_ suggestion: String) {
        // Splits by scalars, not by characters: a separator followed by a combining mark is another character, but
        // still a separator.
        let last = suggestion.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
        let scalars = last.unicodeScalars.filter {
            $0.properties.generalCategory != .control && !$0.properties.isBidiControl && $0 != ":"
        }
        var name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        name = String(Substring(name.unicodeScalars.drop { $0 == "." || $0 == " " }))
        text = name.isEmpty ? Self.substitute : Self.shortened(name)
    }

    /// Returns a name shortened at the end of its stem, so that its extension remains.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > limit else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let ending = name[dot...].utf8.count <= limit / 2 ? name[dot...] : ""
        var stem = name[..<(ending.isEmpty ? name.endIndex : dot)]
        while stem.utf8.count + ending.utf8.count > limit { stem.unicodeScalars.removeLast() }
        return String(stem + ending)
    }
}
