import NeatlineJSON

/// One of the things that are fuzzed: does with an input what its name says, and traps if something is wrong.
struct FuzzTarget: Sendable {
    /// What `--target=` selects it by.
    let name: String
    /// Runs one input.
    let run: @Sendable (inout FuzzInput) -> Void

    static let all = [
        FuzzTarget(name: "parser", run: fuzzParser),
        FuzzTarget(name: "streams", run: fuzzStreams),
        FuzzTarget(name: "partial", run: fuzzPartial),
        FuzzTarget(name: "coding", run: fuzzCoding),
        FuzzTarget(name: "mapping", run: fuzzMapping),
        FuzzTarget(name: "patches", run: fuzzPatches),
        FuzzTarget(name: "changes", run: fuzzChanges),
        FuzzTarget(name: "selection", run: fuzzSelection),
        FuzzTarget(name: "headers", run: fuzzHeaders),
        FuzzTarget(name: "sockets", run: fuzzSockets),
        FuzzTarget(name: "events", run: fuzzEventStreams),
        FuzzTarget(name: "cache", run: fuzzCache),
        FuzzTarget(name: "cookies", run: fuzzCookies),
        FuzzTarget(name: "disposition", run: fuzzDisposition),
        FuzzTarget(name: "challenges", run: fuzzChallenges),
    ]

    /// The one that the arguments name.
    static let selected: FuzzTarget = {
        let prefix = "--target="
        let name = CommandLine.arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
        guard let target = all.first(where: { $0.name == name ?? "" }) else {
            fatalError("no \(prefix)NAME with one of \(all.map(\.name).joined(separator: ", "))")
        }
        return target
    }()
}

/// libFuzzer's loop: reads the arguments (it passes over those that begin with two dashes), and calls `body` with each
/// input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
enum Fuzz {
    static func main() {
        _ = FuzzTarget.selected
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        _ = runDriver(&count, &arguments) { start, count in
            var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
            FuzzTarget.selected.run(&input)
            return 0
        }
    }
}

/// Ends the run with the input that shows it, unless all is well.
func check(_ problem: @autoclosure () -> String?) {
    if let problem = problem() { fatalError(problem) }
}

/// Ends the run with the input that shows it, unless the condition holds.
func check(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}
