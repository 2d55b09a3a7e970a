/// A key that no type has declared: an element's number, the name of a dictionary's member, `super`.
package enum UndeclaredKey: CodingKey {
    case name(String)
    /// An element's number, whose text is made when somebody asks.
    case index(Int)

    package init(stringValue: String) { self = .name(stringValue) }
    package init(intValue: Int) { self = .index(intValue) }

    package var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): "Index \(index)"
        }
    }

    package var intValue: Int? {
        switch self {
        case .name: nil
        case .index(let index): index
        }
    }

    /// The key of what a superclass encodes and decodes.
    package static let `super` = UndeclaredKey.name("super")
}
