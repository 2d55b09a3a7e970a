internal import NeatlineJSON

extension Optional: DirectlyWritten where Wrapped: Encodable {
    static func write(at address: UnsafeRawPointer, in level: EncodingLevel, _ step: EncodingStep) throws {
        // SAFETY: required of the caller.
        switch address.assumingMemoryBound(to: Self.self).pointee {
        case nil: level.run.text.appendNull()
        case let value?: try level.write(value, step)
        }
    }
}

extension Array: DirectlyWritten where Element: Encodable {
    static func write(at address: UnsafeRawPointer, in level: EncodingLevel, _ step: EncodingStep) throws {
        // SAFETY: required of the caller.
        let array = address.assumingMemoryBound(to: Self.self).pointee
        try level.write(array, step) { level in
            level.open(.array)
            for element in array {
                let step = EncodingStep(index: level.count)
                level.beginElement()
                try level.write(element, step)
            }
        }
    }
}

extension Dictionary: DirectlyWritten where Key == String, Value: Encodable {
    static func write(at address: UnsafeRawPointer, in level: EncodingLevel, _ step: EncodingStep) throws {
        // SAFETY: required of the caller.
        let dictionary = address.assumingMemoryBound(to: Self.self).pointee
        try level.write(dictionary, step) { level in
            level.open(.object)
            for (name, value) in dictionary {
                level.run.text.beginMember(unlisted: name)
                try withUnsafePointer(to: EncodingKey(stringValue: name)) { try level.write(value, EncodingStep($0)) }
            }
        }
    }
}
