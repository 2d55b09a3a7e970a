import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// What a transform makes of a JSON text; both of its ways from JSON have to agree.
func read<T: TransformType>(
    _ transform: T, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> T.Object? where T.Object: Equatable {
    let json = try JSON(parsing: text)
    let parsed = transform.transform(fromParsed: json)
    let any: Any? = json == JSON.null ? nil : json.object
    expectEqual(transform.transformFromJSON(any), parsed, "of \(text)", sourceLocation: sourceLocation)
    return parsed
}

/// A string as JSON text.
func quoted(_ text: String) throws -> String { try JSON.string(text).serializedString() }

/// JSON texts of every type but string.
let noStrings = ["null", "true", "false", "0", "1.5", "-1e400", "[]", #"["a"]"#, "{}", #"{"a": "b"}"#]

/// Values besides those of a parsed text that a dictionary may hold, and that are neither numbers nor strings.
var strangers: [Any?] {
    [nil, NSNull(), [1], [String](), ["a": 1], Date(), Data("5".utf8), NSObject(), Optional<String>.none as Any]
}
