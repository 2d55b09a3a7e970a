import NeatlineJSON

/// The records of a run's failures. They are cheap to create; paths and descriptions are computed when they are read.
struct FailureLog {
    struct Record {
        /// The value, or the object in which a member is missing.
        let position: Int
        let expected: Expectation
        let reason: MappingFailure.Reason
        /// Whether the missing member is at the end of a path, so that `steps` are its names.
        let isPath: Bool
        /// Whether it is inside an element that was left out for it.
        fileprivate(set) var isInOmittedElement = false
        /// The missing member.
        private let field: String?
        private let details: Details?

        /// Properties that few records have.
        private final class Details: Sendable {
            let steps: [JSONKey]
            let found: String?
            let underlying: (any Error)?

            init(_ steps: [JSONKey], _ found: String?, _ underlying: (any Error)?) {
                self.steps = steps
                self.found = found
                self.underlying = underlying
            }
        }

        init(
            reason: MappingFailure.Reason, position: Int, steps: [JSONKey] = [], expected: Expectation,
            found: String? = nil, underlying: (any Error)? = nil
        ) {
            self.position = position
            self.expected = expected
            self.reason = reason
            (field, isPath) = (nil, false)
            let isPlain = steps.isEmpty && found == nil && underlying == nil
            details = isPlain ? nil : Details(steps, found, underlying)
        }

        /// Creates the record of a member that is missing in the object at `position`.
        init(missing name: FieldName, position: Int, expected: Any.Type) {
            self.position = position
            self.expected = .type(expected)
            reason = .missing
            isPath = name.isPath
            field = name.isDelimitedByDots ? name.key : nil
            details = name.isDelimitedByDots ? nil : Details(name.components.map { .key($0) }, nil, nil)
        }

        /// The steps from `position`; those of a path are names, of which some may be numbers of elements.
        var steps: [JSONKey] {
            if let field { return FieldName(field, isPath ? .always : .never, ".").components.map { .key($0) } }
            return details?.steps ?? []
        }

        /// The description of what was found, unless it is the value itself.
        var found: String? {
            switch reason {
            case .missing: "nothing"
            case .tooDeep: "more"
            case .refused: "one that it rejects"
            default: details?.found
            }
        }

        var underlying: (any Error)? { details?.underlying }

    }

    /// The reason of a record and the place of its value: two records in which both are equal are of the same failure.
    struct Subject: Hashable {
        let reason: MappingFailure.Reason
        /// The position of the value in a text; 0 if Swift values are read, which have another position each time they are found.
        let position: Int
        /// The steps from there, or from the root.
        let steps: [JSONKey]
    }

    /// What was expected.
    enum Expectation {
        case text(String)
        /// A value of a type, whose name is created when it is read.
        case type(Any.Type)
        /// A value of a type that no operator reads without a transform, unless it can be cast.
        case cast(Any.Type)
        /// An object that a model accepts.
        case objectFor(Any.Type)
        /// No member of this name.
        case noMember

        /// Returns the expectation as text.
        ///
        /// - Parameter steps: the path of the value.
        func description(_ steps: [JSONKey]) -> String {
            switch self {
            case .text(let text): return text
            case .type(let type): return expectedName(of: type)
            case .cast(let type): return expectedName(ofCast: type)
            case .objectFor(let type): return "an object that \(type) accepts"
            case .noMember:
                guard case .key(let name)? = steps.last else { return "no member" }
                return "no member \(JSONKey.quotedText(name))"
            }
        }
    }

    private(set) var records: [Record] = []
    /// The indices in `records` of open failures: those that are no reports, and that no omitted element contains.
    private var open: [Int] = []

    /// The numbers of records before incomplete values were refused.
    private var refusals: [Int] = []

    mutating func append(_ record: Record) {
        if !record.reason.isReport { open.append(records.count) }
        records.append(record)
    }

    /// Notes that an incomplete value was refused.
    ///
    /// - Parameter isRecorded: Whether its record follows. Otherwise the refusal remains when later records are removed.
    mutating func noteRefusal(isRecorded: Bool) { refusals.append(isRecorded ? records.count : records.count - 1) }

    /// Whether incomplete values were refused.
    var hasRefusals: Bool { !refusals.isEmpty }

    /// The number of failures that make a strict call fail.
    var openCount: Int { open.count }

