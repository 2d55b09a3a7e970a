import NeatlineJSON

/// What a run notes down of each failure: so little that it costs nothing to speak of, and is worked out when asked for.
struct FailureLog {
    struct Record {
        let reason: MappingFailure.Reason
        /// The value, or the object in which a member is missing.
        let position: Int
        /// The steps from there.
        var steps: [JSONKey] = []
        let expected: Expectation
        /// What was found, if the value itself does not say it.
        var found: String?
        var underlying: (any Error)?
    }

    /// What would have fitted.
    enum Expectation {
        case text(String)
        /// A value of a type, whose name is made when somebody asks.
        case type(Any.Type)

        var description: String {
            switch self {
            case .text(let text): text
            case .type(let type): (type as? any MappableValue.Type)?.mappedName ?? "a value for \(type)"
            }
        }
    }

    private(set) var records: [Record] = []

    mutating func append(_ record: Record) { records.append(record) }

    /// Takes back the failures that were noted since there were `count` records, and gives the first of them. What is
    /// only reported stays.
    mutating func rewind(to count: Int) -> Record? {
        guard records.count > count else { return nil }
        let first = records[count...].first { !$0.reason.isReport }
        records.replaceSubrange(count..., with: records[count...].filter(\.reason.isReport))
        return first
    }
}

extension MappingFailure.Reason {
    /// Whether it is only a report: what was mapped fits.
    var isReport: Bool { self == .coerced || self == .unknownKey }
}

// MARK: Noting down

extension Reading {
    /// Notes that a value does not fit.
    func note(
        _ reason: MappingFailure.Reason, at position: Int, expected: FailureLog.Expectation, found: String? = nil,
        underlying: (any Error)? = nil
    ) {
        note(
            .init(reason: reason, position: position, expected: expected, found: found, underlying: underlying))
    }

    private func note(_ record: FailureLog.Record) {
        if isStopped { return }
        log.append(record)
        if options.stopsAtFirstFailure, !record.reason.isReport { stop() }
    }

    /// Notes that the value at `position` is not what was expected.
    @usableFromInline
    @inline(never)
    func mismatch(at position: Int, expected: String) {
        note(isNull(position) ? .null : .mismatch, at: position, expected: .text(expected))
    }

    /// Notes that the value at `position` is no value of a type.
    @usableFromInline
    @inline(never)
    func mismatch(at position: Int, expected: Any.Type) {
        note(isNull(position) ? .null : .mismatch, at: position, expected: .type(expected))
    }

    /// Notes that a field is absent whose property cannot be nil.
    @usableFromInline
    @inline(never)
    func missing(
        _ key: String, _ nesting: Map.Nesting, _ delimiter: String, ofObjectAt object: Int, expected: Any.Type
    ) {
        if !options.reportsMissingKeys { return }
        note(
            .init(
                reason: .missing, position: object, steps: FieldName(key, nesting, delimiter).steps,
                expected: .type(expected), found: "nothing"))
    }

    /// Notes that the value at `position` is none of an enum's cases.
    @usableFromInline
    @inline(never)
    func unknownCase(at position: Int, of type: Any.Type) {
        note(.unknownCase, at: position, expected: .text("a case of \(type)"))
    }

    /// Notes that a transform made nothing of the value at `position`.
    @usableFromInline
    @inline(never)
    func notTransformed(at position: Int, to type: Any.Type, by transform: Any.Type) {
        let isNull = isNull(position)
        note(
            isNull ? .null : .notTransformed, at: position,
            expected: .text("a value that \(transform) makes a \(type) of"))
    }

    /// Notes that a model refused the object at `position`.
    @usableFromInline
    @inline(never)
    func refused(at position: Int, by type: Any.Type) {
        note(.refused, at: position, expected: .text("an object that \(type) accepts"))
    }

    /// Notes what a model's initialiser has thrown.
    @usableFromInline
    @inline(never)
    func thrown(at position: Int, by type: Any.Type, _ error: any Error) {
        if let error = error as? MapError, let record = error.record(in: self) {
            note(record)
        } else {
            note(.thrown, at: position, expected: .text("an object that \(type) accepts"), underlying: error)
        }
    }

    /// Notes that the object at `position` stands in too many others.
    func tooDeep(at position: Int) {
        note(
            .tooDeep, at: position,
            expected: .text("at most \(Mapping.maximumDepth) objects inside one another"), found: "more")
    }
}

// MARK: Telling

extension Reading {
    /// What was noted down.
    ///
    /// - Complexity: O(*n*) in the size of the document, O(*k* log *k*) in the number of failures.
    var failures: [MappingFailure] {
        let records = log.records
        if records.isEmpty { return [] }
        if !isText {
            return records.map { failure($0, path(to: $0.position), nil) }
        }
        let order = records.indices.sorted { (records[$0].position, $0) < (records[$1].position, $1) }
        var failures = [MappingFailure?](repeating: nil, count: records.count)
        for (index, place) in zip(order, reader.places(of: order.map { records[$0].position })) {
            failures[index] = failure(records[index], place.path, place.place)
        }
        return failures.compactMap { $0 }
    }

    /// One record, worked out.
    func failure(_ record: FailureLog.Record) -> MappingFailure {
        failure(record, path(to: record.position), isText ? reader.place(of: record.position) : nil)
    }

    private func failure(
        _ record: FailureLog.Record, _ path: [JSONKey], _ place: SourcePlace?
    ) -> MappingFailure {
        MappingFailure(
            record.reason, steps: path + record.steps, place: place, expected: record.expected.description,
            found: record.found ?? describe(record.position), underlying: record.underlying)
    }

    /// What stands at `position`, for messages.
    func describe(_ position: Int) -> String {
        let value = json(position)
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let number):
            let text = number.text
            return "the number " + (text.utf8.count <= 40 ? text : "\(text.prefix(39))…")
        case .string(let text):
            let shown = text.count <= 40 ? text : "\(text.prefix(39))…"
            return "the string " + JSONKey.quotedText(shown)
        case .array(let array): return array.isEmpty ? "an empty array" : "an array"
        case .object: return "an object"
        case .error: return !isText ? "a value of type \(type(of: self.value(position) as Any))" : "no value"
        }
    }
}
