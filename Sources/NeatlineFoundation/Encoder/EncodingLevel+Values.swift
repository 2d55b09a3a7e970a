internal import Foundation
internal import NeatlineJSON

// How a level writes one value, by its type, and the errors for values that JSON cannot represent.

extension EncodingLevel {
    /// Writes the value of a whole text.
    func encodeRoot<T: Encodable>(_ value: T) throws {
        top = self
        try write(value, .none)
    }

    /// Writes a value at the end of the text, after its name or comma.
    func write<T: Encodable>(_ value: T, _ step: EncodingStep) throws {
        let known = progress.pointee.kinds.known(of: T.self)
        if known.kind == .model { return try writeModel(value, step) }
        try withUnsafePointer(to: value) { try write(known, at: UnsafeRawPointer($0), step) }
    }

    /// Writes the value at `address`, whose type is not a model.
    private func write(_ known: ValueKinds.Known, at address: UnsafeRawPointer, _ step: EncodingStep) throws {
        // SAFETY: the value has the type as which it is read, because the kind was determined from its type.
        @inline(__always)
        func value<Value>(_ type: Value.Type) -> Value { address.assumingMemoryBound(to: type).pointee }

        switch known.kind {
        case .model: break
        case .direct: try known.directType?.write(at: address, in: self, step)
        case .bool: output.append(value(Bool.self))
        case .string: output.append(value(String.self))
        case .double: try write(value(Double.self), at: step)
        case .float: try write(value(Float.self), at: step)
        case .int: output.append(integer: value(Int.self))
        case .int8: output.append(integer: value(Int8.self))
        case .int16: output.append(integer: value(Int16.self))
        case .int32: output.append(integer: value(Int32.self))
        case .int64: output.append(integer: value(Int64.self))
        case .uint: output.append(integer: value(UInt.self))
        case .uint8: output.append(integer: value(UInt8.self))
        case .uint16: output.append(integer: value(UInt16.self))
        case .uint32: output.append(integer: value(UInt32.self))
        case .uint64: output.append(integer: value(UInt64.self))
        case .int128: output.append(verbatim: value(Int128.self).description)
        case .uint128: output.append(verbatim: value(UInt128.self).description)
        case .date: try write(value(Date.self), step)
        case .data: try write(value(Data.self), step)
        case .url: output.append(value(URL.self).absoluteString)
        case .decimal: try write(value(Decimal.self), at: step)
        }
    }

    @inline(__always)
    func writeModel<T: Encodable>(_ value: T, _ step: EncodingStep) throws {
        guard run.hasRoomOnStack else { throw tooDeep(value, step) }
        let level = push(step)
        do {
            try value.encode(to: level)
            if level.kind == .nothing, parent == nil, slowPath == nil { throw nothingEncoded(value) }
            try level.finish(value)
        } catch {
            level.abandon()
            throw error
        }
    }

    /// Writes the value that `body` encodes.
    func write(_ value: Any, _ step: EncodingStep, by body: (EncodingLevel) throws -> Void) throws {
        guard run.hasRoomOnStack else { throw tooDeep(value, step) }
        let level = push(step)
        do {
            try body(level)
            try level.finish(value)
        } catch {
            level.abandon()
            throw error
        }
    }

    // MARK: Numbers

    @inline(__always)
    func write(_ value: Double, at step: EncodingStep) throws {
        if value.isFinite {
            output.append(value)
        } else {
            output.append(try nonFiniteText(value, at: step.key))
        }
    }

    @inline(__always)
    func write(_ value: Float, at step: EncodingStep) throws {
        if value.isFinite {
            output.append(value)
        } else {
            output.append(try nonFiniteText(value, at: step.key))
        }
    }

    /// Writes a decimal with all its digits.
    private func write(_ value: Decimal, at step: EncodingStep) throws {
        if let parts = value.parts, let number = JSONNumber(parts) {
            output.append(number)
        } else if value.isNaN {
            throw invalid(value, at: step.key, "Unable to encode Decimal.nan in JSON, which has no form for it.")
        } else {
            output.append(verbatim: value.description)
        }
    }

    /// The string for a number that is not finite, as the encoder's strategy says.
    ///
    /// - Throws: `EncodingError` if the strategy refuses such numbers.
    @inline(never)
    func nonFiniteText<Number: BinaryFloatingPoint>(_ value: Number, at key: (any CodingKey)?) throws -> String {
        if let texts = run.settings.nonFiniteTexts { return texts[value] }
        throw invalid(
            value, at: key,
            """
            Unable to encode \(Number.self).\(value) directly in JSON, which has no form for it; \
            NonConformingFloatEncodingStrategy.convertToString says how to encode it as a string.
            """)
    }

    /// Writes JSON unchanged.
    ///
    /// - Throws: `EncodingError` for a number that is not finite, unless the strategy has strings for such, and for a
    ///   value that is no JSON.
    @inline(never)
    func write(_ json: JSON, at step: EncodingStep) throws {
        do throws(JSONError) {
            try output.append(json, nonFiniteTexts: run.settings.nonFiniteTexts)
        } catch {
            let keys = error.steps(in: json).map { UndeclaredKey($0) }
            throw EncodingError.invalidValue(
                json,
                EncodingError.Context(
                    codingPath: path + (step.key.map { [$0] } ?? []) + keys,
                    debugDescription: "Unable to encode a value of JSON: \(error.description)", underlyingError: error))
        }
    }

    // MARK: Dates and data

    private func write(_ date: Date, _ step: EncodingStep) throws {
        switch run.settings.dates {
        case .deferredToDate: try write(date.timeIntervalSinceReferenceDate, at: step)
        case .secondsSince1970: try write(date.timeIntervalSince1970, at: step)
        case .millisecondsSince1970: try write(1000 * date.timeIntervalSince1970, at: step)
        case .iso8601:
            // The second that has begun, as Foundation writes it; the writer would round the last half millisecond up.
            let second = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
            guard let text = ISO8601Writer(timeZone: .gmt, fractionDigits: 0).text(second) else {
                // The seconds, because on Linux `Date.description` traps for NaN, and is called when the error is printed.
                throw invalid(
                    date.timeIntervalSinceReferenceDate, at: step.key,
                    "Unable to encode a Date in ISO 8601 whose year is not between 0 and 999,999.")
            }
            output.append(text)
        case .formatted(let formatter): output.append(formatter.string(from: date))
        case .custom(let encode): try write(date, step) { try encode(date, $0) }
        }
    }

    private func write(_ data: Data, _ step: EncodingStep) throws {
        switch run.settings.data {
        case .base64: output.append(data.base64EncodedString())
        case .custom(let encode): try write(data, step) { try encode(data, $0) }
        case .deferredToData:
            output.beginArray()
            for byte in data {
                output.beginElement()
                output.append(integer: byte)
            }
            output.endArray()
        }
    }

    // MARK: Errors

    /// The error of a value inside this level.
    @inline(never)
    func invalid(_ value: Any, at key: (any CodingKey)?, _ description: String) -> EncodingError {
        .invalidValue(
            value,
            EncodingError.Context(codingPath: path + (key.map { [$0] } ?? []), debugDescription: description))
    }

    @inline(never)
    private func nothingEncoded<T>(_ value: T) -> EncodingError {
        invalid(value, at: nil, "Top-level \(T.self) did not encode any values.")
    }

    @inline(never)
    private func tooDeep(_ value: Any, _ step: EncodingStep) -> EncodingError {
        invalid(
            value, at: step.key,
            """
            Unable to encode \(type(of: value)): it is inside \(progress.pointee.depth) other values, and the stack has \
            no room for more.
            """)
    }
}
