import NeatlineJSON
import NeatlineSystem

/// Formats, validates or filters the inputs, one after another.
///
/// Formatting and validating need constant memory; a filter needs the whole value, or the parts of it that the filter's
/// leading path selects.
struct Formatting {
    private let arguments: Arguments
    private let filter: Filter
    private let settings: FormatterSettings
    private let output: Output
    /// Compares input and output, if that is requested.
    private let comparison: StreamComparison?

    init(_ arguments: Arguments, filter: Filter, output: Output, comparison: StreamComparison? = nil) {
        self.arguments = arguments
        self.filter = filter
        settings = FormatterSettings(arguments, isTerminal: output.isTerminal)
        self.output = output
        self.comparison = comparison
    }

    /// How inputs are split, unless their sizes and the processors decide; for tests.
    var blockSize: BlockReading.Size?

    /// Processes all inputs, also after errors, and reports the errors.
    func run(_ sources: [Arguments.Source]) -> ExitStatus {
        let settings = settings
        if needsValues { return evaluate(sources) }
        return forEach(sources, ahead: { FormatTrial(settings) }, format)
    }

    private var makesModel: Bool {
        if case .model = arguments.purpose { true } else { false }
    }

    /// Whether values must be created.
    private var needsValues: Bool {
        let isFormatted = arguments.purpose == .format || arguments.purpose == .checkFormat
        return arguments.keepsGoing || arguments.isSequence || arguments.acceptsPartial || arguments.duplicates != .keep
            || arguments.purpose == .count || makesModel
            || isFormatted
                && (!filter.isIdentity || arguments.sortsKeys || arguments.slurps || arguments.readsNothing
                    || arguments.reportsResult || arguments.ending != .lineFeed)
    }

    /// Whether blocks of inputs can be read ahead, apart from one another.
    private var readsAhead: Bool {
        if arguments.invalidUTF8 == .replace || arguments.isSequence || arguments.acceptsPartial { return false }
        if !needsValues { return true }
        return arguments.grammar == .json && !arguments.slurps && !arguments.isInPlace && !makesModel
    }

    /// What reads blocks of an input ahead; nil if it is not worth it.
    private func blocks(_ source: Arguments.Source, _ makeTrial: @escaping @Sendable () -> any Trial) -> BlockReading? {
        guard readsAhead else { return nil }
        if let blockSize { return BlockReading(blockSize, makeTrial: makeTrial) }
        var size = BlockReading.Size(jobs: arguments.jobs ?? SystemThread.processorCount)
        if size.jobs < 2 { return nil }
        if arguments.jobs == nil {
            size.headCount = Formatting.headCount
            if case .file(let name) = source, let status = try? FileStatus(name.path), status.isRegular,
                status.size < Formatting.headCount * 2
            {
                return nil
            }
        }
        return BlockReading(size, makeTrial: makeTrial)
    }

    /// The number of bytes that take about as long as starting threads would have to be worth it.
    private static let headCount = 4 << 20

    private func forEach(
        _ sources: [Arguments.Source], ahead makeTrial: @escaping @Sendable () -> any Trial,
        _ body: (borrowing Input) throws -> Void
    ) -> ExitStatus {
        var status = ExitStatus.success
        for source in sources {
            do {
                if arguments.checksFirst { try check(source) }
                let input = try Input(
                    source, repairsUTF8: arguments.invalidUTF8 == .replace, comparison: comparison,
                    progress: Diagnostics.progress, blocks: blocks(source, makeTrial))
                if arguments.purpose == .format, input.isExtended(by: output) { throw EndlessInputError() }
                try body(input)
            } catch is Output.Ended {
                break
            } catch {
                status = Swift.max(status, report(error, in: source.name))
            }
        }
        return status
    }

    /// Reads a file to its end, unless it can be read only once.
    ///
    /// - Throws: the error of reading or of the text.
    private func check(_ source: Arguments.Source) throws {
        guard case .file(let name) = source, try FileStatus(name.path).isRegular else { return }
        let input = try Input(source, repairsUTF8: arguments.invalidUTF8 == .replace)
        var checker = settings.makeChecker()
        try checker.consume(input, output)
    }

