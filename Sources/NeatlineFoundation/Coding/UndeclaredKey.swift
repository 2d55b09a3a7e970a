package import NeatlineJSON

/// A coding key that no type declares: an element's number, a dictionary's key, or `super`.
package enum UndeclaredKey: CodingKey {
    case name(String)
    /// An element's number, whose text is created when it is read.
    case index(Int)

    package init(stringValue: String) { self = .name(stringValue) }
    package init(intValue: Int) { self = .index(intValue) }

    package init(_ step: JSONKey) {
        switch step {
        case .key(let name): self = .name(name)
        case .index(let index): self = .index(index)
        }
    }

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

    /// The key of a superclass's encoder and decoder.
    package static let `super` = UndeclaredKey.name("super")
}
