import NeatlineJSON

/// Applies the filter to values, and writes the results.
final class Evaluation {
    private let arguments: Arguments
    private let filter: Filter
    private let settings: FormatterSettings
    private let output: Output
    private var writer: ResultWriter
    private var machine: FilterMachine
    /// Whether results are written.
    private let writes: Bool
    /// Whether invalid values are skipped, so that no part of them may be written.
    private var skipsInvalid: Bool { arguments.keepsGoing || arguments.isSequence }
    /// Whether an error of the filter is thrown, not reported: somebody else applies it then.
    private let isTrial: Bool
    /// The steps of the filter that the selector follows.
    let path: [JSONSelector.Step]

    /// The name of the current source.
    private var sourceName = ""
    /// The text of the value that is being received, if the filter needs all of it.
    private var source: [UInt8] = []
    private var steps = 0
    /// The position of the last value of the source that the filter has failed on.
    private var failedPosition: ValueOrigin.Position?
    /// Whether the text of a result is written while it is received.
    private var passesOn = false
    /// Whether the filter has failed on the current value, whose further results are then ignored.
    private var hasFailed = false
    /// The text of an array of all values, if they are collected; without the closing bracket.
    private var slurped: [UInt8] = [UInt8(ascii: "[")]
    private(set) var statistics = Statistics()
    /// The samples of a model; nil if none is made.
    private let samples: ModelSamples?
    /// What the results would replace; nil if they replace nothing, or whatever it is.
    private var review: ReplacementReview?
    private(set) var status = ExitStatus.success

    init(
        _ arguments: Arguments, filter: Filter, settings: FormatterSettings, output: Output, isTrial: Bool = false
    ) {
        self.isTrial = isTrial
        self.arguments = arguments
        self.filter = filter
        self.settings = settings
        self.output = output
        writer = ResultWriter(arguments, settings: settings, output: output)
        machine = FilterMachine(filter)
        writes = arguments.purpose == .format || arguments.purpose == .checkFormat
        if case .model = arguments.purpose { samples = ModelSamples() } else { samples = nil }
        if arguments.isInPlace, !arguments.isForced, !filter.isIdentity { review = ReplacementReview() }
        let selectsEarly =
            (writes || samples != nil) && !arguments.slurps && [.keep, .last].contains(arguments.duplicates)
        let leadingPath = selectsEarly ? filter.leadingPath : []
        // The elements of an array are samples, of which one at a time is in memory.
        let splitsArrays = samples != nil && selectsEarly && leadingPath.count == filter.instructions.count
        path = splitsArrays ? leadingPath + [.elements] : leadingPath
    }

    /// Begins the values of a source.
    func begin(_ name: String) {
        sourceName = name
        failedPosition = nil
    }

    /// Receives an event of a selector.
    ///
    /// - Throws: the error of the filter or of the output.
    func receive(_ event: JSONSelector.Event) throws {
        switch event {
        case .begin(let steps):
            self.steps = steps
            source.removeAll(keepingCapacity: true)
            review?.beginText()
            passesOn =
                !hasFailed && writes && !arguments.slurps && !skipsInvalid && writer.acceptsSource
                && steps == filter.instructions.count
        case .bytes(let bytes):
            if hasFailed || (arguments.purpose == .check && arguments.duplicates != .error) { return }
            if passesOn {
                review?.addText(bytes)
                try writer.writeSource(bytes)
            } else {
                source += bytes
            }
        case .end(let origin):
            if hasFailed || (arguments.purpose == .check && arguments.duplicates != .error) { return }
            if passesOn {
                review?.endText { position(of: origin) }
                try writer.endSource()
            } else {
                try add(source, at: origin)
            }
        case .endOfValue:
            hasFailed = false
            review?.values += 1
        }
    }

    /// Receives the text of a value at the end of `steps`, in the value of the input at `origin`.
    ///
    /// - Throws: the error of the filter or of the output.
    private func add(_ source: [UInt8], at origin: ValueOrigin) throws {
        if arguments.slurps, arguments.duplicates != .error {
            slurp(source)
            return
        }
        let value = try JSON(parsing: source, options: settings.parsing)
        if arguments.slurps {
            slurp(source)
        } else {
            try add(value, source: source) { position(of: origin) }
        }
    }

    /// Receives a value that was parsed.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - source: its text, if it is a string.
    ///   - position: returns where it begins in the input.
    /// - Throws: the error of the filter or of the output.
    func receive(_ value: JSON, source: [UInt8]?, position: () -> ValueOrigin.Position) throws {
        steps = 0
        hasFailed = false
        review?.values += 1
        if arguments.slurps {
            slurp(try source ?? value.serialized())
        } else {
            try add(value, source: source) { position() }
        }
    }

    private func position(of origin: ValueOrigin) -> ValueOrigin.Position? {
        failedPosition = origin.position(from: failedPosition)
        return failedPosition
    }

