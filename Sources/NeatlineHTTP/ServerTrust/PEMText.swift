internal import Foundation

/// The blocks of a PEM text (RFC 7468).
struct PEMText {
    /// A block: its label and its bytes.
    struct Block {
        let label: String
        let bytes: [UInt8]
    }

    let blocks: [Block]

    /// Parses a text; returns `nil` if a block does not end, or is not base64. Text around blocks is ignored.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    init?(_ data: Data) {
        var blocks: [Block] = []
        var label: String?
        var base64 = ""
        for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if let open = label {
                guard let end = Self.label(of: line, "-----END ") else {
                    base64 += line
                    continue
                }
                guard end == open, let bytes = Data(base64Encoded: base64) else { return nil }
                blocks.append(Block(label: open, bytes: Array(bytes)))
                label = nil
            } else {
                label = Self.label(of: line, "-----BEGIN ")
                base64 = ""
            }
        }
        guard label == nil else { return nil }
        self.blocks = blocks
    }

    private static func label(of line: String, _ start: String) -> String? {
        guard line.hasPrefix(start), line.hasSuffix("-----"), line.count > start.count + 5 else { return nil }
        return String(line.dropFirst(start.count).dropLast(5))
    }

    /// Returns whether data may be a PEM text.
    static func isLikely(_ data: Data) -> Bool { data.range(of: Data("-----BEGIN ".utf8)) != nil }
}
