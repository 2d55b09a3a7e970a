import Foundation
import NeatlineDefaults

/// Settings: reads of an integer and of a `Codable` value of about 1 KB, and writes of an integer. A figure is for one
/// operation; a write is to a file without `fsync`.
enum DefaultsTask: BenchmarkTask {
    static let name = "defaults"
    /// How many operations a repetition does.
    static let operations = 100

    static func run(in session: Session) throws {
        let folder = try TemporaryFolder()
        let neatline = try DefaultsNeatline(folder)
        let foundation = try DefaultsFoundation(folder)
        try session.race(
            task: name, corpus: "read-int", bytes: 8, operations: operations,
            [neatline.readInteger(), foundation.readInteger()])
        try session.race(
            task: name, corpus: "read-codable", bytes: foundation.settingsText.count, operations: operations,
            [neatline.readSettings(), foundation.readSettings()])
        try session.race(
            task: name, corpus: "write-int", bytes: 8, operations: operations,
            [neatline.writeInteger(), foundation.writeInteger()])
        foundation.removeAll()
    }

    /// A peer whose repetition does the operation many times and adds up what it returns.
    static func peer(_ name: String, expected: Int, _ operation: @escaping () throws -> Int) -> Peer {
        Peer(name: name) {
            let found = try operation()
            return found == expected ? nil : "the answer is \(found), expected \(expected)"
        } repetition: {
            var sum = 0
            for _ in 0..<operations { sum &+= try operation() }
            return sum
        }
    }
}

/// A `Codable` value whose JSON has about 1 KB.
struct DefaultsSettings: Codable, Equatable, DefaultsSerializable {
    struct Window: Codable, Equatable {
        var title: String
        var width: Int
        var height: Int
        var isVisible: Bool
    }

    var user = "ada"
    var scale = 1.25
    var recent: [String]
    var windows: [Window]

    static let example = DefaultsSettings(
        recent: (0..<12).map { "~/documents/report-\($0).json" },
        windows: (0..<6).map { Window(title: "Window \($0)", width: 800 + $0, height: 600, isVisible: $0 % 2 == 0) })

    /// What depends on all of it.
    var sum: Int { recent.count + windows.reduce(0) { $0 + $1.width } }
}
