/// The exit status of the process; of several the greatest one. `--help` lists them.
enum ExitStatus: Int32, Comparable {
    case success = 0
    /// The last result was false or null with `-e`, or an input is not formatted with `--check-format`.
    case negative = 1
    case usage = 2
    case filter = 3
    case file = 4
    case invalidJSON = 5

    static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }
}
