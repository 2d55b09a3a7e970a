/// A value in a parsed text, which types of `JSONReadable` read without a `JSON` for it. Not for other use.
///
/// It retains nothing: the caller keeps the document alive.
public struct TapeValue {
    @usableFromInline let view: TapeView
    private let document: TapeHandle
    @usableFromInline let position: Int

    fileprivate init(_ document: Document, _ position: Int) {
        view = TapeView(document)
        self.document = TapeHandle(document)
        self.position = position
    }

    @usableFromInline
    init(inside container: TapeValue, _ position: Int) {
        view = container.view
        document = container.document
        self.position = position
    }

    /// The string, with its escapes decoded; nil if the value is of another kind.
    @usableFromInline var string: String? {
        if let string = view.shortString(position) { return string }
        return document.with { $0[position].kind == TapeWord.Kind.string ? $0.string(position) : nil }
    }

    /// The elements of an array of values that `read` reads; nil if there is another value.
    @inlinable
    @inline(__always)
    func elements<Element>(_ read: (TapeValue) -> Element?) -> [Element]? {
        view.array(position) { read(TapeValue(inside: self, $0)) }
    }

    /// The effective members of an object whose values `read` reads; nil if there is another value.
    @usableFromInline
    func members<Value>(_ read: (TapeValue) -> Value?) -> [String: Value]? {
        guard view.isObject(position) else { return nil }
        return document.with { document in
            var members: [String: Value] = [:]
            members.reserveCapacity(MemoryLayout<(String, Value)>.room(for: view.count(position)))
            var entries = view.entries(position)
            while let (key, value) = entries.nextMember() {
                guard let element = read(TapeValue(inside: self, value)) else { return nil }
                let name = document.string(key)
                if !document.firstMemberWins || members[name] == nil { members[name] = element }
            }
            return members
        }
    }
}

extension JSON {
    /// Reads an array or an object from the tape; nil if it is not on one, or a value in it has to be read as a `JSON`.
    @inlinable
    func readFromTape<Value: JSONReadable>(_ type: Value.Type) -> Value? {
        guard let value = tapeValue else { return nil }
        return withExtendedLifetime(self) { Value._read(value) }
    }

    /// The value of an array or an object on the tape, where it has not been changed; nil for other values.
    @usableFromInline var tapeValue: TapeValue? {
        switch self {
        case .array(let array):
            if case .view(let document, let position) = array.storage { return TapeValue(document, position) }
        case .object(let object):
            if case .view(let document, let position) = object.storage { return TapeValue(document, position) }
        default: break
        }
        return nil
    }
}
