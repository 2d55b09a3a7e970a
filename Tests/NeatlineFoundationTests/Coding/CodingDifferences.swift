import Foundation
import Neatline

/// What both decoders made of one text.
struct DecodingComparison {
    let text: [UInt8]
    let settings: DecodingSettings
    /// nil: a value.
    let ours: CodingFailure?
    let theirs: CodingFailure?

    /// Whether the text is what the settings ask for, to the letter.
    var isValid: Bool { isValid(settings.allowsJSON5 ? .json5 : JSONParsingOptions()) }

    func isValid(_ options: JSONParsingOptions) -> Bool {
        var options = options
        options.maximumDepth = 512
        return (try? JSON(parsing: document, options: options)) != nil
    }

    /// The text, in the braces that a top-level dictionary may leave out.
    var document: [UInt8] {
        guard settings.assumesTopLevelDictionary,
            text.first(where: { !" \t\r\n".utf8.contains($0) }) != UInt8(ascii: "{")
        else { return text }
        return Array("{".utf8) + text + Array("\n}".utf8)
    }
}

/// Texts that are not compared, because the other side does not survive them.
enum FoundationTraps {
    /// With JSON5, Foundation of Swift 6.3 on Linux traps at an exponent that has a sign but no digits, and reads over
    /// the end of a text that ends with a number.
    static func on(_ text: [UInt8], _ settings: DecodingSettings) -> Bool {
        guard settings.allowsJSON5 else { return false }
        if let last = text.last, !"]}\"'/ \n".utf8.contains(last) { return true }
        return text.indices.contains { index in
            let rest = text[index...].prefix(3).map { Character(UnicodeScalar($0)) }
            return rest.count >= 2 && "eE".contains(rest[0]) && "+-".contains(rest[1])
                && !(rest.count == 3 && "0123456789".contains(rest[2]))
        }
    }
}

/// A difference between the decoders that is meant. `Documentation/Migrating/FromFoundation.md` has the same list.
struct DecodingDifference: Sendable {
    let name: String
    let reason: String
    /// Whether it explains what was found.
    let excuses: @Sendable (DecodingComparison) -> Bool

    static let all: [DecodingDifference] = [
        DecodingDifference(
            name: "trailing commas",
            reason: "RFC 8259 has none, so `[1,]` is an error; Foundation takes one"
        ) { found in
            found.isRefused && found.isValid(DecodingComparison.withTrailingCommas)
        },
        DecodingDifference(
            name: "what is not read is checked too",
            reason:
                "a text with a mistake anywhere is refused as a whole, at the path of the root; Foundation looks at "
                + "strings, numbers and UTF-8 only when they are read, and then names the path of the reader"
        ) { found in
            found.isRefused && !found.isValid
        },
        DecodingDifference(
            name: "the last member counts",
            reason: "of several members with one name the last counts, as in JSON; in Foundation the first"
        ) { found in
            found.isValid && !found.isValid(found.withoutDuplicates)
        },
        DecodingDifference(
            name: "whole paths",
            reason:
                "an error has all keys that lead to its value; Foundation leaves out those of a number that does not "
                + "fit, and some of dates"
        ) { found in
            guard let ours = found.ours, let theirs = found.theirs, ours.kind == theirs.kind else { return false }
            return theirs.path.count < ours.path.count && theirs.path.isSubsequence(of: ours.path)
        },
        DecodingDifference(
            name: "exact numbers",
            reason: "an integer is one if the number's text says so: 9223372036854775807.0 is an Int, 1e-400 and "
                + "6929495644600919.5 are not, which Foundation rounds to 0 and ...920; what rounds to zero as Double or "
                + "Float is zero, and 0e1 a number, which are errors there; JSON5's `5.` is the integer before the point"
        ) { found in
            found.isValid && found.hasRareNumber
        },
        DecodingDifference(
            name: "the end of an array",
            reason:
                "`decodeIfPresent` behind the last element does not count it, so the next error names the same index"
        ) { found in
            guard case .valueNotFound = found.ours?.kind, case .valueNotFound = found.theirs?.kind else { return false }
            return found.ours?.path.dropLast() == found.theirs?.path.dropLast()
        },
        DecodingDifference(
            name: "all of JSON5",
            reason:
                "escapes such as `\\v`, `\\x41` and `\\u0000`, also in names without quotes, continued lines, control "
                + "characters, hexadecimal numbers beyond 64 bits and Unicode's spaces are read as JSON5 has them"
        ) { found in
            guard found.settings.allowsJSON5, found.isValid else { return false }
            let text = String(decoding: found.text, as: UTF8.self).unicodeScalars
            return text.contains { $0 == "\\" || $0 == "x" || $0 == "\u{A0}" || $0 == "\u{FEFF}" || $0.value < 0x20 }
        },
        DecodingDifference(
            name: "forms of dates",
            reason: "`.iso8601` reads the other forms of ISO 8601 too, such as 20160315T000000Z"
        ) { found in
            // A type that catches the error has another value.
            found.settings.dates == .iso8601
                && (found.theirs?.kind == .dataCorrupted
                    || String(decoding: found.text, as: UTF8.self).contains("20160315T000000Z"))
        },
        DecodingDifference(
            name: "the first mistake",
            reason: "of several mistakes in one dictionary the first in the text is told; Foundation tells any of them"
        ) { found in
            guard let ours = found.ours, let theirs = found.theirs, found.isValid, !ours.path.isEmpty else {
                return false
            }
            if theirs.path.isEmpty { return theirs.kind == .dataCorrupted }
            let common = zip(ours.path, theirs.path).prefix { $0 == $1 }.count
            return common < ours.path.count && common < theirs.path.count && !ours.path[common].isIndex
        },
        DecodingDifference(
            name: "Decimal.nan",
            reason: "JSON5's NaN is no Decimal; Foundation makes the Decimal that it then writes as NaN"
        ) { found in
            found.settings.allowsJSON5 && found.ours?.kind == .dataCorrupted && found.theirs == nil
                && String(decoding: found.text, as: UTF8.self).contains("NaN")
        },
        DecodingDifference(
            name: "UTF-32 with a mark",
            reason: "little-endian UTF-32 that begins with a byte order mark is read; Foundation takes it for UTF-16"
        ) { found in
            found.text.starts(with: [0xFF, 0xFE, 0, 0]) && found.theirs?.kind == .dataCorrupted
        },
        DecodingDifference(
            name: "UTF-16 without a mark",
            reason: "the first character says that a text is UTF-16; Foundation wants the second to be ASCII, too"
        ) { found in
            found.text.count > 3 && found.text.prefix(2).contains(0) && found.theirs?.kind == .dataCorrupted
        },
    ]
}

