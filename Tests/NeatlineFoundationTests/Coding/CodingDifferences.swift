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
        return (try? JSON(parsing: text, options: options)) != nil
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
            var options = JSONParsingOptions()
            options.allowsTrailingCommas = true
            return found.ours?.kind == .dataCorrupted && found.ours?.path.isEmpty == true && !found.isValid
                && found.isValid(options)
        },
        DecodingDifference(
            name: "what is not read is checked too",
            reason:
                "a text with a mistake anywhere is refused as a whole, at the path of the root; Foundation looks at "
                + "strings, numbers and UTF-8 only when they are read, and then names the path of the reader"
        ) { found in
            found.ours?.kind == .dataCorrupted && found.ours?.path.isEmpty == true && !found.isValid
        },
    ]
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
            let a = try? JSON(parsing: ours), let b = try? JSON(parsing: theirs)
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

    static let all: [EncodingDifference] = []
}
