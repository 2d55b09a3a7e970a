/// The command line.
struct Arguments {
    /// Names of the tasks to run, in the order of the usage text; all of them when none is named.
    var tasks: Set<String> = []
    /// A directory of `.json` and `.ndjson` files.
    var corpora: String?
    var jsonq: String?
    var isQuick = false
    var soakRequests: Int?
    var printsJSON = false
    /// A file that `--json` has printed, whose rows are reported instead of measured.
    var savedRows: String?
    /// The folder in which the charts are written.
    var chartFolder: String?
    var printsUsage = false

    static let usage = """
        usage: neatline-bench [--task NAME]... [--corpora DIR] [--jsonq PATH] [--quick] [--json] [--requests N]
                              [--from FILE] [--svg DIR]

          --task NAME    run this task only; may be repeated. The tasks:
                         \(Benchmarks.tasks.map { $0.name }.joined(separator: " "))
          --corpora DIR  measure the .json and .ndjson files of DIR instead of generated ones
          --jsonq PATH   use this jsonq for the task cli instead of building one
          --quick        few rounds and small inputs; every answer is still checked
          --json         print one JSON object a line: task, corpus, peer, bytes, median_ns, best_ns
                         (for memory: peak_bytes; for lookup, the time is of one read,
                         for the later rows of change of one change, for http-* of one
                         request, with cpu_ns)
          --from FILE    measure nothing: report the rows of FILE, which --json has printed
          --svg DIR      draw charts of the rows into DIR, each in a light and a dark file
          --requests N   how many requests http-soak makes: 100000 unless given, 5000 with --quick
          --help         print this text

        The exit status is 1 when a peer's answer is wrong, 2 when the command line is.
        """

    struct Mistake: Error {
        let message: String
    }

    /// Reads the arguments that follow the program's name.
    init(_ words: some Sequence<String>) throws(Mistake) {
        var remaining = Array(words)[...]
        while let word = remaining.popFirst() {
            switch word {
            case "--task":
                let name = try Self.value(of: word, in: &remaining)
                guard Benchmarks.tasks.contains(where: { $0.name == name }) else {
                    throw Mistake(message: "there is no task '\(name)'")
                }
                tasks.insert(name)
            case "--corpora":
                corpora = try Self.value(of: word, in: &remaining)
            case "--jsonq":
                jsonq = try Self.value(of: word, in: &remaining)
            case "--quick":
                isQuick = true
            case "--requests":
                guard let count = Int(try Self.value(of: word, in: &remaining)), count >= 8 else {
                    throw Mistake(message: "\(word) needs a number of 8 or more")
                }
                soakRequests = count
            case "--from":
                savedRows = try Self.value(of: word, in: &remaining)
            case "--svg":
                chartFolder = try Self.value(of: word, in: &remaining)
            case "--json":
                printsJSON = true
            case "--help", "-h":
                printsUsage = true
            default:
                throw Mistake(message: "unknown argument '\(word)'")
            }
        }
    }

    private static func value(of option: String, in remaining: inout ArraySlice<String>) throws(Mistake) -> String {
        guard let value = remaining.popFirst() else {
            throw Mistake(message: "\(option) needs a value")
        }
        return value
    }
}
