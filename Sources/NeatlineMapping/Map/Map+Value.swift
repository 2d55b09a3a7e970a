import NeatlineFoundation
import NeatlineJSON

// Reading fields one by one, for initialisers of `ImmutableMappable`.

extension Map {
    /// The field's value by a cast; nil if it is absent or of another type.
    ///
    /// ```swift
    /// let type: String? = map["type"].value()
    /// ```
    public func value<T>() -> T? {
        guard isKeyPresent else { return nil }
        return reading.value(position).flatMap { $0 as? T }
    }

    /// The field's value; nil if it is absent or does not fit.
    @inlinable
    public func value<T: MappableValue>() -> T? {
        guard isKeyPresent else { return nil }
        let noted = reading.noted
        if let value = T.value(from: ValueReader(reading, position)) { return value }
        reading.forget(since: noted)
        return nil
    }

    /// What `read` makes of the field at `position`.
    ///
    /// - Throws: what `read` has noted down instead.
    @inlinable
    func required<T>(
        _ key: String, _ nested: Bool?, _ delimiter: String, _ place: CallPlace, _ reason: @autoclosure () -> String,
        _ type: Any.Type, _ read: (Map, Int) throws -> T?
    ) throws -> T {
        let field = field(key, nested, delimiter)
        guard isReading else { throw notReading(key, place) }
        let noted = reading.noted
        if field.position == 0 {
            field.noteMissing(type)
        } else if let value = try read(field, field.position) {
            return value
        }
        throw reading.error(since: noted, key, reason(), place, absent: field, type)
    }

    /// The field, found in the usual way unless something unusual is asked for.
    @inlinable
    func field(_ key: String, _ nested: Bool?, _ delimiter: String) -> Map {
        if nested == nil, delimiter == "." { return self[key] }
        return self[key, nested: nested, delimiter: delimiter, ignoreNil: false]
    }

    @usableFromInline
    func notReading(_ key: String, _ place: CallPlace) -> MapError {
        MapError(
            key: key, currentValue: nil, reason: "Nothing can be read while JSON is written", file: place.file,
            function: place.function, line: place.line)
    }
}

/// Where in the source a field was asked for.
@usableFromInline
struct CallPlace {
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
    /// How many failures were noted.
    @usableFromInline var noted: Int { log.records.count }

    /// The failure that was noted first since there were `count`, as an error; it is then no longer noted.
    @usableFromInline
    func error(
        since count: Int, _ key: String?, _ reason: String, _ place: CallPlace?, absent field: Map, _ type: Any.Type
    ) -> MapError {
        let record =
            takeBack(since: count)
            ?? .init(missing: field.name, position: field.object, expected: type)
        return MapError(
            self, record, key: key, reason: reason, file: place?.file, function: place?.function, line: place?.line)
    }

    /// Takes back what was noted since there were `count` failures.
    @usableFromInline
    func forget(since count: Int) { _ = takeBack(since: count) }

    /// Takes back the failures that were noted since there were `count` notes, and gives the first of them; a run that
    /// ended there goes on.
    private func takeBack(since count: Int) -> FailureLog.Record? {
        guard let first = log.rewind(to: count) else { return nil }
        resume()
        return first
    }
}

// MARK: Values

extension Map {
    /// A field's value.
    ///
    /// ```swift
    /// name = try map.value("name")
    /// age = try? map.value("profile.age")
    /// ```
    ///
    /// - Parameters:
    ///   - key: the field's name; a dot makes it a path.
    ///   - nested: whether the name is a path; if nil, it is one if it holds the delimiter.
    ///   - delimiter: what separates the names of a path.
    ///   - file: where this is called from, for the error.
    ///   - function: where this is called from, for the error.
    ///   - line: where this is called from, for the error.
    /// - Throws: `MapError` if the field is absent or does not fit; a type that is optional is nil if it is absent or null.
    @inlinable
    public func value<T>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        if let type = T.self as? any OptionalProtocol.Type {
            let field = field(key, nested, delimiter)
            let isNothing = field.position == 0 || (isReading && reading.isNull(field.position))
            if isNothing, let value = type.wrappingNothing as? T { return value }
        }
        return try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '\(T.self)'", T.self
        ) { $0.cast($1, to: T.self) }
    }

    /// A field's value; `default` if it is absent or does not fit.
    @inlinable
    public func value<T>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        return field.cast(field.position, to: T.self, dropsRefused: true) ?? `default`
    }

    /// A field's value.
    ///
    /// - Throws: `MapError` if the field is absent or does not fit; a type that is optional is nil if it is absent or null.
    @inlinable
    public func value<T: MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        if let value = T.valueOfAbsent, !field(key, nested, delimiter).isKeyPresent { return value }
        return try required(
            key, nested, delimiter, CallPlace(file, function, line), "Cannot cast to '\(T.self)'", T.self
        ) { T.value(from: ValueReader($0.reading, $1)) }
    }

    /// A field's value; `default` if it is absent or does not fit.
    @inlinable
    public func value<T: MappableValue>(
        _ key: String, nested: Bool? = nil, delimiter: String = ".", default: T, file: StaticString = #file,
        function: StaticString = #function, line: UInt = #line
    ) throws -> T {
        let field = field(key, nested, delimiter)
        guard isReading, field.position != 0 else { return `default` }
        // What is there and does not fit stays noted.
        return T.value(from: ValueReader(reading, field.position)) ?? `default`
    }
}

/// What optionals have in common, whatever they wrap.
@usableFromInline
protocol OptionalProtocol {
    static var wrappingNothing: Any { get }
    static var wrappedType: Any.Type { get }
    /// What is wrapped.
    var wrapped: Any? { get }
}

extension Optional: OptionalProtocol {
    @usableFromInline static var wrappingNothing: Any { Self(nilLiteral: ()) as Any }
    @usableFromInline static var wrappedType: Any.Type { Wrapped.self }
    @usableFromInline var wrapped: Any? { self }
}
