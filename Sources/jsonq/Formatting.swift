import NeatlineJSON

/// Formats, checks or filters the inputs, one after another.
///
/// What is only formatted or checked goes through in constant memory; a filter takes each value, or what its leading
/// path selects of it, as a whole.
struct Formatting {
    private let arguments: Arguments
    private let filter: Filter
    private let settings: FormatterSettings
    private let output: Output
    /// What is read is compared with what is written, if that is wanted.
    private let comparison: StreamComparison?

    init(_ arguments: Arguments, filter: Filter, output: Output, comparison: StreamComparison? = nil) {
        self.arguments = arguments
        self.filter = filter
        settings = FormatterSettings(arguments, isTerminal: output.isTerminal)
        self.output = output
        self.comparison = comparison
    }

    /// Goes through all inputs, whatever is wrong with some of them, and reports what is.
    func run(_ sources: [Arguments.Source]) -> ExitStatus {
        needsValues ? evaluate(sources) : forEach(sources, format)
    }

    /// Whether it is not enough to go through the text.
    private var needsValues: Bool {
        let isFormatted = arguments.purpose == .format || arguments.purpose == .checkFormat
        return arguments.keepsGoing || arguments.isSequence || arguments.duplicates != .keep
            || arguments.purpose == .count
            || isFormatted
                && (!filter.isIdentity || arguments.sortsKeys || arguments.slurps || arguments.readsNothing
                    || arguments.reportsResult || arguments.ending != .lineFeed)
    }

    private func forEach(_ sources: [Arguments.Source], _ body: (borrowing Input) throws -> Void) -> ExitStatus {
        var status = ExitStatus.success
        for source in sources {
            do {
                let input = try Input(
                    source, repairsUTF8: arguments.invalidUTF8 == .replace, comparison: comparison)
                try body(input)
            } catch is Output.Ended {
                break
            } catch {
                status = Swift.max(status, report(error, in: source.name))
            }
        }
        return status
    }

    private func report(_ error: any Error, in name: String) -> ExitStatus {
        output.endLine(isColored: settings.style != nil)
        switch error {
        case let error as JSONError:
            Diagnostics.report(error, in: name)
            return .invalidJSON
        case let error as SystemError:
            Diagnostics.report(error, on: name)
            return .file
        case let error as FilterError:
            Diagnostics.report(error, in: name)
            return .invalidJSON
        default: preconditionFailure("no other error is thrown: \(error)")
        }
    }

    private func format(_ input: borrowing Input) throws {
        var formatter = settings.makeFormatter(sink: output.write)
        try formatter.consume(input)
    }
}

// MARK: Values

extension Formatting {
    private func evaluate(_ sources: [Arguments.Source]) -> ExitStatus {
        let evaluation = Evaluation(arguments, filter: filter, settings: settings, output: output)
        var status = ExitStatus.success
        var hasEnded = false
        if !arguments.readsNothing {
            for source in sources where !hasEnded {
                evaluation.begin(source.name)
                let read = forEach([source]) { input in
                    do {
                        let found =
                            arguments.grammar == .json
                            ? try select(from: input, evaluation, name: source.name)
                            : try split(input, evaluation, name: source.name)
                        status = Swift.max(status, found)
                    } catch let ended as Output.Ended {
                        hasEnded = true
                        throw ended
                    } catch {
                        try evaluation.breakOff()
                        throw error
                    }
                }
                status = Swift.max(status, read)
            }
        }
        if hasEnded { return status }
        do {
            if arguments.readsNothing {
                try evaluation.evaluateNothing()
            } else if !arguments.slurps || status == .success {
                try evaluation.finish()
            }
        } catch is Output.Ended {
            return status
        } catch {
            status = Swift.max(status, report(error, in: sources.count == 1 ? sources[0].name : "<inputs>"))
        }
        status = Swift.max(status, evaluation.status)
        return status == .success ? evaluation.resultStatus : status
    }

