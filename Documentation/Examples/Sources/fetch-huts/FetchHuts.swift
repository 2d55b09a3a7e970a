import Foundation
import HutModels
import HutService
import NeatlineHTTPMapping

/// Fetches huts, prints them, and saves them as JSON.
@main
enum FetchHuts {
    static let usage = """
        usage: fetch-huts [--height METRES] [--output FILE] [URL]

          URL              where the service is; without one it is started, with some huts
          --height METRES  only the huts from that height on
          --output FILE    saves the huts there
        """

    static func main() async {
        var words = CommandLine.arguments.dropFirst()
        var height = 0
        var output: String?
        var url: String?
        while let word = words.popFirst() {
            switch word {
            case "--height": height = words.popFirst().flatMap { Int($0) } ?? 0
            case "--output": output = words.popFirst()
            case "--help": return print(usage)
            default: url = word
            }
        }
        do throws(ResponseFailure<Problem>) {
            try await fetch(from: url, height: height, output: output)
        } catch {
            switch error {
            case .server(let problem, let status): complain("the server answers \(status): \(problem.message)")
            case .request(let error): complain(error.errorDescription ?? "\(error)")
            }
            exit(1)
        }
    }

    static func fetch(from address: String?, height: Int, output: String?) async throws(ResponseFailure<Problem>) {
        // Runs until the end of this function.
        let service = address == nil ? try? HutService() : nil
        let url = address ?? service?.url.absoluteString ?? ""

        let huts = try await AF.request(url + "huts", parameters: ["height": height])
            .validate()
            .serializingArray(Hut.self, orFailure: Problem.self, keyPath: "huts")
            .value

        for hut in huts {
            print("\(hut.height) m  \(hut.beds) beds  \(hut.name), \(hut.season ?? "all year")")
        }
        if let output {
            let text = huts.toJSONString(prettyPrint: true) ?? "[]"
            do {
                try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: output))
            } catch {
                complain("\(output) cannot be written: \(error.localizedDescription)")
                exit(1)
            }
            print("\(huts.count) huts saved to \(output)")
        }
        withExtendedLifetime(service) {}
    }

    static func complain(_ message: String) { FileHandle.standardError.write(Data("fetch-huts: \(message)\n".utf8)) }
}
