import NeatlineJSON

/// The command, from its words to its exit status.
enum Command {
    /// Runs the command with the words that the process was started with.
    static func runThisProcess() -> ExitStatus {
        do throws(UsageError) {
            return run(try CommandWord.ofThisProcess())
        } catch {
            Diagnostics.report(error)
            return .usage
        }
    }

    /// Runs the command with the given words.
    static func run(_ words: [CommandWord]) -> ExitStatus {
        let arguments: Arguments
        let pointer: [Instruction]
        do throws(UsageError) {
            arguments = try Arguments(words)
            pointer = try instructions(arguments.pointer)
        } catch {
            Diagnostics.report(error)
            return .usage
        }
        let filter: Filter
        do {
            filter = try FilterParser.parse(arguments.filter ?? "")
        } catch {
            Diagnostics.report(error, hint: arguments.filterHint)
            return .filter
        }
        return run(arguments, Filter(instructions: pointer + filter.instructions))
    }

    /// Returns the instructions that lead to the value at a JSON Pointer.
    ///
    /// - Throws: the error of an invalid pointer.
    private static func instructions(_ pointer: String?) throws(UsageError) -> [Instruction] {
        guard let pointer, !pointer.isEmpty else { return [] }
        do {
            return [.pointer(try JSONPointer(parsing: pointer))]
        } catch {
            throw .invalidPointer((error as? JSONError)?.message ?? "\(error)")
        }
    }

    private static func run(_ arguments: Arguments, _ filter: Filter) -> ExitStatus {
        Diagnostics.progress = ProgressLine.ofThisProcess(arguments)
        defer { Diagnostics.progress?.clear() }
        if arguments.isInPlace { return rewrite(arguments, filter) }
        let output = Output()
        let status =
            switch arguments.purpose {
            case .help: show(Usage.help, on: output)
            case .version: show(Usage.version + "\n", on: output)
            case .completions(let shell): show(Completions.script(for: shell), on: output)
            case .checkFormat: checkFormat(arguments, filter, on: output)
            case .format, .check, .count, .model:
                Formatting(arguments, filter: filter, output: output).run(arguments.sources)
            }
        return Swift.max(status, output.finish())
    }

    private static func show(_ text: String, on output: Output) -> ExitStatus {
        // `finish` reports a failure.
        try? output.write(text)
        return .success
    }

    /// Rewrites each file separately.
    private static func rewrite(_ arguments: Arguments, _ filter: Filter) -> ExitStatus {
        var status = ExitStatus.success
        for source in arguments.sources {
            guard case .file(let name) = source else { continue }
            let result = InPlaceEdit(name, arguments).run { output, comparison in
                Formatting(arguments, filter: filter, output: output, comparison: comparison).run([source])
            }
            status = Swift.max(status, result)
        }
        return status
    }

    /// Reports the inputs that formatting would change.
    private static func checkFormat(_ arguments: Arguments, _ filter: Filter, on output: Output) -> ExitStatus {
        var status = ExitStatus.success
        for source in arguments.sources {
            let comparison = StreamComparison()
            let compared = Output(nil, name: source.name, comparison: comparison)
            let result = Formatting(arguments, filter: filter, output: compared, comparison: comparison).run([source])
            status = Swift.max(status, result)
            if result <= .negative, !comparison.isSame {
                status = Swift.max(status, .negative)
                Diagnostics.progress?.clear()
                // `finish` reports a failure.
                try? (source.nameBytes + [UInt8(ascii: "\n")]).withUnsafeBytes { try output.write($0) }
            }
        }
        return status
    }
}
