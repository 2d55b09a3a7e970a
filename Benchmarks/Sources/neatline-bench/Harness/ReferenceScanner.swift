/// Tallies a valid JSON text in the plainest way, as the reference for every peer's answer.
///
/// It shares no code with any peer and believes its input: the corpora are valid, and a peer's output that is not
/// makes a different tally.
struct ReferenceScanner {
    private(set) var tally = Tally()
    /// White space outside strings; what serializing compactly removes.
    private(set) var blankBytes = 0

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Scans one document.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
        scanDocument()
    }

    /// A string is a key when a colon follows it, so the scanner needs no stack.
    private mutating func scanDocument() {
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                blankBytes += 1
                position += 1
            case UInt8(ascii: "\""):
                scanString()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                scanNumber()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                tally.countValue()
                position += 1
            case UInt8(ascii: "t"), UInt8(ascii: "n"):
                tally.countValue()
                position += 4
            case UInt8(ascii: "f"):
                tally.countValue()
                position += 5
            default:
                position += 1
            }
        }
    }

    private mutating func scanNumber() {
        let start = position
        while position < bytes.endIndex, Self.isPartOfNumber(bytes[position]) {
            position += 1
        }
        let digits = String(decoding: bytes[start..<position], as: UTF8.self)
        tally.count(number: Double(digits) ?? .nan)
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default:
            false
        }
    }

    private mutating func scanString() {
        position += 1
        var length = 0
        while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] == UInt8(ascii: "\\") else {
                length += 1
                position += 1
                continue
            }
            if position + 1 < bytes.endIndex, bytes[position + 1] == UInt8(ascii: "u") {
                length += Self.utf8Share(ofUnit: hexadecimalUnit(at: position + 2))
                position += 6
            } else {
                length += 1
                position += 2
            }
        }
        position += 1
        while position < bytes.endIndex, bytes[position] == UInt8(ascii: " ") {
            blankBytes += 1
            position += 1
        }
        if position < bytes.endIndex, bytes[position] == UInt8(ascii: ":") {
            tally.keyBytes += length
        } else {
            tally.values += 1
            tally.textBytes += length
        }
    }

    private func hexadecimalUnit(at start: Int) -> UInt16 {
        let digits = String(decoding: bytes[start..<min(start + 4, bytes.endIndex)], as: UTF8.self)
        return UInt16(digits, radix: 16) ?? 0
    }

    /// Each half of a surrogate pair counts for two of the pair's four bytes.
    private static func utf8Share(ofUnit unit: UInt16) -> Int {
        switch unit {
        case 0..<0x80: 1
        case 0x80..<0x800: 2
        case 0xD800..<0xE000: 2
        default: 3
        }
    }
}
