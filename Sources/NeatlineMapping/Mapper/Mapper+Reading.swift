import Foundation
import NeatlineFoundation
import NeatlineJSON

// The methods that read bytes, `Data`, files and `JSON`. Those that read a `String`, a dictionary or any object have the names of
// ObjectMapper, and are in `Mapper+ObjectMapper.swift`; those that throw are in `Mapper+Throwing.swift`.

// MARK: Models

extension Mapper {
    /// Returns a model from the bytes of a text; nil if it is not JSON or not an object, or the model rejects it.
    ///
    /// - Parameter bytes: The text in UTF-8.
    @inlinable
    public func map(bytes: [UInt8]) -> N? { read(.text(bytes)) }

    /// Returns a model from the bytes of a text; nil if it is not JSON or not an object, or the model rejects it.
    ///
    /// - Parameter data: The text in UTF-8, UTF-16 or UTF-32.
    @inlinable
    public func map(data: Data) -> N? { read(.init(data: data)) }

    /// Returns a model from a value; nil if it is not an object, or the model rejects it.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func map(json: NeatlineJSON.JSON) -> N? { read(.json(json)) }

    /// Maps the bytes of a text into a model, like the method for a `String`.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8, UTF-16 or UTF-32.
    ///   - object: The model.
    /// - Returns: The model, unchanged if the text is not JSON or not an object. For a class it is the same object.
    @inlinable
    public func map(data: Data, toObject object: N) -> N { update(object, .init(data: data)) }

    /// Maps a value into a model, like the method for a `String`.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - object: The model.
    /// - Returns: The model, unchanged if the value is not an object. For a class it is the same object.
    @inlinable
    public func map(json: NeatlineJSON.JSON, toObject object: N) -> N { update(object, .json(json)) }

    /// Returns a model from a file.
    ///
    /// - Parameters:
    ///   - url: The URL of the file, in UTF-8, UTF-16 or UTF-32.
    ///   - allowsOtherSchemes: Whether the URL may be that of something else, which Foundation loads while the thread
    ///     waits: of a server, whose response is neither validated nor limited in size. Use `NeatlineHTTPMapping` for
    ///     that.
    /// - Throws: `JSONFileError` for a URL that is not a file's, unless it is allowed; the error of reading the file,
    ///   or as `tryMap(JSONString:)`.
    public func map(contentsOf url: URL, allowsOtherSchemes: Bool = false) throws -> N {
        if !allowsOtherSchemes { try JSONFileError.path(of: url, orThrow: .fileReadUnsupportedScheme) }
        return try tryMap(data: try Data(contentsOf: url))
    }
}

// MARK: Collections
//
// Elements that are refused are dropped, and reported with their number or name; a collection with an element that is no object
// does not fit at all.

extension Mapper {
    /// Returns models from the bytes of a text, one model if it is a single object; nil if it is not JSON, or neither an object
    /// nor an array of objects.
    ///
    /// - Parameter bytes: The text in UTF-8.
    @inlinable
    public func mapArray(bytes: [UInt8]) -> [N]? { readArray(.text(bytes)) }

    /// Returns models from the bytes of a text, as `mapArray(bytes:)`.
    ///
    /// - Parameter data: The text in UTF-8, UTF-16 or UTF-32.
    @inlinable
    public func mapArray(data: Data) -> [N]? { readArray(.init(data: data)) }

    /// Returns models from a value; nil if it is not an array of objects.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapArray(json: NeatlineJSON.JSON) -> [N]? { readArray(.json(json)) }

    /// Returns models from an array of arrays; nil if it is not one. Empty inner arrays are kept.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapArrayOfArrays(json: NeatlineJSON.JSON) -> [[N]]? { read(.json(json)) }

    /// Returns models by name, from the bytes of a text; nil if it is not JSON or not an object of objects, or all are rejected.
    ///
    /// - Parameter data: The text in UTF-8, UTF-16 or UTF-32.
    @inlinable
    public func mapDictionary(data: Data) -> [String: N]? { read(.init(data: data)) }

    /// Returns models by name, from a value; nil if it is not an object of objects, or all are rejected.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapDictionary(json: NeatlineJSON.JSON) -> [String: N]? { read(.json(json)) }

    /// Returns arrays of models by name, from a value; nil if it is not an object, or none of its members fits.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapDictionaryOfArrays(json: NeatlineJSON.JSON) -> [String: [N]]? { read(.json(json)) }
}

extension Mapper where N: Hashable {
    /// Returns models from a value; nil if it is not an array of objects.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapSet(json: NeatlineJSON.JSON) -> Set<N>? { read(.json(json)) }
}
