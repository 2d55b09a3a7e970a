import NeatlineJSON

/// Parser, writer and formatter of streams: however a stream is cut, values, output, errors and positions are the same.
func fuzzStreams(_ input: inout FuzzInput) {
    let parsing = input.parsingOptions()
    let writing = input.writingOptions()
    var flags = input.flags()
    var options = JSONStreamOptions(framing: [.lines, .concatenated, .sequence][input.number(below: 3)])
    options.parsing = parsing
    options.continuesAfterErrors = flags.next()
    options.maximumRecordSize = flags.next() ? input.number(below: 40) : 1 << 30
    let validatesOnly = flags.next()
    let recovers = flags.next()
    let isSequence = options.framing == .sequence
    let style: JSONStyle? = flags.next() && !recovers ? .standard : nil
    let cuts = Cuts(input.byte())
    let text = input.rest()

    let records = parsedRecords(text, options, Cuts.none)
    for cuts in [cuts, .each] {
        let others = parsedRecords(text, options, cuts)
        check(others == records, "parser, \(cuts): \(others) instead of \(records)")
    }
    checkWriter(records, options, writing)
    let settings = FormatterSettings(
        writing: writing, parsing: parsing, style: style, validatesOnly: validatesOnly, isSequence: isSequence,
        recovers: recovers)
    let output = settings.formatted(text, .none)
    for cuts in [cuts, .each] {
        let other = settings.formatted(text, cuts)
        check(other == output, "formatter, \(cuts): \(other) instead of \(output)")
    }
}

/// Into what parts a stream is cut.
enum Cuts {
    case none
    case each
    /// The parts' sizes repeat.
    case pattern([Int])

    init(_ choice: UInt8) { self = .pattern([Int(choice & 15) + 1, Int(choice >> 4) * 3 + 1]) }

    /// Calls `body` with one part after another.
    func forEach(in text: [UInt8], _ body: ([UInt8]) throws -> Void) rethrows {
        var start = 0
        var ordinal = 0
        while start < text.count {
            let size =
                switch self {
                case .none: text.count
                case .each: 1
                case .pattern(let sizes): sizes[ordinal % sizes.count]
                }
            let end = Swift.min(start + size, text.count)
            try body(Array(text[start..<end]))
            start = end
            ordinal += 1
        }
    }
}

/// A value or an error of a stream.
enum StreamRecord: Equatable {
    case value(JSON, text: String)
    case error(String)
}

private func parsedRecords(_ text: [UInt8], _ options: JSONStreamOptions, _ cuts: Cuts) -> [StreamRecord] {
    var parser = JSONStreamParser(options: options)
    var records: [StreamRecord] = []
    func takeAll() {
        while true {
            do {
                guard let value = try parser.next() else { return }
                var writing = JSONWritingOptions.compact
                writing.nonFiniteNumbers = .literal
                records.append(.value(value, text: (try? value.serializedString(writing)) ?? "not written"))
            } catch let error as JSONError {
                records.append(.error("\(error.code) at \(error.byteOffset ?? -1): \(error)"))
            } catch {
                fatalError("another error: \(error)")
            }
        }
    }
    cuts.forEach(in: text) { part in
        parser.feed(part)
        takeAll()
    }
    parser.finish()
    takeAll()
    return records
}

/// What the writer writes of values, the parser gives back.
private func checkWriter(_ records: [StreamRecord], _ options: JSONStreamOptions, _ writing: JSONWritingOptions) {
    let values = records.compactMap { if case .value(let value, _) = $0 { value } else { nil } }
    var output: [UInt8] = []
    var options = options
    options.maximumRecordSize = .max
    options.parsing.allowsNonFiniteNumbers = true
    do {
        var writer = JSONStreamWriter(framing: options.framing, options: writing) { output += $0 }
        for value in values { try writer.write(value) }
        try writer.flush()
    } catch {
        fatalError("not written: \(error)")
    }
    let again = parsedRecords(output, options, .none)
    check(again.count == values.count, "\(again.count) values instead of \(values.count)")
    for (record, value) in zip(again, values) {
        guard case .value(let other, _) = record else { fatalError("what is written is not read: \(record)") }
        check(other == value || !isFinite(value), "\(other) instead of \(value)")
    }
}

private struct FormatterSettings {
    let writing: JSONWritingOptions
    let parsing: JSONParsingOptions
    let style: JSONStyle?
    let validatesOnly: Bool
    let isSequence: Bool
    let recovers: Bool

    struct Output: Equatable {
        var text = ""
        var valueCount = 0
        var errors: [String] = []
    }

    func formatted(_ text: [UInt8], _ cuts: Cuts) -> Output {
        var result = Output()
        var output: [UInt8] = []
        var formatter = JSONStreamFormatter(
            options: writing, parsing: parsing, style: style, validatesOnly: validatesOnly, isSequence: isSequence,
            heldLimit: 0
        ) { output += $0 }
        /// Whether it can go on.
        func attempt(_ body: () throws -> Void) -> Bool {
            do {
                try body()
                return true
            } catch {
                let error = error as? JSONError
                let position = error.map { "\($0.code) at \($0.byteOffset ?? -1)" } ?? "other"
                result.errors.append("\(position): \(error as Any)")
                return false
            }
        }
        var isAlive = true
        cuts.forEach(in: text) { part in
            guard isAlive else { return }
            var rest = part[...]
            while !rest.isEmpty {
                let count = formatter.withInputSpace { space in
                    let count = Swift.min(space.count, rest.count)
                    rest.withUnsafeBytes { space.copyBytes(from: $0[..<count]) }
                    return count
                }
                rest = rest.dropFirst(count)
                while isAlive, !attempt({ try formatter.process() }) {
                    isAlive = recovers
                    if recovers { formatter.recover() }
                }
            }
        }
        while isAlive, !attempt({ try formatter.finish() }) {
            isAlive = recovers
            if recovers { formatter.recover() }
        }
        _ = attempt { try formatter.flush() }
        result.valueCount = formatter.valueCount
        result.text = String(decoding: output, as: UTF8.self)
        return result
    }
}
