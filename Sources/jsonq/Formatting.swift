import NeatlineJSON

/// Formats or checks the inputs, one after another, in constant memory.
struct Formatting {
    private let settings: FormatterSettings
    private let sortsKeys: Bool
    private let output: Output

    init(_ arguments: Arguments, output: Output) {
        settings = FormatterSettings(arguments, isTerminal: output.isTerminal)
        sortsKeys = arguments.sortsKeys && arguments.purpose == .format
        self.output = output
    }

    /// Goes through all inputs, whatever is wrong with some of them, and reports what is.
    func run(_ sources: [Arguments.Source]) -> ExitStatus {
        var status = ExitStatus.success
        for source in sources {
            do {
                try format(source)
            } catch is Output.Ended {
                break
            } catch let error as JSONError {
                output.endLine(isColored: settings.style != nil)
                Diagnostics.report(error, in: source.name)
                status = Swift.max(status, .invalidJSON)
            } catch let error as SystemError {
                output.endLine(isColored: settings.style != nil)
                Diagnostics.report(error, on: source.name)
                status = Swift.max(status, .file)
            } catch {
                preconditionFailure("no other error is thrown: \(error)")
            }
        }
        return status
    }

    private func format(_ source: Arguments.Source) throws {
        let input = try Input(source)
        if sortsKeys {
            try SortedFormatting(settings: settings, output: output).format(input)
        } else {
            var formatter = settings.makeFormatter(sink: output.write)
            try formatter.consume(input)
        }
    }
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
            try requireValue()
        } catch let ended as Output.Ended {
            throw ended
        } catch {
            try flush()
            throw error
        }
    }

    /// An input that holds no value is an error, that of an empty text: most often something before it went wrong.
    func requireValue() throws(JSONError) {
        if valueCount == 0 { _ = try JSON(parsing: "") }
    }
}