    /// Whether there are failures that make a strict call fail.
    var hasFailures: Bool { !open.isEmpty }

    /// Whether a record is that of an open failure.
    static func isOpen(_ record: Record) -> Bool { !record.reason.isReport && !record.isInOmittedElement }

    /// Removes the open failures that were recorded since there were `count` records, and returns the first of them.
    /// Other records remain.
    mutating func rewind(to count: Int) -> Record? {
        guard records.count > count else { return nil }
        let first = records[count...].first(where: FailureLog.isOpen)
        records.replaceSubrange(count..., with: records[count...].filter { !FailureLog.isOpen($0) })
        removeIndices(since: count)
        return first
    }

    /// Removes all records from index `count` on.
    mutating func removeAll(since count: Int) {
        guard records.count > count else { return }
        records.removeSubrange(count...)
        removeIndices(since: count)
    }

    /// Removes the open failures and the refusals from index `count` of `records` on. They are the last ones: the time must not
    /// depend on those before.
    private mutating func removeIndices(since count: Int) {
        while let last = open.last, last >= count { open.removeLast() }
        while let last = refusals.last, last >= count { refusals.removeLast() }
    }

    /// Removes the records from index `count` on that the value at a position was converted.
    mutating func removeConversions(at position: Int, since count: Int) {
        while records.count > count, let last = records.last, last.reason == .coerced, last.position == position {
            records.removeLast()
        }
    }

    /// Removes the records from index `count` on whose subject one of the records before has, too.
    ///
    /// - Parameters:
    ///   - count: The index of the first record that may be removed.
    ///   - isCompared: Whether a record before that index is compared. It is called from the last one backwards, until it
    ///     returns false.
    ///   - subject: Returns the subject of a record.
    mutating func removeRepetitions(
        since count: Int, _ isCompared: (Record) -> Bool, _ subject: (Record) -> Subject
    ) {
        let before = Set(records[..<count].reversed().prefix(while: isCompared).map(subject))
        if before.isEmpty || records.count == count { return }
        let kept = records[count...].filter { !before.contains(subject($0)) }
        records.removeSubrange(count...)
        while let last = open.last, last >= count { open.removeLast() }
        for record in kept {
            if FailureLog.isOpen(record) { open.append(records.count) }
            records.append(record)
        }
    }

    /// Marks the open failures after the first `count` as those of an omitted element.
    mutating func omitElement(since count: Int) {
        for index in open[count...] { records[index].isInOmittedElement = true }
        open.removeSubrange(count...)
    }
}

extension MappingFailure.Reason {
    /// Whether it is only a report: the property was mapped.
    package var isReport: Bool { self == .coerced || self == .unknownKey }
}

// MARK: Recording

extension MappingReader {
    /// Records a failure.
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
        if options.stopsAtFirstFailure, !record.reason.isReport, omittableDepth == 0 { stop() }
    }

    /// Records that the value at `position` is not what was expected.
    @usableFromInline
    @inline(never)
    func mismatch(at position: Int, expected: String) {
        note(isNull(position) ? .null : .mismatch, at: position, expected: .text(expected))
    }

    /// Records that the value at `position` does not have a type.
    @usableFromInline
    @inline(never)
    func mismatch(at position: Int, expected: Any.Type) {
        note(isNull(position) ? .null : .mismatch, at: position, expected: .type(expected))
    }

    /// Records that the value at `position` cannot be cast to a type.
    @usableFromInline
    @inline(never)
    func mismatch(at position: Int, cast type: Any.Type) {
        note(isNull(position) ? .null : .mismatch, at: position, expected: .cast(type))
    }

    /// Records that a field is missing whose property cannot be nil.
    @usableFromInline
    @inline(never)
    func missing(
        _ key: String, _ nesting: Map.Nesting, _ delimiter: String, ofObjectAt object: Int, expected: Any.Type
    ) {
        if !options.reportsMissingKeys || nesting == .absentName || nesting == .absentPath { return }
        note(.init(missing: FieldName(key, nesting, delimiter), position: object, expected: expected))
    }

    /// Records that the value at `position` is none of an enum's cases. The records after the first `count` that it was
    /// converted are removed, because no property has the converted value.
    @usableFromInline
    @inline(never)
    func unknownCase(at position: Int, of type: Any.Type, since count: Int) {
        log.removeConversions(at: position, since: count)
        note(.unknownCase, at: position, expected: .type(type))
    }

    /// Records that the name of the member whose value is at `position` is none of a dictionary's keys.
    @usableFromInline
    @inline(never)
    func unknownName(_ name: String, at position: Int, _ type: Any.Type) {
        note(
            type is any RawRepresentable.Type ? .unknownCase : .mismatch, at: position, expected: .type(type),
            found: "the name \(JSONKey.quotedText(name.shortened()))")
    }

    /// Records that a transform returned nil for the value at `position`.
    @usableFromInline
    @inline(never)
    func notTransformed(at position: Int, expected: String) {
        let error = transformError.flatMap { $0.position == position ? $0.error : nil }
        transformError = nil
        note(
            isNull(position) ? .null : .notTransformed, at: position, expected: .text(expected), underlying: error)
    }

    /// Records that a model rejected the object at `position`.
    @usableFromInline
    @inline(never)
    func refused(at position: Int, by type: Any.Type) {
        note(.refused, at: position, expected: .objectFor(type))
    }

    /// Records the error of a model's initializer.
    @usableFromInline
    @inline(never)
    func thrown(at position: Int, by type: Any.Type, _ error: any Error) {
        noteRefusal(at: position)
        if let error = error as? MapError, let record = error.record(in: self) {
            note(record)
        } else {
            note(.thrown, at: position, expected: .objectFor(type), underlying: error)
        }
    }

    /// Records that the object at `position` is inside `depth` others, which exceeds the limit.
    func tooDeep(at position: Int, _ depth: Int) {
        note(.tooDeep, at: position, expected: .text(Mapping.expectedDepth(depth)))
    }
}

