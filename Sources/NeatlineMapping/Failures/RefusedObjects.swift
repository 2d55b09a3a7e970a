import NeatlineJSON

// What else does not fit in an object that a model's initializer has refused: it ends at the first member, so the others are read
// once more, for their failures only.

extension MappingReader {
    /// Records the error of a model's initializer, and after it the failures of the other members.
    @usableFromInline
    @inline(never)
    func thrown(at position: Int, depth: Int, by type: Any.Type, _ error: any Error) {
        thrown(at: position, by: type, error)
        guard !options.stopsAtFirstFailure, let record = (error as? MapError)?.record(in: self),
            let type = type as? any BaseMappable.Type, isObject(position)
        else { return }
        let known = noted
        _ = type._noteFailures(Map(self, object: position, depth: depth &+ 1, toObject: false))
        // What the initializer had recorded is there already.
        log.removeRepetitions(since: known, { self.isInside($0.position, position) }, subject)
        reason = (record, noted)
    }

    /// The failure because of which the last value was refused, if it was.
    ///
    /// It is the last one that was recorded, unless the other members of an object were read for their failures.
    var lastReason: MappingFailure? {
        if let reason, reason.count == noted { return failure(reason.record) }
        return log.records.last.map { failure($0) }
    }

    private func subject(of record: FailureLog.Record) -> FailureLog.Subject {
        isText
            ? FailureLog.Subject(reason: record.reason, position: record.position, steps: record.steps)
            : FailureLog.Subject(reason: record.reason, position: 0, steps: path(to: record.position) + record.steps)
    }

    /// Whether the value at `inner` is the one at `outer`, or inside it.
    private func isInside(_ inner: Int, _ outer: Int) -> Bool {
        if isText { return inner == outer || inner > outer && inner < reader.end(outer) }
        var inner = inner
        while inner != outer, inner != 0 { inner = origins[inner].container }
        return inner == outer
    }

    /// Records what does not fit a type, in the value and in all that it contains.
    fileprivate func noteFailures(of type: Any.Type, _ reader: ValueReader) {
        if let type = type as? any OptionalProtocol.Type {
            if !isNull(reader.position) { noteFailures(of: type.wrappedType, reader) }
        } else if let type = type as? any BaseMappable.Type {
            noteFailures(ofModel: type, reader)
        } else if let type = type as? any PropertyContainer.Type {
            noteFailures(ofElements: type, reader)
        } else if let type = type as? any MappableValue.Type {
            _ = type.value(from: reader)
        } else if let type = type as? any ValueWrapper.Type {
            _ = type.read(from: reader, dropsRefused: false)
        } else if let read = ValueReader.rawReader(of: type) {
            _ = read(reader, false)
        }
    }

    private func noteFailures<Model: BaseMappable>(ofModel type: Model.Type, _ reader: ValueReader) {
        guard canEnter(reader.position, depth: reader.depth) else { return }
        let map = Map(self, object: reader.position, depth: reader.depth &+ 1, toObject: false)
        if !Model._noteFailures(map) { _ = Model._read(from: reader) }
    }

    private func noteFailures<Container: PropertyContainer>(ofElements type: Container.Type, _ reader: ValueReader) {
        _ = Container._readElements(from: reader, dropsRefused: true) { element in
            noteFailures(of: Container.PropertyElement.self, element)
            return nil
        }
    }
}

extension Map {
    /// Records which members do not fit the types of properties.
    ///
    /// - Parameters:
    ///   - names: The names of the members.
    ///   - properties: The properties in the same order, which tell the types; it is not called.
    /// - Returns: true.
    public func _note<Model, each Value>(_ names: [String], _ properties: (Model) -> (repeat each Value)) -> Bool {
        guard isReading else { return true }
        var names = names.makeIterator()
        for type in repeat (each Value).self {
            guard let name = names.next() else { break }
            self[name, nested: false].noteFailures(of: type)
        }
        return true
    }

    private func noteFailures(of type: Any.Type) {
        if position != 0 {
            reading.noteFailures(of: type, reader)
        } else if !(type is any OptionalProtocol.Type), (type as? any ValueWrapper.Type)?.ofAbsent == nil {
            noteMissing(type)
        }
    }
}
