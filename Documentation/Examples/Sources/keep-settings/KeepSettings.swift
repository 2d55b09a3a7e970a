import Foundation
import NeatlineDefaults

// A command that keeps its settings in a file, between its runs and for all runs at once:
//
//     keep-settings FILE                     prints the settings
//     keep-settings FILE units metric        sets the units: metric or imperial
//     keep-settings FILE favourite NAME …    adds favourites
//     keep-settings FILE reset               removes all settings

enum Units: String, DefaultsSerializable { case metric, imperial }

struct Favourite: Codable, DefaultsSerializable {
    var name: String
    var added: Int
}

extension DefaultsKeys {
    static let runs = DefaultsKey<Int>("runs")
    static let units = DefaultsKey<Units>("units", defaultValue: .metric)
    static let favourites = DefaultsKey<[Favourite]>("favourites")
}

@main
struct KeepSettings {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("keep-settings: \(error)\n".utf8))
            exit(1)
        }
    }

    static func run(_ words: [String]) throws {
        guard let path = words.first else { throw Mistake(description: "the name of a file is missing") }
        let settings = DefaultsAdapter(store: try FileDefaultsStore(url: URL(fileURLWithPath: path)))
        // Atomic: no run is lost where several run at once.
        let run = try settings.tryUpdate(.runs) { runs in
            runs += 1
            return runs
        }
        switch words.dropFirst().first {
        case nil: break
        case "units":
            guard let units = words.dropFirst(2).first.flatMap(Units.init(rawValue:)) else {
                throw Mistake(description: "the units are metric or imperial")
            }
            try settings.trySet(.units, to: units)
        case "favourite":
            try settings.tryUpdate(.favourites) { $0 += words.dropFirst(2).map { Favourite(name: $0, added: run) } }
        case "reset": settings.removeAll()
        case let command?: throw Mistake(description: "there is no command '\(command)'")
        }
        print("run \(settings[.runs]), \(settings[.units].rawValue) units")
        for favourite in settings[.favourites] { print("\(favourite.name), since run \(favourite.added)") }
    }
}

struct Mistake: Error, CustomStringConvertible {
    let description: String
}
