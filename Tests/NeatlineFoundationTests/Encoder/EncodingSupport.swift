import Foundation
import Neatline

/// A key with any name.
struct FreeKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

/// A value that encodes what a closure does.
struct Encoded: Encodable, CustomStringConvertible {
    let body: (any Encoder) throws -> Void

    init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }

    func encode(to encoder: any Encoder) throws { try body(encoder) }

    var description: String { "Encoded" }
}

/// A value that encodes an object.
func encodedObject(_ body: @escaping (inout KeyedEncodingContainer<FreeKey>) throws -> Void) -> Encoded {
    Encoded { encoder in
        var container = encoder.container(keyedBy: FreeKey.self)
        try body(&container)
    }
}

/// A value that encodes an array.
func encodedArray(_ body: @escaping (inout any UnkeyedEncodingContainer) throws -> Void) -> Encoded {
    Encoded { encoder in
        var container = encoder.unkeyedContainer()
        try body(&container)
    }
}

/// The text of a value.
func encodedText(_ value: some Encodable, _ setUp: (NeatlineJSONEncoder) -> Void = { _ in }) throws -> String {
    let encoder = NeatlineJSONEncoder()
    setUp(encoder)
    return try encoder.encodeToString(value)
}

/// The text of Foundation's encoder.
func foundationText(_ value: some Encodable, _ setUp: (JSONEncoder) -> Void = { _ in }) throws -> String {
    let encoder = JSONEncoder()
    setUp(encoder)
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// What is wrong, if a value cannot be encoded: the path and the description.
func encodingFailure(_ value: some Encodable, _ setUp: (NeatlineJSONEncoder) -> Void = { _ in }) -> String? {
    do {
        _ = try encodedText(value, setUp)
        return nil
    } catch EncodingError.invalidValue(_, let context) {
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return "\(path.joined(separator: ".")): \(context.debugDescription)"
    } catch {
        return "\(error)"
    }
}
