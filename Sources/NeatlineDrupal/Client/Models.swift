internal import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON
internal import NeatlineMapping

/// Conversion between bodies and models, with ``DrupalError`` as the error.
///
/// Models need not be `Sendable`: they are encoded before a request is sent, and created after it, by the caller's actor.
enum Models {
    static func read<Model: BaseMappable>(_ response: DrupalResponse, as type: Model.Type) throws -> Model {
        try reading(response) { try read($0, as: type) }
    }

    static func decode<Model: Decodable>(_ response: DrupalResponse, as type: Model.Type) throws -> Model {
        try reading(response) { try decode($0, as: type) }
    }

    private static func reading<Value>(_ response: DrupalResponse, _ read: (JSON) throws -> Value) throws -> Value {
        do {
            return try read(response.json)
        } catch let error as DrupalError {
            throw DrupalError(error.reason, in: response, underlyingError: error.underlyingError)
        }
    }

    static func read<Model: BaseMappable>(_ json: JSON, as type: Model.Type) throws -> Model {
        let mapper = Mapper<Model>()
        // By ObjectMapper's rules: what does not fit a property is left out.
        if json.type == .dictionary, let model = mapper.map(json: json) { return model }
        return try reading {
            _ = try json.get([], as: JSONObject.self)
            throw MappingError(failures: mapper.failures)
        }
    }

    static func decode<Model: Decodable>(_ json: JSON, as type: Model.Type) throws -> Model {
        let decoder = NeatlineJSONDecoder()
        decoder.dateDecodingStrategy = .custom(DrupalDate.read)
        return try reading { try decoder.decode(Model.self, from: json) }
    }

    static func write<Model: BaseMappable>(_ model: Model) throws -> [UInt8] {
        try writing { try Mapper<Model>().tryToJSONBytes(model) }
    }

    static func encode<Model: Encodable>(_ model: Model) throws -> [UInt8] {
        let encoder = NeatlineJSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return try writing { Array(try encoder.encode(model)) }
    }

    private static func reading<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            throw DrupalError(.unreadableBody, underlyingError: error)
        }
    }

    private static func writing<Value>(_ write: () throws -> Value) throws -> Value {
        do {
            return try write()
        } catch {
            throw DrupalError(.unencodableBody, underlyingError: error)
        }
    }
}

extension Models {
    static func json<Model: BaseMappable>(_ model: Model) throws -> JSON { try parsed(write(model)) }

    static func encodedJSON<Model: Encodable>(_ model: Model) throws -> JSON { try parsed(encode(model)) }

    private static func parsed(_ bytes: [UInt8]) throws -> JSON {
        try writing { try JSON(parsing: bytes) }
    }
}
