internal import Foundation
internal import NeatlineJSON

/// The names of an object's members, converted by a strategy; of several that become equal, the first counts.
final class ConvertedNames {
    /// The names in the order of the text.
    let all: [String]
    private let positions: [UTF8Key: Int]

    convenience init(_ scope: DecodingScope, _ object: Int, depth: Int) {
        self.init(path: scope.path(to: object, depth: depth), scope, object)
    }

    /// Converts the names of an object.
    ///
    /// - Parameters:
    ///   - path: the object's coding path.
    ///   - scope: the scope with the strategy.
    ///   - object: the object's position.
    init(path: @autoclosure () -> [any CodingKey], _ scope: DecodingScope, _ object: Int) {
        let reader = scope.reader
        let convert = ConvertedNames.conversion(path: path(), scope)
        var all: [String] = []
        var positions: [UTF8Key: Int] = [:]
        for key in reader.effectiveMembers(ofObjectAt: object) {
            let name = convert(reader.name(key))
            let unique = UTF8Key(text: name)
            guard positions[unique] == nil else { continue }
            positions[unique] = reader.next(key)
            all.append(name)
        }
        self.all = all
        self.positions = positions
    }

    /// Returns the function that converts the names of an object with this path.
    static func conversion(
        path: @autoclosure () -> [any CodingKey], _ scope: DecodingScope
    ) -> (String) -> String {
        switch scope.settings.values.keys {
        case .useDefaultKeys: return { $0 }
        case .convertFromSnakeCase: return camelCase
        case .custom(let strategy):
            let path = path()
            return { strategy(path + [UndeclaredKey.name($0)]).stringValue }
        }
    }

    /// Returns the position of a member's value; 0 if there is none.
    func position(_ name: String) -> Int { positions[UTF8Key(text: name)] ?? 0 }

    /// Returns `one_two` as `oneTwo`; underscores at both ends remain.
    static func camelCase(_ name: String) -> String {
        guard let start = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" }) else {
            return name
        }
        let end = name.index(after: last)
        let words = name[start..<end].split(separator: "_")
        // A single word remains unchanged.
        guard words.count > 1, let first = words.first else { return name }
        let joined = ([first.lowercased()] + words.dropFirst().map(\.capitalized)).joined()
        return name[..<start] + joined + name[end...]
    }
}
