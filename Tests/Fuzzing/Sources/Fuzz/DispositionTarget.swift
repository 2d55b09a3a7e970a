import NeatlineSystem
import Foundation

@testable import NeatlineHTTP

/// The name in a `Content-Disposition` leads out of no folder, and is read as it was written, quoted or percent-encoded.
func fuzzDisposition(_ input: inout FuzzInput) {
    let name = text(input.piece())
    let field = String(octets: input.rest())
    let found = DownloadRequest.fileName(inDisposition: field)
    check(found?.isEmpty != true, "an empty name")
    check(
        FieldParser.parameters(of: field).allSatisfy { $0.name.utf8.allSatisfy(\.isTokenByte) },
        "no name of a parameter")
    for suggestion in [name, found ?? ""] {
        let safe = SafeFileName(suggestion).text
        check(!safe.isEmpty && safe.utf8.count <= 255, "a name of \(safe.utf8.count) bytes")
        check(safe.utf8.first != UInt8(ascii: "."), "a hidden file: \(safe)")
        check(safe.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x2F && $0 != 0x5C }, "no name: \(safe)")
    }
    guard !name.isEmpty, !name.hasOctets, name.unicodeScalars.first != "\u{FEFF}" else { return }
    let quoted = "attachment; x=\"; filename=a\"; FILENAME = \(DigestAnswer.quoted(name))"
    check(
        DownloadRequest.fileName(inDisposition: quoted).map { Array($0.utf8) } == Array(name.utf8),
        "not read: \(quoted)")
    let encoded = name.utf8.map { "%" + HexadecimalDigits.text([$0]) }.joined()
    let extended = "attachment; filename=a; filename*=utf-8'en'\(encoded)"
    check(
        DownloadRequest.fileName(inDisposition: extended).map { Array($0.utf8) } == Array(name.utf8),
        "not read: \(extended)")
}
