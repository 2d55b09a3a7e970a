// How a field is read that has to fit, and the error if it does not.

extension Map {
    /// Reads a field that has to fit.
    ///
    /// - Parameters:
    ///   - reason: The reason of the error.
    ///   - nilReason: The reason if the field is absent or null; nil if it is `reason`, too.
    /// - Throws: The first failure that `read` has recorded, as a `MapError`, and the error of `read`.
    @inlinable
    func required<T>(
        _ key: String, _ nested: Bool?, _ delimiter: String, _ location: CallLocation,
        _ reason: @autoclosure () -> String, nilReason: @autoclosure () -> String? = nil,
        _ type: @autoclosure () -> Any.Type, _ read: (ValueReader) throws -> T?
    ) throws -> T {
        try required(at: position(key, nested, delimiter), read) { noted in
            field(key, nested, delimiter).refusal(
                since: noted, key, location, reason(), nilReason: nilReason(), type())
        }
    }

    /// Reads a field that has to fit.
    ///
    /// A map of the field is made only for an error: to make and to release it costs as much as to read a number.
    ///
    /// - Parameters:
    ///   - position: Its position; 0 if it is absent.
    ///   - error: Returns the error, from the number of the failures that were recorded before.
    @inlinable
    @inline(__always)
    func required<T>(at position: Int, _ read: (ValueReader) throws -> T?, error: (Int) -> MapError) throws -> T {
        let noted = isReading ? reading.noted : 0
        if position != 0, let value = try read(ValueReader(reading, position, depth: depth)) { return value }
        throw error(noted)
    }

    /// Reads a field that has to fit, unless it is absent or null.
    ///
    /// - Returns: nil if the field is absent or null.
    /// - Throws: The first failure that `read` has recorded, as a `MapError`, and the error of `read`.
    @inlinable
    func ifPresent<T>(
        _ key: String, _ nested: Bool?, _ delimiter: String, _ location: CallLocation,
        _ reason: @autoclosure () -> String, _ type: @autoclosure () -> Any.Type, _ read: (ValueReader) throws -> T?
    ) throws -> T? {
        try ifPresent(at: position(key, nested, delimiter), read) { noted in
            field(key, nested, delimiter).refusal(since: noted, key, location, reason(), nilReason: nil, type())
        }
    }

    /// Reads a field that has to fit, unless it is absent or null; parameters as those of `required`.
    @inlinable
    @inline(__always)
    func ifPresent<T>(
        at position: Int, _ read: (ValueReader) throws -> T?, error: (Int) -> MapError
    ) throws -> T? {
        guard isReading else { throw error(0) }
        if position == 0 || reading.isNull(position) { return nil }
        let noted = reading.noted
        if let value = try read(ValueReader(reading, position, depth: depth)) { return value }
        throw error(noted)
    }

    /// The error of a field that is absent or does not fit.
    ///
    /// - Parameter count: The number of recorded failures before it was read.
    @usableFromInline
    func refusal(
        since count: Int, _ key: String, _ location: CallLocation?, _ reason: @autoclosure () -> String,
        nilReason: @autoclosure () -> String?, _ type: Any.Type
    ) -> MapError {
        guard isReading else { return notReading(key, location) }
        if position == 0 { noteMissing(type) }
        let isNil = position == 0 || isNull
        return reading.error(
            since: count, key, (isNil ? nilReason() : nil) ?? reason(), location, absent: self, type)
    }

    /// Reads a field that may be absent.
    ///
    /// - Returns: nil if the field is absent, or, with a recorded failure, does not fit.
    @inlinable
    @inline(__always)
    func optional<T>(_ key: String, _ nested: Bool?, _ delimiter: String, _ read: (ValueReader) -> T?) -> T? {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return nil }
        return read(field.reader)
    }

    /// Returns the position of the field with this name; 0 if it is absent.
    @inlinable
    @inline(__always)
    func position(_ key: String, _ nested: Bool?, _ delimiter: String) -> Int {
        if nesting == .member { return position }
        guard nested == nil, delimiter == "." else { return field(key, nested, delimiter).position }
        return isReading ? reading.find(key, ofObjectAt: object, depth: depth) : 0
    }

    /// Returns the field with this name, by the simplest subscript that the arguments allow.
    @inlinable
    func field(_ key: String, _ nested: Bool?, _ delimiter: String) -> Map {
        // The field was chosen by its number.
        if nesting == .member { return self }
        if nested == nil, delimiter == "." { return self[key] }
        return self[key, nested: nested, delimiter: delimiter, ignoreNil: false]
    }

    @usableFromInline
    func notReading(_ key: String, _ location: CallLocation?) -> MapError {
        MapError(
            key: key, currentValue: nil, reason: "Nothing can be read while JSON is written", file: location?.file,
            function: location?.function, line: location?.line)
    }
}

/// The location in the source code from which a field is read, for errors.
@usableFromInline
struct CallLocation {
    let file: StaticString
    let function: StaticString
    let line: UInt

    @usableFromInline
    init(_ file: StaticString, _ function: StaticString, _ line: UInt) {
        self.file = file
        self.function = function
        self.line = line
    }
}

extension MappingReader {
    /// The number of recorded failures.
    @usableFromInline var noted: Int { log.records.count }

    /// Removes the failures after the first `count`, and returns the first of them as an error.
    @usableFromInline
    func error(
        since count: Int, _ key: String?, _ reason: String, _ location: CallLocation?, absent field: Map,
        _ type: Any.Type
    ) -> MapError {
        let record =
            takeBack(since: count)
            ?? .init(missing: field.name, position: field.object, expected: type)
        return MapError(
            self, record, key: key, reason: reason, file: location?.file, function: location?.function,
            line: location?.line)
    }

    /// Removes the failures after the first `count`. A run that they stopped is resumed.
    @usableFromInline
    func forget(since count: Int) { _ = takeBack(since: count) }

    /// Removes all records after the first `count`, also those of conversions and of omitted elements. A run that they stopped is
    /// resumed.
    func forgetAll(since count: Int) {
        guard noted > count else { return }
        log.removeAll(since: count)
        resume()
    }

    /// Removes the failures after the first `count`, and returns the first of them. A run that it stopped is resumed.
    private func takeBack(since count: Int) -> FailureLog.Record? {
        guard let first = log.rewind(to: count) else { return nil }
        resume()
        return first
    }
}

// MARK: Reasons

/// Returns the type itself, or the wrapped type of an optional.
@usableFromInline
func unwrapped(_ type: Any.Type) -> Any.Type { (type as? any OptionalProtocol.Type)?.wrappedType ?? type }

/// The reason of the error for a value that does not fit.
@usableFromInline
func castReason(_ type: Any.Type) -> String { "Cannot cast to '\(type)'" }

/// The reason of the error for a raw-representable value that does not fit.
@usableFromInline
func enumReason(_ type: Any.Type) -> String { "Cannot transform to '\(type)' using EnumTransform" }

/// The reason of the error for a model that is absent or null; nil for a container of models.
@usableFromInline
func nilReason(_ type: Any.Type) -> String? {
    unwrapped(type) is any BaseMappable.Type ? "Found unexpected nil value" : nil
}

/// The reason of the error for a model, or a container of models, that does not fit.
@usableFromInline
func modelReason(_ type: Any.Type) -> String {
    let type = unwrapped(type)
    guard let container = type as? any PropertyContainer.Type else { return "Cannot map to '\(type)'" }
    return "Cannot cast to '\(container._untypedName)'"
}
