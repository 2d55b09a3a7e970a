import Foundation
import NeatlineJSON

// One model.

extension Mapper {
    /// A model from a text; nil if it is no JSON, no object, or refused.
    @inlinable
    public func map(JSONString: String) -> N? { model(.text(Array(JSONString.utf8))) }

    /// A model from the bytes of a text; nil if it is no JSON, no object, or refused.
    @inlinable
    public func map(bytes: [UInt8]) -> N? { model(.text(bytes)) }

    /// A model from the bytes of a text; nil if it is no JSON, no object, or refused.
    @inlinable
    public func map(data: Data) -> N? { model(.text([UInt8](data))) }

    /// A model from a value; nil if it is no object, or refused.
    @inlinable
    public func map(json: NeatlineJSON.JSON) -> N? { model(.json(json)) }

    /// A model from a dictionary, a `JSON` value or whatever else is an object; nil for everything else, and if it is
    /// refused.
    @inlinable
    public func map(JSONObject: Any?) -> N? { model(.object(JSONObject)) }

    /// A model from a dictionary; nil if it is refused.
    @inlinable
    public func map(JSON: [String: Any]) -> N? { model(.object(JSON)) }

    @inlinable
    func model(_ source: Source) -> N? { read(source) { $0.model() } }
}

// MARK: Into a model that exists

extension Mapper {
    /// Maps a text into a model: properties whose members are absent keep their values, models inside it are updated in
    /// place.
    ///
    /// - Returns: the model; as it was, if the text is no JSON or no object. For a class it is the same object.
    @inlinable
    public func map(JSONString: String, toObject object: N) -> N { update(object, .text(Array(JSONString.utf8))) }

    /// Maps the bytes of a text into a model, as the method that takes a `String`.
    @inlinable
    public func map(data: Data, toObject object: N) -> N { update(object, .text([UInt8](data))) }

    /// Maps a value into a model, as the method that takes a `String`.
    @inlinable
    public func map(json: NeatlineJSON.JSON, toObject object: N) -> N { update(object, .json(json)) }

    /// Maps an object into a model, as the method that takes a `String`.
    @inlinable
    public func map(JSONObject: Any?, toObject object: N) -> N { update(object, .object(JSONObject)) }

    /// Maps a dictionary into a model, as the method that takes a `String`.
    @inlinable
    public func map(JSON: [String: Any], toObject object: N) -> N { update(object, .object(JSON)) }

    @inlinable
    func update(_ object: N, _ source: Source) -> N {
        var object = object
        _ = read(source, toObject: true) { $0.update(&object, $0.object) }
        return object
    }
}

// MARK: Files

extension Mapper {
    /// A model from a file; nil if it cannot be read, or as `map(JSONString:)`.
    ///
    /// - Parameter JSONfile: a resource of the main bundle, or, if there is none with that name, a path.
    public func map(JSONfile: String) -> N? { FileContents(JSONfile).flatMap { model(.text($0.bytes)) } }

    /// Models from a file; nil if it cannot be read, or as `mapArray(JSONString:)`.
    ///
    /// - Parameter JSONfile: a resource of the main bundle, or, if there is none with that name, a path.
    public func mapArray(JSONfile: String) -> [N]? {
        FileContents(JSONfile).flatMap { models(.text($0.bytes), wrapping: true) }
    }

    /// A model from a file.
    ///
    /// - Throws: why the file cannot be read, or as `tryMap(JSONString:)`.
    public func map(contentsOf url: URL) throws -> N { try tryMap(data: try Data(contentsOf: url)) }
}

/// The bytes of a resource or a file.
private struct FileContents {
    let bytes: [UInt8]

    init?(_ name: String) {
        let path = Bundle.main.path(forResource: name, ofType: nil) ?? name
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        bytes = [UInt8](data)
    }
}