    private func slurp(_ source: [UInt8]) {
        if slurped.count > 1 { slurped.append(UInt8(ascii: ",")) }
        slurped += source
    }

    /// Receives a value as one line, which begins at a position of the input.
    ///
    /// - Throws: the error of the filter or of the output.
    func receive(line: ArraySlice<UInt8>, at position: ValueOrigin.Position?) throws {
        steps = 0
        hasFailed = false
        review?.values += 1
        let source = Array(line)
        if arguments.slurps, arguments.duplicates != .error { return slurp(source) }
        let value: JSON
        do {
            value = try JSON(parsing: source, options: settings.parsing)
        } catch let error as JSONError {
            // Its position would refer to the line, which the user has not seen.
            throw FilterError(message: error.message, position: position)
        }
        if arguments.slurps { slurp(source) } else { try add(value, source: source) { position } }
    }

    /// Applies the filter to a value, and reports an error at the position of the input that the closure returns.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - source: its text; nil if it is not known.
    ///   - position: returns where it begins in the input.
    /// - Throws: the error of the output.
    private func add(_ value: JSON, source: [UInt8]? = nil, position: () -> ValueOrigin.Position?) throws {
        switch arguments.purpose {
        case .check: return
        case .count: statistics.add(value)
        default:
            let isElement = steps > filter.instructions.count
            // Otherwise the result is another value.
            let source = steps == filter.instructions.count ? source : nil
            do {
                try machine.run(value, from: steps) { result in
                    review?.add(result, of: steps == 0 ? value : nil, position: position)
                    if let samples {
                        try samples.add(result, isElement: isElement)
                    } else {
                        try writer.write(result, source: source)
                    }
                }
            } catch var error as FilterError where !isTrial {
                hasFailed = true
                error.position = position()
                try writer.flush()
                Diagnostics.report(error, in: sourceName)
                status = .invalidJSON
            }
        }
    }

    /// Applies the filter to null, for a command that reads no input.
    ///
    /// - Throws: the error of the filter or of the output.
    func evaluateNothing() throws {
        begin("<null>")
        steps = 0
        try add(JSON.null) { nil }
        try writer.flush()
    }

    /// Writes the results that depend on all inputs.
    ///
    /// - Throws: the error of the filter or of the output.
    func finish() throws {
        if arguments.slurps {
            slurped.append(UInt8(ascii: "]"))
            var parsing = settings.parsing
            parsing.maximumDepth = .max
            steps = 0
            review?.values = 1
            try add(try JSON(parsing: slurped, options: parsing)) { nil }
        }
        if arguments.purpose == .count { try writer.write(statistics.json) }
        if let samples, case .model(let name) = arguments.purpose, status == .success || arguments.keepsGoing {
            try writeModel(of: samples, name: name)
        }
        try writer.flush()
    }

    /// Writes the source of a type that the samples are values of.
    ///
    /// - Throws: `ModelError.noSample`, or the error of the output.
    private func writeModel(of samples: ModelSamples, name: String) throws {
        if samples.count == 0 { throw ModelError.noSample }
        let type = ModelResolver(arguments.model, name: name).type(of: samples.root, name: name)
        try output.write(ModelSource(type, name: name, settings: arguments.model).text)
    }

    /// Ends an incomplete result, after an error in an input.
    ///
    /// - Throws: the error of the output.
    func breakOff() throws {
        try writer.breakOff()
        output.endLine(isColored: settings.style != nil)
        writer = ResultWriter(arguments, settings: settings, output: output)
        hasFailed = false
    }

    /// Whether the last result was neither false nor null; nil if there was none.
    var lastIsTrue: Bool? { writer.lastIsTrue }

    /// Whether values can be left out that another evaluation was applied to.
    var acceptsFindings: Bool { !hasFailed }

    /// Begins with nothing.
    func beginTrial() {
        writer = ResultWriter(arguments, settings: settings, output: output)
        statistics = Statistics()
        hasFailed = false
    }

    /// Takes the results of a trial for those of the values that it was applied to.
    ///
    /// - Throws: the error of the output.
    func adopt(_ finding: Finding) throws {
        try writer.flush()
        try finding.output.bytes.withUnsafeBytes { if !$0.isEmpty { try output.write($0) } }
        if let isTrue = finding.lastIsTrue { writer.lastIsTrue = isTrue }
        statistics.add(finding.statistics)
    }

    /// Flushes the output.
    ///
    /// - Throws: the error of the output.
    func flush() throws { try writer.flush() }

    /// Why the results must not replace their file; nil if they may.
    var objection: FilterError? { review?.objection }

    /// The exit status of the last result with `--exit-status`.
    var resultStatus: ExitStatus {
        writes && arguments.reportsResult && writer.lastIsTrue != true ? .negative : .success
    }
}
