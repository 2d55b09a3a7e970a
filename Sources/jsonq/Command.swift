/// The command, from its words to its exit status.
enum Command {
    /// Does what the words ask for.
    static func run(_ words: [CommandWord]) -> ExitStatus {
        let arguments: Arguments
        do {
            arguments = try Arguments(words)
        } catch {
            Diagnostics.report(error)
            return .usage
        }
        let output = Output()
        let status =
            switch arguments.purpose {
            case .help: show(Usage.help, on: output)
            case .version: show(Usage.version + "\n", on: output)
            case .format, .check: Formatting(arguments, output: output).run(arguments.sources)
            }
        return Swift.max(status, output.finish())
    }

    private static func show(_ text: String, on output: Output) -> ExitStatus {
        var text = text
        // A failure is reported by `finish`.
        text.withUTF8 { try? output.write(UnsafeRawBufferPointer($0)) }
        return .success
    }
}
