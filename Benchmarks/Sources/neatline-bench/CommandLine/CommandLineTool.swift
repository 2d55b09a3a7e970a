/// A program that reformats JSON.
struct CommandLineTool {
    /// As in the results; for the tools that are not ours also the program.
    let name: String
    private let program: String
    /// What the program is told for the jobs that it can do.
    private let arguments: [Job: [String]]

    /// What is asked of the tools.
    enum Job: String, CustomStringConvertible, CaseIterable {
        /// Everything on one line, or indented.
        case compact, pretty
        /// One string of a tweet.
        case select

        var description: String {
            rawValue
        }
    }

    /// Which tweet's text `select` asks for.
    static let selectedTweet = 5

    /// The tool at work on a file; nil if the job is none of its own.
    func command(_ job: Job, file: String) -> ChildProcess? {
        arguments[job].map { ChildProcess(program: program, arguments: $0 + [file]) }
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
            arguments: [
                .compact: ["-m", "json.tool", "--no-ensure-ascii", "--compact"],
                .pretty: ["-m", "json.tool", "--no-ensure-ascii", "--indent", "2"],
            ]
        ),
    ]

    private static func likeJQ(name: String, program: String) -> CommandLineTool {
        CommandLineTool(
            name: name, program: program,
            arguments: [.compact: ["-c", "."], .pretty: ["."], .select: [".statuses[\(selectedTweet)].text"]])
    }
}
