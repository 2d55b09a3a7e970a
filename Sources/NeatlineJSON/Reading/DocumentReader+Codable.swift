// Reading for decoders and mappers: effective members, `Float`, and integers of 128 bits.

extension DocumentReader {
    /// Whether the value at `position` is an object.
    package func isObject(_ position: Int) -> Bool { document[position].kind == TapeWord.Kind.object }

    /// Whether the value at `position` is an array.
    package func isArray(_ position: Int) -> Bool { document[position].kind == TapeWord.Kind.array }

    /// The positions of the keys of an object's effective members, in the order of the text: without the members that
    /// another of the same name replaces.
    ///
    /// - Complexity: O(members²) up to 63 members, then O(members).
    package func effectiveMembers(ofObjectAt object: Int) -> [Int] {
        var keys: [Int] = []
        keys.reserveCapacity(count(object))
        var members = JSONCursor(document, entriesOf: object)
        while let (key, _) = members.nextMember() {
            if isEffective(key, ofObjectAt: object) { keys.append(key) }
        }
        return keys
    }

    /// The float nearest to the number at `position`, infinite beyond the range of `Float`; nil if the value is of
    /// another kind.
    package func float(_ position: Int) -> Float? {
        guard let value = double(position) else { return nil }
        // Rounding twice is wrong only near the middle between two floats, for which `JSONNumber.floatValue` has the digits.
        if Float(value.nextUp) == Float(value.nextDown) { return Float(value) }
        return number(position)?.floatValue
    }

    /// The number at `position`; nil if it is no integer or outside the range of `Int128`.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func int128(_ position: Int) -> Int128? {
        if let value = int64(position) { return Int128(value) }
        return wideInteger(position)
    }

    /// The number at `position`; nil if it is no integer or outside the range of `UInt128`.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func uint128(_ position: Int) -> UInt128? {
        if let value = int64(position) { return UInt128(exactly: value) }
        return wideInteger(position)
    }

    private func wideInteger<Integer: FixedWidthInteger>(_ position: Int) -> Integer? {
        guard let number = number(position), number.isFinite else { return nil }
        var text = number.text
        return text.withUTF8 { Integer(DecimalValue($0)) }
    }
}

extension FixedWidthInteger {
    /// Converts a decimal value to an integer of 128 bits; nil if it has a fraction or is out of range.
    fileprivate init?(_ value: DecimalValue) {
        // The largest integer of 128 bits has 39 digits.
        guard value.isZero || value.digitCount <= value.magnitude && value.magnitude < 40 else { return nil }
        self = 0
        for index in 0..<(value.isZero ? 0 : value.magnitude) {
            let digit = Self(index < value.digitCount ? value.digit(index) : 0)
            let (scaled, isTooLarge) = multipliedReportingOverflow(by: 10)
            let (sum, isBeyond) =
                value.isNegative ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
            if isTooLarge || isBeyond { return nil }
            self = sum
        }
    }
}
