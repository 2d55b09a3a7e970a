import Foundation
import Neatline
import NeatlineMacros

// Maps JSON Lines to models, and writes each as a line: a worker for Spark's `pipe()`, Hadoop's streaming or GNU parallel.
// An error ends it with the line and column in its input, and status 1.

/// A place where something is measured.
@Mappable
struct Station {
    let name: String
    let height: Double
}

/// What a station has reported.
@Mappable
struct Record {
    enum Level: String { case debug, info, warning }

    let id: Int
    let level: Level
    let station: Station
    let values: [Double]
}

@main
enum MapRecords {
    static func main() throws {
        let mapper = Mapper<Record>()
        var parser = JSONStreamParser()
        var isAtEnd = false
        while !isAtEnd {
            let part = try FileHandle.standardInput.read(upToCount: 1 << 16) ?? Data()
            isAtEnd = part.isEmpty
            if isAtEnd { parser.finish() } else { parser.feed(part) }
            var models = Data()
            var failure: (any Error)?
            do {
                while let line = try parser.next() {
                    let record = try mapper.map(record: Result<JSON, JSONError>.success(line)).get()
                    models += (record.toJSONData() ?? Data()) + Data("\n".utf8)
                }
            } catch {
                failure = error
            }
            // The models before an error are written, too.
            FileHandle.standardOutput.write(models)
            if let failure {
                FileHandle.standardError.write(Data("map-records: \(failure)\n".utf8))
                exit(1)
            }
        }
    }
}