    /// Reads an input through a selector, which builds only what the filter's path selects.
    private func select(
        from input: borrowing Input, _ evaluation: Evaluation, name: String
    ) throws -> ExitStatus {
        var selector = JSONSelector(
            path: evaluation.path, parsing: settings.parsing, isSequence: arguments.isSequence,
            tracksPositions: arguments.duplicates == .error, receive: evaluation.receive)
        var status = ExitStatus.success
        var isAtEnd = false
        var wantsInput = true
        while true {
            do {
                if wantsInput { isAtEnd = try selector.withInputSpace { try input.read(into: $0) } == 0 }
                wantsInput = true
                if isAtEnd {
                    try selector.finish()
                    break
                }
                try selector.process()
                // What is ready is shown before a wait for more.
                if input.isIdle { try evaluation.flush() }
            } catch let error as JSONError {
                let isInValue = settings.parsing.duplicateKeys == .reject && error.code == .duplicateKey
                let error = isInValue ? selector.position(of: error) : error
                guard goesOn else { throw error }
                try evaluation.breakOff()
                status = Swift.max(status, report(error, in: name))
                selector.recover()
                // What follows the line that is given up may be in memory already.
                wantsInput = false
            }
        }
        try evaluation.flush()
        if !arguments.slurps, status == .success, selector.valueCount == 0 { try requireValue() }
        return status
    }

    /// Reads an input that is not strict JSON: a formatter puts each value on a line of its own.
    private func split(_ input: borrowing Input, _ evaluation: Evaluation, name: String) throws -> ExitStatus {
        let lines = LineBuffer()
        var splitter = settings.makeSplitter(sink: lines.append)
        var status = ExitStatus.success
        /// Reports an error behind the results before it, if the values after it are wanted all the same.
        func goOn(after error: any Error) throws {
            guard goesOn else { throw error }
            try evaluation.breakOff()
            status = Swift.max(status, report(error, in: name))
        }
        func takeLines() throws {
            try lines.takeAll { line in
                do {
                    try evaluation.receive(line: line)
                } catch let error as FilterError {
                    try goOn(after: error)
                }
            }
        }
        var isAtEnd = false
        var wantsInput = true
        while true {
            do {
                if wantsInput { isAtEnd = try splitter.withInputSpace { try input.read(into: $0) } == 0 }
                wantsInput = true
                if isAtEnd {
                    try splitter.finish()
                    break
                }
                try splitter.process()
                let isIdle = input.isIdle
                if isIdle { try splitter.flush() }
                try takeLines()
                if isIdle { try evaluation.flush() }
            } catch let error as JSONError {
                try splitter.flush()
                try takeLines()
                lines.dropRest()
                try goOn(after: error)
                splitter.recover()
                // What follows the line that is given up may be in memory already.
                wantsInput = false
            }
        }
        try takeLines()
        try evaluation.flush()
        if !arguments.slurps, status == .success, splitter.valueCount == 0 { try requireValue() }
        return status
    }

    /// Whether what is wrong with a value is no end to those after it.
    private var goesOn: Bool { arguments.keepsGoing || arguments.isSequence }
}

extension JSONStreamFormatter {
    /// Reads an input to its end; what is complete is written before an error is thrown.
    mutating func consume(_ input: borrowing Input) throws {
        do {
            while try withInputSpace({ try input.read(into: $0) }) > 0 {
                try process()
                // What is ready is shown before a wait for more.
                if input.isIdle { try flush() }
            }
            try finish()
            if valueCount == 0 { try requireValue() }
        } catch let ended as Output.Ended {
            throw ended
        } catch {
            try flush()
            throw error
        }
    }
}

/// An input that holds no value is an error, that of an empty text: most often something before it went wrong.
private func requireValue() throws { _ = try JSON(parsing: "") }

/// Collects text until its lines are complete.
private final class LineBuffer {
    private var bytes: [UInt8] = []
    /// No line ends before it.
    private var searched = 0

    func append(_ more: UnsafeRawBufferPointer) { bytes += more }

    /// Forgets the line that is not complete.
    func dropRest() {
        bytes.removeAll(keepingCapacity: true)
        searched = 0
    }

    /// Calls `body` with each complete line, and keeps the rest.
    func takeAll(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
        var start = 0
        while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            try body(bytes[start..<end])
            start = end + 1
            searched = start
        }
        bytes.removeSubrange(..<start)
        searched = bytes.count
    }
}
