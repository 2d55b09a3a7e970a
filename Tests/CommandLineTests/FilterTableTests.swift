import Foundation
import NeatlineTestSupport
import Testing

@Suite struct FilterTableTests {
    /// A filter, and all rows of the table that have it.
    struct Group: Sendable, CustomTestStringConvertible {
        let filter: String
        let rows: [FilterTable.Row]

        var testDescription: String { filter }
        var input: String { rows.map(\.input).joined(separator: "\n") }
        var results: [String] { rows.flatMap(\.results) }
        /// Each row's input is a line of its own.
        var errors: String {
            rows.enumerated().flatMap { line, row in row.errors.map { "<stdin>:\(line + 1):1: error: \($0)\n" } }
                .joined()
        }

        static func all(_ rows: [FilterTable.Row]) -> [Group] {
            Dictionary(grouping: rows, by: \.filter).map { Group(filter: $0, rows: $1) }
                .sorted { $0.filter < $1.filter }
        }
    }

    private static let groups = Group.all(FilterTable.agreed)

    /// `--jsonc` makes a tree of every value; without it the filter's path is followed over the bytes.
    @Test(
        "A filter gives what jq gives", arguments: groups,
        TestScale.share(of: [[], ["--jsonc"], ["--dup=last"]]))
    func aFilterGivesWhatJqGives(_ group: Group, _ options: [String]) throws {
        let run = try jsonq(["-c", "-f", group.filter] + options, bytes: Array(group.input.utf8))
        expectEqual(run.text.split(separator: "\n").map(String.init), group.results)
        // jq does not say which of the values it was.
        expectEqual(run.errors.replacing(#/:1: error: \$.*?: /#, with: ":1: error: "), group.errors)
        expectEqual(run.status, group.errors.isEmpty ? 0 : 5)
    }

    @Test("A filter gives what newer versions of jq give", arguments: Group.all(FilterTable.newer))
    func aFilterGivesWhatNewerVersionsOfJqGive(_ group: Group) throws {
        let run = try jsonq("-c", "-f", group.filter, input: group.input)
        expectEqual(run.text.split(separator: "\n").map(String.init), group.results)
        expectEqual(run.errors, "")
    }

    @Test("The installed jq agrees")
    func theInstalledJqAgrees() throws {
        guard let jq = InstalledJq.path else {
            print("There is no jq to compare with: skipped.")
            return
        }
        for group in TestScale.share(of: Self.groups) {
            let run = try InstalledJq.run(jq, ["-c", group.filter], input: group.input)
            expectEqual(run.text.split(separator: "\n").map(String.init), group.results, "\(group.filter)")
        }
    }
}
