import Foundation
import NeatlineJSON

// Reading from bytes, `Data` and `JSON`, and the methods that throw what does not fit. What takes a `String`, a dictionary or any
// object without throwing is in `Mapper+ObjectMapper.swift`.

// MARK: Models

extension Mapper {
    /// A model from the bytes of a text; nil if it is no JSON, no object, or refused.
    ///
    /// - Parameter bytes: The text in UTF-8.
    @inlinable
    public func map(bytes: [UInt8]) -> N? { read(.text(bytes)) }

    /// A model from the bytes of a text; nil if it is no JSON, no object, or refused.
    ///
    /// - Parameter data: The text in UTF-8.
    @inlinable
    public func map(data: Data) -> N? { read(.init(data: data)) }

    /// A model from a value; nil if it is no object, or refused.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func map(json: NeatlineJSON.JSON) -> N? { read(.json(json)) }

    /// Maps the bytes of a text into a model, as the method that takes a `String`.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8.
    ///   - object: The model.
    @inlinable
    public func map(data: Data, toObject object: N) -> N { update(object, .init(data: data)) }

    /// Maps a value into a model, as the method that takes a `String`.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - object: The model.
    @inlinable
    public func map(json: NeatlineJSON.JSON, toObject object: N) -> N { update(object, .json(json)) }

    /// A model from a file.
    ///
    /// - Parameter url: The URL of the file.
    /// - Throws: The error of reading the file, or as `tryMap(JSONString:)`.
    public func map(contentsOf url: URL) throws -> N { try tryMap(data: try Data(contentsOf: url)) }
}

// MARK: Collections
//
// Elements that are refused are dropped, and reported with their number or name; a collection with an element that is no object
// does not fit at all.

extension Mapper {
    /// Models from the bytes of a text; a single object gives one. nil if it is no JSON, or neither an object nor an array of
    /// objects.
    ///
    /// - Parameter bytes: The text in UTF-8.
    @inlinable
    public func mapArray(bytes: [UInt8]) -> [N]? { readArray(.text(bytes)) }

    /// Models from the bytes of a text, as `mapArray(bytes:)`.
    ///
    /// - Parameter data: The text in UTF-8.
    @inlinable
    public func mapArray(data: Data) -> [N]? { readArray(.init(data: data)) }

    /// Models from a value; nil if it is no array of objects.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapArray(json: NeatlineJSON.JSON) -> [N]? { readArray(.json(json)) }

    /// Models from an array of arrays; nil if it is none. Inner arrays that are empty stay.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapArrayOfArrays(json: NeatlineJSON.JSON) -> [[N]]? { read(.json(json)) }

    /// Models by name, from the bytes of a text; nil if it is no JSON, no object of objects, or all of them are refused.
    ///
    /// - Parameter data: The text in UTF-8.
    @inlinable
    public func mapDictionary(data: Data) -> [String: N]? { read(.init(data: data)) }

    /// Models by name, from a value; nil if it is no object of objects, or all of them are refused.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapDictionary(json: NeatlineJSON.JSON) -> [String: N]? { read(.json(json)) }

    /// Arrays of models by name, from a value; nil if it is no object, or none of its members fits.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapDictionaryOfArrays(json: NeatlineJSON.JSON) -> [String: [N]]? { read(.json(json)) }
}

extension Mapper where N: Hashable {
    /// Models from a value; nil if it is no array of objects.
    ///
    /// - Parameter json: The value.
    @inlinable
    public func mapSet(json: NeatlineJSON.JSON) -> Set<N>? { read(.json(json)) }
}
