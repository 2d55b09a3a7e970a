public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension DownloadRequest {
    /// Moves files into one of the user's directories, under the names that servers suggest.
    ///
    /// ```swift
    /// let destination = DownloadRequest.suggestedDownloadDestination(for: .documentDirectory)
    /// AF.download("https://httpbin.org/image/png", to: destination).responseURL { print($0.fileURL?.path ?? "") }
    /// ```
    ///
    /// The name is the last component of `HTTPURLResponse.suggestedFilename`, which is what `Content-Disposition` says, or
    /// the end of the URL. It never leads out of the directory, whatever the server says: there are no separators,
    /// control characters or leading dots in it, and at most 255 bytes. Without a directory, the file stays where it is.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - domain: Whose it is.
    ///   - options: What is done before a file is moved.
    public class func suggestedDownloadDestination(
        for directory: FileManager.SearchPathDirectory = .documentDirectory,
        in domain: FileManager.SearchPathDomainMask = .userDomainMask, options: Options = []
    ) -> Destination {
        { temporaryURL, response in
            guard let folder = FileManager.default.urls(for: directory, in: domain).first else {
                return (temporaryURL, options)
            }
            let name = SafeFileName(response.suggestedFilename ?? "").text
            return (folder.appendingPathComponent(name, isDirectory: false), options)
        }
    }
}

/// A name for a file in a directory, made of whatever a server suggests.
struct SafeFileName {
    /// What a file is called for which no name is left.
    static let substitute = "download"
    /// Bytes that file systems allow.
    private static let limit = 255

    let text: String

    init(_ suggestion: String) {
        // Scalars, not characters: a separator with a combining mark behind it is another character, and a separator still.
        let last = suggestion.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
        let scalars = last.unicodeScalars.filter { $0.properties.generalCategory != .control && $0 != ":" }
        var name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        name = String(Substring(name.unicodeScalars.drop { $0 == "." || $0 == " " }))
        text = name.isEmpty ? Self.substitute : Self.shortened(name)
    }

    /// What is too long loses the end of its stem, not its extension.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > limit else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let ending = name[dot...].utf8.count <= limit / 2 ? name[dot...] : ""
        var stem = name[..<(ending.isEmpty ? name.endIndex : dot)]
        while stem.utf8.count + ending.utf8.count > limit { stem.unicodeScalars.removeLast() }
        return String(stem + ending)
    }
}
