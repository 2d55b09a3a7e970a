public import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON

// Settings that another program has written as plain JSON.

extension DefaultsStore {
    /// Stores each member of the object in a JSON file under its name, such as the settings of another program; null is left
    /// out. Values of other names are kept.
    ///
    /// No other change comes in between, and a ``FileDefaultsStore`` writes its file once. The file itself is not changed; it
    /// must not be that of this store.
    ///
    /// - Parameter url: The file.
    /// - Throws: `JSONFileError` if the file cannot be read or is not JSON; ``DefaultsError/fileCorrupt(path:reason:)`` if it
    ///   has no object; ``DefaultsError`` if a value cannot be stored: a ``FileDefaultsStore`` then has none of them, another
    ///   store those before.
    /// - Complexity: O(*n*) in the size of the file, and of that of the store.
    public func importJSON(contentsOf url: URL) throws {
        guard let members = try JSON(contentsOf: url).members else {
            throw DefaultsError.fileCorrupt(path: url.path, reason: "it has no object")
        }
        let values = members.filter { $0.value != .null }
            .map { (key: $0.key, value: DefaultsValue(imported: $0.value)) }
        if let store = self as? any BatchDefaultsStore { return try store.change(values) }
        try beginChanges()
        defer { endChanges() }
        for (key, value) in values { try change(key) { _ in value } }
    }
}

/// A store in which each change writes all values.
protocol BatchDefaultsStore: DefaultsStore {
    /// Replaces the values of several keys by one change: all of them or none. The last value of a key counts.
    ///
    /// - Throws: ``DefaultsError``
    func change(_ values: [(key: String, value: DefaultsValue)]) throws
}

extension DefaultsValue {
    /// The value of JSON in which no name has a special meaning. The depth is that of a text that was read.
    fileprivate init(imported json: JSON) {
        if let elements = json.elements {
            self = .array(elements.map { DefaultsValue(imported: $0) })
        } else if let members = json.members {
            self = .dictionary(Dictionary(members.map { ($0.key, DefaultsValue(imported: $0.value)) }) { $1 })
        } else {
            self = .json(json)
        }
    }
}
