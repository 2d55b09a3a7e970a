import NeatlineJSON

/// Formats or checks blocks.
final class FormatTrial: Trial {
    private let output = Output.collecting()
    private var formatter: JSONStreamFormatter

    init(_ settings: FormatterSettings) { formatter = settings.makeFormatter(sink: output.write) }

    func run(_ block: TextBlock<Finding>, _ collected: CollectedOutput) throws -> Finding? {
        output.collected = collected
        let part = try formatter.read(block)
        return part.isWhole(from: block.start) ? Finding(part: part, output: collected) : nil
    }
}

/// Applies the filter to the values of blocks.
final class EvaluationTrial: Trial {
    private let output = Output.collecting()
    private let evaluation: Evaluation
    private var selector: JSONSelector

    init(_ arguments: Arguments, filter: Filter, settings: FormatterSettings) {
        let evaluation = Evaluation(arguments, filter: filter, settings: settings, output: output, isTrial: true)
        self.evaluation = evaluation
        selector = JSONSelector(path: evaluation.path, parsing: settings.parsing, receive: evaluation.receive)
    }

    func run(_ block: TextBlock<Finding>, _ collected: CollectedOutput) throws -> Finding? {
        output.collected = collected
        evaluation.beginTrial()
        let part = try selector.read(block)
        guard part.isWhole(from: block.start) else { return nil }
        try evaluation.flush()
        return Finding(
            part: part, output: collected, lastIsTrue: evaluation.lastIsTrue, statistics: evaluation.statistics)
    }
}
