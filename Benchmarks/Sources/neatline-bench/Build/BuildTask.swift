import Foundation

/// The time to compile 100 models of 20 properties: with the macro, as constants and as variables, mapped by hand, and with `Codable`.
///
/// The compiler is called as SwiftPM calls it for a debug and for a release build, with the modules that this program was
/// built with, but generates all code in each round: it would keep that of the round before. Median and best are
/// wall-clock times; processor time and peak memory stand beside them.
enum BuildTask: BenchmarkTask {
    static let name = "build"

    static func run(in session: Session) throws {
        guard let plugin = pluginPath else {
            session.report.note("\(name): skipped, the compiler plugin is not beside this program")
            return
        }
        let models = session.arguments.isQuick ? 2 : 100
        let rounds = session.arguments.isQuick ? 1 : 5
        for mode in Mode.allCases {
            let folder = try TemporaryFolder()
            let compilers = try ModelSources.Form.allCases.map { form in
                (form, try compiler(of: form, models: models, mode, plugin: plugin, folder))
            }
            var costs: [[ChildProcess.Cost]] = compilers.map { _ in [] }
            for _ in 0..<rounds {
                for (index, (form, compiler)) in compilers.enumerated() {
                    do {
                        costs[index].append(try compiler.run())
                    } catch {
                        session.report.wrongAnswer(
                            task: name, corpus: mode.rawValue, peer: form.rawValue, mismatch: "\(error)")
                        return
                    }
                }
            }
            session.report.add(
                try compilers.enumerated().map { index, compiler in
                    Measurement(
                        task: name, corpus: mode.rawValue, peer: compiler.0.rawValue, bytes: models,
                        figures: .process(
                            wall: Measurement.Time(samples: costs[index].map(\.wall)),
                            processor: Measurement.Time(samples: costs[index].map(\.processor)),
                            peakBytes: try compiler.1.peakResidentSet()))
                })
        }
    }

    private enum Mode: String, CaseIterable {
        case debug, release

        var arguments: [String] {
            switch self {
            case .debug: ["-Onone", "-g", "-enable-batch-mode", "-j2"]
            case .release: ["-O", "-g", "-whole-module-optimization", "-num-threads", "2"]
            }
        }
    }

    /// Where SwiftPM has put this program, the modules and the plugin.
    private static var products: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    }

    private static var pluginPath: String? {
        let path = products.appendingPathComponent("NeatlineMacroPlugin-tool").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    private static func compiler(
        of form: ModelSources.Form, models: Int, _ mode: Mode, plugin: String, _ folder: TemporaryFolder
    ) throws -> ChildProcess {
        let sources = try ModelSources(form, count: models).files.enumerated().map { index, text in
            try folder.write(Array(text.utf8), to: "\(form)\(index).swift")
        }
        return ChildProcess(
            program: "swiftc",
            arguments: [
                "-module-name", "Models", "-parse-as-library", "-swift-version", "6", "-emit-module",
                "-emit-module-path",
                folder.path(of: "Models.swiftmodule"), "-c", "-working-directory",
                folder.path(of: "."), "-I", products.appendingPathComponent("Modules").path,
                "-load-plugin-executable", "\(plugin)#NeatlineMacroPlugin", "-Xfrontend",
                "-disable-incremental-llvm-codegen",
            ] + mode.arguments + sources)
    }
}