extension DecodingComparison {
    static let withTrailingCommas: JSONParsingOptions = {
        var options = JSONParsingOptions()
        options.allowsTrailingCommas = true
        return options
    }()

    var withoutDuplicates: JSONParsingOptions {
        var options = settings.allowsJSON5 ? .json5 : JSONParsingOptions()
        options.duplicateKeys = .reject
        return options
    }

    /// Whether ours says that the text is no JSON.
    var isRefused: Bool { ours?.kind == .dataCorrupted && ours?.path.isEmpty == true }

    /// Whether the text has a number whose text and nearest `Double` or `Float` differ, or an integer with an exponent that
    /// needs more than 64 bits.
    var hasRareNumber: Bool {
        let options = settings.allowsJSON5 ? .json5 : JSONParsingOptions()
        guard let json = try? JSON(parsing: document, options: options) else { return false }
        // JSON5's `5.` is `5` in JSON.
        return DecodingComparison.hasRareNumber(
            json, hasPoints: settings.allowsJSON5 && text.contains(UInt8(ascii: ".")))
    }

    private static func hasRareNumber(_ json: JSON, hasPoints: Bool) -> Bool {
        switch json {
        case .number(let number):
            guard hasPoints || number.text.contains(where: { ".eE".contains($0) }) else { return false }
            let magnitude = number.doubleValue.magnitude
            return number.text.trimmingPrefix("-").hasPrefix("0e") || number.text.trimmingPrefix("-").hasPrefix("0E")
                || JSONNumber(number.doubleValue) != number || magnitude >= 0x1p63
                || magnitude < Double(Float.leastNormalMagnitude) && magnitude > 0
        case .array(let array): return array.contains { hasRareNumber($0, hasPoints: hasPoints) }
        case .object(let object): return object.contains { hasRareNumber($0.value, hasPoints: hasPoints) }
        default: return false
        }
    }
}

extension Array where Element: Equatable {
    /// Whether the elements stand in `other` in this order, perhaps with others between them.
    func isSubsequence(of other: [Element]) -> Bool {
        var rest = other[...]
        for element in self {
            guard let index = rest.firstIndex(of: element) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }
}

/// What both encoders made of one value.
struct EncodingComparison {
    let value: Any
    let settings: EncodingSettings
    let ours: CodingOutcome<Data>
    let theirs: CodingOutcome<Data>

    /// The same bytes, or the same error; where members are in no order, an equal value.
    var isSame: Bool {
        if ours.isSame(as: theirs) { return true }
        guard !settings.isSorted, case .value(let ours) = ours, case .value(let theirs) = theirs,
            let a = try? JSON(data: ours), let b = try? JSON(data: theirs)
        else { return false }
        return a == b
    }
}

/// A difference between the encoders that is meant. `Documentation/Migrating/FromFoundation.md` has the same list.
struct EncodingDifference: Sendable {
    let name: String
    let reason: String
    /// Whether it explains what was found.
    let excuses: @Sendable (EncodingComparison) -> Bool

    static let all: [EncodingDifference] = [
        EncodingDifference(
            name: "Decimal.nan",
            reason: "is an error: Foundation writes NaN, which is not JSON"
        ) { found in
            guard let ours = found.ours.failure, case .value(let theirs) = found.theirs else { return false }
            return ours.kind == .invalidValue(String(reflecting: Decimal.self))
                && String(decoding: theirs, as: UTF8.self).contains("NaN")
        },
        EncodingDifference(
            name: "whole paths",
            reason:
                "an error has all keys that lead to its value; Foundation leaves out those in front of a nested container"
        ) { found in
            guard let ours = found.ours.failure, let theirs = found.theirs.failure, ours.kind == theirs.kind else {
                return false
            }
            return theirs.path.count < ours.path.count && theirs.path.isSubsequence(of: ours.path)
        },
    ]
}
