/// A program that reformats JSON.
struct CommandLineTool {
    /// As in the results; for the tools that are not ours also the program.
    let name: String
    private let program: String
    private let compactArguments: [String]
    private let prettyArguments: [String]

    enum Layout: String, CustomStringConvertible {
        case compact, pretty

        var description: String {
            rawValue
        }
    }

    func command(_ layout: Layout, file: String) -> ChildProcess {
        ChildProcess(
            program: program, arguments: (layout == .compact ? compactArguments : prettyArguments) + [file])
    }

    static func jsonq(at path: String) -> CommandLineTool {
        likeJQ(name: Peer.neatline, program: path)
    }

    static let others = [
        likeJQ(name: "jq", program: "jq"),
        likeJQ(name: "gojq", program: "gojq"),
        CommandLineTool(
            name: "python3",
            program: "python3",
            compactArguments: ["-m", "json.tool", "--no-ensure-ascii", "--compact"],
            prettyArguments: ["-m", "json.tool", "--no-ensure-ascii", "--indent", "2"]
        ),
    ]

    private static func likeJQ(name: String, program: String) -> CommandLineTool {
        CommandLineTool(name: name, program: program, compactArguments: ["-c", "."], prettyArguments: ["."])
    }
}
