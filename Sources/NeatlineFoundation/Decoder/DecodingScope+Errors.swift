internal import Foundation
internal import NeatlineJSON

// Errors are created without lines and columns, which require a walk over the text: types that try several forms of a
// value throw many errors that are caught. Each has a `DecodingPosition`, which computes them when it is asked.
// `placed` adds them to the description of the error that leaves the decoder.
extension DecodingScope {
    /// Returns the context of an error about the value at `position`.
    func context(_ description: String, _ position: Int, _ path: [any CodingKey]) -> DecodingError.Context {
        .init(
            codingPath: path, debugDescription: description,
            underlyingError: reader.isSource ? DecodingPosition(reader, position) : nil)
    }

    /// Returns the error of a value at `position` that is not of `type`.
    @inline(never)
    func mismatch(_ type: Any.Type, _ position: Int, _ path: [any CodingKey]) -> DecodingError {
        let kind = reader.kind(position)
        // Like in Foundation, a boolean that is null has another type.
        if kind == .null, type != Bool.self {
            return .valueNotFound(
                type, context("Cannot get value of type \(type) -- found null value instead", position, path))
        }
        if kind == .number, type != Bool.self, type != String.self {
            let text = reader.number(position)?.text ?? ""
            return .dataCorrupted(
                context("The number \(text.shortened()) is not representable as \(type).", position, path))
        }
        return .typeMismatch(
            type, context("Expected to decode \(type) but found \(kind.name) instead.", position, path))
    }

    /// Returns the error of a value at `position` that is not an object.
    func notKeyed(_ position: Int, _ path: [any CodingKey]) -> DecodingError {
        notContainer([String: Any].self, "keyed", position, path)
    }

    /// Returns the error of a value at `position` that is not an array.
    func notUnkeyed(_ position: Int, _ path: [any CodingKey]) -> DecodingError {
        notContainer([Any].self, "unkeyed", position, path)
    }

    @inline(never)
    private func notContainer(
        _ type: Any.Type, _ container: String, _ position: Int, _ path: [any CodingKey]
    ) -> DecodingError {
        if reader.isNull(position) {
            return .valueNotFound(
                type, context("Cannot get \(container) decoding container -- found null value instead", position, path))
        }
        return .typeMismatch(
            type, context("Expected to decode \(type) but found \(reader.kind(position).name) instead.", position, path)
        )
    }
}

extension DocumentReader.Kind {
    /// The name that Foundation uses.
    fileprivate var name: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .number: "number"
        case .string: "a string"
        case .array: "an array"
        case .object: "a dictionary"
        }
    }
}

// MARK: Positions

extension DecodingScope {
    /// Returns the error with the position in the text of the value at its path.
    ///
    /// - Complexity: O(*n*) in the size of the text.
    @inline(never)
    func placed(_ error: DecodingError) -> DecodingError {
        guard reader.isSource else { return error }
        func placed(_ context: DecodingError.Context) -> DecodingError.Context {
            // An error of another decoder, about another text, already has its position.
            if context.debugDescription.hasSuffix("^") { return context }
            let known = context.underlyingError as? DecodingPosition
            guard let location = (known ?? DecodingPosition(reader, position(at: context.codingPath))).location else {
                return context
            }
            let excerpt = location.excerpt.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
            let text = context.debugDescription
            let stop = text.last.map { ".!?:".contains($0) } ?? true ? "" : "."
            return DecodingError.Context(
                codingPath: context.codingPath,
                debugDescription: "\(text)\(stop) At line \(location.line), column \(location.column):\n\(excerpt)",
                underlyingError: known == nil ? context.underlyingError : nil)
        }
        switch error {
        case .typeMismatch(let type, let context): return .typeMismatch(type, placed(context))
        case .valueNotFound(let type, let context): return .valueNotFound(type, placed(context))
        case .keyNotFound(let key, let context): return .keyNotFound(key, placed(context))
        case .dataCorrupted(let context): return .dataCorrupted(placed(context))
        @unknown default: return error
        }
    }

    /// Returns the position of the last value on a path that exists.
    private func position(at path: [any CodingKey]) -> Int {
        var position = reader.root
        search: for (depth, key) in path.enumerated() {
            var next = 0
            switch reader.kind(position) {
            case .object:
                next = reader.member(key.stringValue, ofObjectAt: position)
                if next == 0, !settings.usesDefaultKeys {
                    let names = ConvertedNames(path: Array(path[..<depth]), self, position)
                    next = names.position(key.stringValue)
                }
            case .array:
                if let index = key.intValue { next = reader.element(index, ofArrayAt: position) ?? 0 }
            default: break
            }
            if next == 0 { break search }
            position = next
        }
        return position
    }
}
