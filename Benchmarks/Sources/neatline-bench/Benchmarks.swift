import Foundation

/// The command `neatline-bench`.
@main
enum Benchmarks {
    static let tasks: [any BenchmarkTask.Type] = [
        ParseTask.self, WalkTask.self, ArraysTask.self, FewFieldsTask.self, SerializeTask.self,
        SerializePrettyTask.self, LinesTask.self, PartialTask.self, SmallNotesTask.self, SmallOrdersTask.self,
        MapTask.self, EncodeMapTask.self, MacroTask.self,
        EncodeMacroTask.self, CodableTask.self, EncodeCodableTask.self, ChangeTask.self, LookupTask.self,
        DefaultsTask.self, MemoryTask.self, CommandLineTask.self, BuildTask.self,
        HTTPGet1Task.self, HTTPGet16Task.self, HTTPGet64Task.self, HTTPMessagesTask.self, HTTPLargeTask.self,
        HTTPMapTask.self, HTTPCacheTask.self, HTTPGrowthTask.self, HTTPSoakTask.self,
        WebSocketTask.self, EventStreamTask.self,
    ]

    static func main() {
        let words = CommandLine.arguments.dropFirst()
        do {
            if words.first == MemoryProbe.argument {
                try MemoryProbe.run(Array(words.dropFirst()))
                return
            }
            if words.first == HTTPServer.argument, let folder = words.dropFirst().first {
                try HTTPServer.serve(folder: folder)
                return
            }
            if words.first == HTTPLargeTask.argument {
                try HTTPLargeTask.read(Array(words.dropFirst()))
                return
            }
            if words.first == EventStreamTask.argument { return try EventStreamTask.read(Array(words.dropFirst())) }
            if words.first == WebSocketTask.serverArgument { return try WebSocketTask.serve() }
            if words.first == WebSocketTask.readerArgument { return try WebSocketTask.read(Array(words.dropFirst())) }
            let arguments = try Arguments(words)
            if arguments.printsUsage {
                print(Arguments.usage)
            } else {
                try exit(run(arguments))
            }
        } catch let mistake as Arguments.Mistake {
            complain("\(mistake.message)\n\(Arguments.usage)")
            exit(2)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    /// Returns the exit status.
    private static func run(_ arguments: Arguments) throws -> Int32 {
        let report = Report(printsJSON: arguments.printsJSON)
        let chosen = tasks.filter { arguments.tasks.isEmpty || arguments.tasks.contains($0.name) }
        if let path = arguments.savedRows {
            let saved = try SavedMeasurements(contentsOf: path)
            for task in chosen {
                saved.report(task: task.name, in: report)
            }
        } else {
            let session = try Session(arguments: arguments, report: report)
            describePeers(in: report)
            for task in chosen {
                try task.run(in: session)
                report.summarize(task: task.name)
            }
        }
        if let folder = arguments.chartFolder {
            try ChartFiles.write(ChartCatalogue.charts(of: report.rows), to: folder)
        }
        return report.wrongAnswers == 0 ? 0 : 1
    }

    private static func describePeers(in report: Report) {
        if ForeignLibrary.rapidjson == nil {
            report.note("rapidjson skipped: not installed when this was built (Debian: rapidjson-dev)")
        }
        if let simdjson = ForeignLibrary.simdjson {
            report.note("simdjson uses its kernel \(simdjson.kernel)")
        } else {
            report.note("simdjson skipped: not installed when this was built (Debian: libsimdjson-dev)")
        }
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data("neatline-bench: \(message)\n".utf8))
    }
}
