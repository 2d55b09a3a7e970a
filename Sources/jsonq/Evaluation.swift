import NeatlineJSON

/// Applies the filter to values, and passes the results on.
final class Evaluation {
    private let arguments: Arguments
    private let filter: Filter
    private let settings: FormatterSettings
    private let output: Output
    private var writer: ResultWriter
    private var machine: FilterMachine
    /// Whether results are wanted.
    private let writes: Bool
    /// Whether invalid values are passed over, so that no part of them is to be written.
    private var skipsInvalid: Bool { arguments.keepsGoing || arguments.isSequence }
    /// The steps that are taken while bytes are read.
    let path: [JSONSelector.Step]

    /// Whose values are coming.
    private var sourceName = ""
    /// The source of the value that is being received, where it is needed as a whole.
    private var source: [UInt8] = []
    private var steps = 0
    /// Whether the source of a result is passed on as it comes.
    private var passesOn = false
    /// Whether the filter has failed on the current value, whose other results are then not wanted.
    private var hasFailed = false
    /// The text of an array of all values, if they are to be put into one; without the closing bracket.
    private var slurped: [UInt8] = [UInt8(ascii: "[")]
    private var statistics = Statistics()
    private(set) var status = ExitStatus.success

    init(_ arguments: Arguments, filter: Filter, settings: FormatterSettings, output: Output) {
        self.arguments = arguments
        self.filter = filter
        self.settings = settings
        self.output = output
        writer = ResultWriter(arguments, settings: settings, output: output)
        machine = FilterMachine(filter)
        writes = arguments.purpose == .format || arguments.purpose == .checkFormat
        let selectsEarly = writes && !arguments.slurps && [.keep, .last].contains(arguments.duplicates)
        path = selectsEarly ? filter.leadingPath : []
    }

    /// The values that come next are those of this source.
    func begin(_ name: String) { sourceName = name }

    /// Takes what a selector finds.
    func receive(_ event: JSONSelector.Event) throws {
        switch event {
        case .begin(let steps):
            self.steps = steps
            source.removeAll(keepingCapacity: true)
            passesOn =
                !hasFailed && writes && !arguments.slurps && !skipsInvalid && writer.acceptsSource
                && steps == filter.instructions.count
        case .bytes(let bytes):
            if hasFailed || (arguments.purpose == .check && arguments.duplicates != .error) { return }
            if passesOn { try writer.writeSource(bytes) } else { source += bytes }
        case .end:
            if hasFailed || (arguments.purpose == .check && arguments.duplicates != .error) { return }
            if passesOn { try writer.endSource() } else { try add(source) }
        case .endOfValue: hasFailed = false
        }
    }

    /// Takes the source of a value, for which `steps` have been taken.
    private func add(_ source: [UInt8]) throws {
        if arguments.slurps, arguments.duplicates != .error {
            slurp(source)
            return
        }
        let value = try JSON(parsing: source, options: settings.parsing)
        if arguments.slurps { slurp(source) } else { try add(value) }
    }

    private func slurp(_ source: [UInt8]) {
        if slurped.count > 1 { slurped.append(UInt8(ascii: ",")) }
        slurped += source
    }

    /// Takes a whole value in the form of one line.
    func receive(line: ArraySlice<UInt8>) throws {
        steps = 0
        hasFailed = false
        do {
            try add(Array(line))
        } catch let error as JSONError {
            // Its place is one in the line, which nobody has seen.
            throw FilterError(message: error.message)
        }
    }

    private func add(_ value: JSON) throws {
        switch arguments.purpose {
        case .check: return
        case .count: statistics.add(value)
        default:
            do {
                try machine.run(value, from: steps) { try writer.write($0) }
            } catch let error as FilterError {
                hasFailed = true
                try writer.flush()
                Diagnostics.report(error, in: sourceName)
                status = .invalidJSON
            }
        }
    }

    /// Applies the filter to null, which stands for inputs that are not read.
    func evaluateNothing() throws {
        begin("<null>")
        steps = 0
        try add(JSON.null)
        try writer.flush()
    }

    /// Takes what could only be worked out when everything has been read.
    func finish() throws {
        if arguments.slurps {
            slurped.append(UInt8(ascii: "]"))
            var parsing = settings.parsing
            parsing.maximumDepth = .max
            steps = 0
            try add(try JSON(parsing: slurped, options: parsing))
        }
        if arguments.purpose == .count { try writer.write(statistics.json) }
        try writer.flush()
    }

    /// Ends what broke off in the middle, after an error in an input.
    func breakOff() throws {
        try writer.flush()
        output.endLine(isColored: settings.style != nil)
        writer = ResultWriter(arguments, settings: settings, output: output)
        hasFailed = false
    }

    /// Hands on what has been written.
    func flush() throws { try writer.flush() }

    /// What the last result says with `--exit-status`.
    var resultStatus: ExitStatus {
        arguments.reportsResult && writer.lastIsTrue != true ? .negative : .success
    }
}