// MARK: Reading

extension MappingReader {
    /// Returns the failures of all records.
    ///
    /// - Complexity: O(*n*) in the size of the document, O(*k* log *k*) in the number of failures.
    func workedOut() -> [MappingFailure] {
        let records = log.records
        if records.isEmpty { return [] }
        if !isText { return records.map(failure) }
        let values = records.map(lastValue)
        // Usually they were recorded in the order of the text.
        let isAscending = zip(values, values.dropFirst()).allSatisfy { $0.position <= $1.position }
        if isAscending {
            let locations = reader.locations(of: values.map(\.position))
            return records.indices.map { failure(records[$0], values[$0].steps, locations[$0]) }
        }
        let order = records.indices.sorted { (values[$0].position, $0) < (values[$1].position, $1) }
        let locations = reader.locations(of: order.map { values[$0].position })
        var ranks = [Int](repeating: 0, count: records.count)
        for (rank, index) in order.enumerated() { ranks[index] = rank }
        return records.indices.map { failure(records[$0], values[$0].steps, locations[ranks[$0]]) }
    }

    /// Returns the failure of a record.
    func failure(_ record: FailureLog.Record) -> MappingFailure {
        let (position, steps) = lastValue(of: record)
        let location = isText ? reader.location(of: position) : nil
        return failure(record, steps, (path(to: position), location))
    }

    private func failure(
        _ record: FailureLog.Record, _ inner: [JSONKey], _ place: (path: [JSONKey], location: TextLocation?)
    ) -> MappingFailure {
        let steps = inner.isEmpty ? place.path : place.path + inner
        return MappingFailure(
            record.reason, steps: steps, location: place.location, expected: record.expected.description(steps),
            found: record.found ?? describe(record.position), underlying: record.underlying,
            isInOmittedElement: record.isInOmittedElement)
    }

    /// The innermost existing value on the way to the one that a record is about, and the steps from there.
    private func lastValue(of record: FailureLog.Record) -> (position: Int, steps: [JSONKey]) {
        record.isPath ? lastValue(on: record.steps, from: record.position) : (record.position, record.steps)
    }

    /// Returns the description of the value at `position`, for messages.
    func describe(_ position: Int) -> String {
        let value = json(position)
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let number):
            return "the number " + number.text.shortened()
        case .string(let text):
            return "the string " + JSONKey.quotedText(text.shortened())
        case .array(let array): return array.isEmpty ? "an empty array" : "an array"
        case .object: return "an object"
        case .error(let error) where error.code == .tooDeep: return error.found ?? error.message
        case .error:
            let value = isText ? nil : self.value(position)
            return value.map { "a value of type \(type(of: $0))" } ?? "no value"
        }
    }
}
