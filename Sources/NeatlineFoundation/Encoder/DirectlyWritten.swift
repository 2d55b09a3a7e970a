internal import NeatlineJSON

// The optionals, arrays and dictionaries whose contents the encoder writes itself, without a call of `encode(to:)`.

extension Optional: DirectlyWritten where Wrapped: Encodable {
    static func write(at address: UnsafeRawPointer, in level: EncodingLevel, _ step: EncodingStep) throws {
        // SAFETY: the caller passes the address of a value of this type.
        switch address.assumingMemoryBound(to: Self.self).pointee {
        case nil: level.output.appendNull()
        case let value?: try level.write(value, step)
        }
    }
}

extension Array: DirectlyWritten where Element: Encodable {
    static func write(at address: UnsafeRawPointer, in level: EncodingLevel, _ step: EncodingStep) throws {
        // SAFETY (all accesses): the caller passes the address of a value of this type; the elements' type is compared.
        if Element.self == Double.self {
            let start = level.output.count
            if level.output.append(address.assumingMemoryBound(to: [Double].self).pointee) { return }
            // The error of a number that is not finite needs its path.
            level.output.remove(from: start)
        } else if Element.self == Int.self {
            return level.output.append(address.assumingMemoryBound(to: [Int].self).pointee)
        } else if Element.self == String.self {
            return level.output.append(address.assumingMemoryBound(to: [String].self).pointee)
        }
        let array = address.assumingMemoryBound(to: Self.self).pointee
        try level.write(array, step) { level in
            level.open(.array)
            try array.withUnsafeBufferPointer { elements in
                guard let first = elements.baseAddress else { return }
                for index in 0..<elements.count {
                    level.beginElement()
                    try level.write((first + index).pointee, EncodingStep(index: index))
                }
            }
        }
    }
}

extension Dictionary: DirectlyWritten where Key == String, Value: Encodable {
    static func write(at address: UnsafeRawPointer, in level: EncodingLevel, _ step: EncodingStep) throws {
        // SAFETY: the caller passes the address of a value of this type.
        let dictionary = address.assumingMemoryBound(to: Self.self).pointee
        try level.write(dictionary, step) { level in
            level.open(.object)
            for (name, value) in dictionary {
                level.output.beginMember(untracked: name)
                try withUnsafePointer(to: UndeclaredKey.name(name)) { try level.write(value, EncodingStep($0)) }
            }
        }
    }
}

extension JSON: DirectlyWritten {
    /// Writes the value unchanged: containers have no method for all digits of a number, convert names and drop
    /// duplicates.
    static func write(at address: UnsafeRawPointer, in level: EncodingLevel, _ step: EncodingStep) throws {
        // SAFETY: the caller passes the address of a value of this type.
        let json = address.assumingMemoryBound(to: JSON.self).pointee
        if case .number(let number) = json, !number.isFinite {
            try level.write(number.doubleValue, at: step)
        } else {
            try level.write(json, at: step)
        }
    }
}