    private func report(_ error: any Error, in name: String) -> ExitStatus {
        output.endLine(isColored: settings.style != nil)
        switch error {
        case let error as JSONError:
            Diagnostics.report(error, in: name)
            return .invalidJSON
        case let error as SystemError:
            Diagnostics.report(error, on: name, hint: arguments.hint(for: error, of: name))
            return .file
        case let error as FilterError:
            Diagnostics.report(error, in: name)
            return .invalidJSON
        case let error as NoValueError:
            Diagnostics.report(error.message, on: name)
            return .invalidJSON
        case is EndlessInputError:
            Diagnostics.report("the output goes to this file, too, so it would have no end", on: name)
            return .file
        case let error as ModelError:
            Diagnostics.report(error)
            return .invalidJSON
        default: preconditionFailure("no other error is thrown: \(error)")
        }
    }

    private func format(_ input: borrowing Input) throws {
        var formatter = settings.makeFormatter(sink: output.write)
        try formatter.consume(input, output)
    }
}

// MARK: Values

extension Formatting {
    private func evaluate(_ sources: [Arguments.Source]) -> ExitStatus {
        let evaluation = Evaluation(arguments, filter: filter, settings: settings, output: output)
        let (filter, settings, arguments) = (filter, settings, arguments)
        let makeTrial: @Sendable () -> any Trial = {
            EvaluationTrial(arguments, filter: filter, settings: settings)
        }
        var status = ExitStatus.success
        var hasEnded = false
        if !arguments.readsNothing {
            for source in sources where !hasEnded {
                evaluation.begin(source.name)
                let read = forEach([source], ahead: makeTrial) { input in
                    do {
                        let found =
                            arguments.acceptsPartial
                            ? try readPartially(input, evaluation)
                            : arguments.grammar == .json
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
        if hasEnded { return Swift.max(status, evaluation.status) }
        // What comes may go to the same terminal.
        Diagnostics.progress?.clear()
        do {
            if arguments.readsNothing {
                try evaluation.evaluateNothing()
            } else if makesModel ? status == .success || arguments.keepsGoing : !arguments.slurps || status == .success
            {
                try evaluation.finish()
            }
        } catch is Output.Ended {
            return Swift.max(status, evaluation.status)
        } catch {
            status = Swift.max(status, report(error, in: sources.count == 1 ? sources[0].name : "<inputs>"))
        }
        status = Swift.max(status, evaluation.status)
        if status != .success { return status }
        if let objection = evaluation.objection { return report(objection, in: sources[0].name) }
        return evaluation.resultStatus
    }

    /// Reads an input by a selector, which creates only the values at the filter's path.
    ///
    /// - Throws: the error of reading or of the output.
    private func select(
        from input: borrowing Input, _ evaluation: Evaluation, name: String
    ) throws -> ExitStatus {
        var selector = JSONSelector(
            path: evaluation.path, parsing: settings.parsing, isSequence: arguments.isSequence,
            receive: evaluation.receive)
        var status = ExitStatus.success
        var isEmpty = true
        var isAtEnd = false
        var wantsInput = true
        while true {
            do {
                if wantsInput {
                    while let finding = try input.next(at: evaluation.acceptsFindings ? selector.place : .inside) {
                        isEmpty = false
                        try evaluation.adopt(finding)
                        selector.skip(finding.part)
                    }
                    isAtEnd = try selector.withInputSpace { try input.read(into: $0) } == 0
                }
                wantsInput = true
                if !isAtEnd {
                    isEmpty = false
                } else {
                    try selector.finish()
                    break
                }
                try selector.process()
                // Complete results are written before waiting for input.
                if input.isIdle { try evaluation.flush() }
            } catch let error as JSONError {
                let isInValue = settings.parsing.duplicateKeys == .reject && error.code == .duplicateKey
                let error = isInValue ? selector.position(of: error) : error
                guard goesOn else { throw error }
                try evaluation.breakOff()
                status = Swift.max(status, report(error, in: name))
                selector.recover()
                // The next line may be in memory already.
                wantsInput = false
            }
        }
        try evaluation.flush()
        if !arguments.slurps, status == .success, selector.valueCount == 0 { throw NoValueError(isEmpty: isEmpty) }
        return status
    }

    /// Reads an input that is not strict JSON: a formatter writes each value as one line.
    ///
    /// - Throws: the error of reading or of the output.
    private func split(_ input: borrowing Input, _ evaluation: Evaluation, name: String) throws -> ExitStatus {
        let lines = LineBuffer()
        var splitter = settings.makeSplitter(sink: lines.append)
        var status = ExitStatus.success
        /// Reports an error after the results before it, if the following values are processed all the same.
        ///
        /// - Throws: the error otherwise.
        func goOn(after error: any Error) throws {
            guard goesOn else { throw error }
            try evaluation.breakOff()
            status = Swift.max(status, report(error, in: name))
        }
        func takeLines() throws {
            try lines.takeAll { line in
                do {
                    try evaluation.receive(line: line, at: splitter.takeValuePosition())
                } catch let error as FilterError {
                    try goOn(after: error)
                }
            }
        }
        var isEmpty = true
        var isAtEnd = false
        var wantsInput = true
        while true {
            do {
                if wantsInput { isAtEnd = try splitter.withInputSpace { try input.read(into: $0) } == 0 }
                wantsInput = true
                if !isAtEnd {
                    isEmpty = false
                } else {
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
                splitter.dropValuePositions()
                try goOn(after: error)
                splitter.recover()
                // The next line may be in memory already.
                wantsInput = false
            }
        }
        try takeLines()
        try evaluation.flush()
        if !arguments.slurps, status == .success, splitter.valueCount == 0 { throw NoValueError(isEmpty: isEmpty) }
        return status
    }

    /// Reads an input whose last value may be cut off, or invalid: what has come of it is a value, too.
    ///
    /// - Throws: the error of reading, of the text or of the output.
    private func readPartially(_ input: borrowing Input, _ evaluation: Evaluation) throws -> ExitStatus {
        var parser = JSONPartialParser(options: settings.parsing)
        // Small pieces: each value is taken off the piece that it is in.
        var piece = [UInt8](repeating: 0, count: 4096)
        var isEmpty = true
        var hasValue = false
        while true {
            let count = try piece.withUnsafeMutableBytes { try input.read(into: $0) }
            if count == 0, !hasValue, parser.isBlank {
                if arguments.slurps { break }
                throw NoValueError(isEmpty: isEmpty)
            }
            isEmpty = false
            var failure: (any Error)?
            do {
                if count == 0 { _ = try parser.finish() } else { try parser.feed(piece[..<count]) }
            } catch {
                failure = error
            }
            while parser.isFollowedByNext {
                hasValue = true
                let value: JSON
                do {
                    value = try parser.endValue()
                } catch {
                    failure = error
                    break
                }
                try evaluation.receive(value, source: parser.stringSource) { parser.valuePosition }
                failure = nil
                do {
                    try parser.startNext()
                    if count == 0 { _ = try parser.finish() }
                } catch {
                    failure = error
                }
            }
            if failure != nil || count == 0, let value = parser.snapshot {
                try evaluation.receive(value, source: parser.stringSource) { parser.valuePosition }
            }
            if let failure { throw failure }
            if count == 0 { break }
            if input.isIdle { try evaluation.flush() }
        }
        try evaluation.flush()
        return .success
    }

    /// Whether the values after an invalid one are processed.
    private var goesOn: Bool { arguments.keepsGoing || arguments.isSequence }
}

extension JSONStreamFormatter {
    /// Reads an input to its end. What blocks read ahead have written goes to `output`, as the sink's output does; complete
    /// results are written before an error is thrown.
    ///
    /// - Throws: the error of reading, of the text or of the output.
    mutating func consume(_ input: borrowing Input, _ output: Output) throws {
        var isEmpty = true
        do {
            while true {
                while let finding = try input.next(at: place) {
                    isEmpty = false
                    try flush()
                    skip(finding.part)
                    try finding.output.bytes.withUnsafeBytes { if !$0.isEmpty { try output.write($0) } }
                }
                guard try withInputSpace({ try input.read(into: $0) }) > 0 else { break }
                isEmpty = false
                try process()
                // Complete results are written before waiting for input.
                if input.isIdle { try flushCompleted() }
            }
            try finish()
            if valueCount == 0 { throw NoValueError(isEmpty: isEmpty) }
        } catch let ended as Output.Ended {
            throw ended
        } catch {
            dropIncomplete()
            try flush()
            throw error
        }
    }
}

/// The error of an input without a value, which usually results from an error before.
private struct NoValueError: Error {
    /// Whether there is not even whitespace or a comment.
    let isEmpty: Bool
    var message: String { isEmpty ? "the input is empty" : "the input has no value" }
}

/// The error of an input that the output makes longer.
private struct EndlessInputError: Error {}

/// Collects text until its lines are complete.
private final class LineBuffer {
    private var bytes: [UInt8] = []
    /// No line ends before this position.
    private var searched = 0

    func append(_ more: UnsafeRawBufferPointer) { bytes += more }

    /// Removes the incomplete line.
    func dropRest() {
        bytes.removeAll(keepingCapacity: true)
        searched = 0
    }

    /// Calls `body` with each complete line, and keeps the rest.
    ///
    /// - Throws: what `body` throws.
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
