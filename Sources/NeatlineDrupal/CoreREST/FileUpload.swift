internal import Foundation
internal import NeatlineHTTP

// Uploads of files, for core REST and JSON:API.

extension DrupalCall {
    /// Sets the body to a file: Drupal accepts its bytes only, with the name in a header field, not a multipart form.
    ///
    /// - Throws: `DrupalError` with the reason `invalidFileName`.
    mutating func upload(_ data: some Collection<UInt8>, name: String) throws {
        body = Body(data: Data(data), contentType: "application/octet-stream")
        headers.update(.contentDisposition("file; filename=\"\(try Self.safeFileName(name))\""))
    }

    /// Returns a name without the characters that would end the quoted name or the header field, or name a directory.
    ///
    /// Drupal takes everything up to the last quotation mark, without unescaping; letters outside ASCII are sent in UTF-8.
    private static func safeFileName(_ name: String) throws -> String {
        guard !name.allSatisfy(\.isWhitespace) else { throw DrupalError(.invalidFileName) }
        var safe = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"", "\\", "/": safe.append("_")
            case _ where scalar.properties.generalCategory == .control: safe.append("_")
            default: safe.append(scalar)
            }
        }
        return String(safe)
    }
}
