import Foundation
import HutModels
import HutService
import NeatlineHTTPMapping

/// Asks the service as fast as it can, many at a time, and checks every answer.
@main
enum LoadHuts {
    struct WrongAnswer: Error {
        let to: String
        let answer: String
    }

    static func main() async throws {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2_000
        let width = 16
        let service = try HutService()
        let client = Client(url: service.url.absoluteString)

        let duration = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in 0..<width {
                    group.addTask {
                        for round in stride(from: lane, to: rounds, by: width) { try await client.visit(round) }
                    }
                }
                try await group.waitForAll()
            }
        }
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let count = service.requestCount
        guard count == rounds * Client.requestsPerVisit else {
            throw WrongAnswer(to: "all", answer: "\(count) requests came")
        }
        print("\(count) requests, \(width) at a time, every answer right: \(Int(Double(count) / seconds)) requests/s")
    }
}

/// Somebody who adds a hut, reads it, changes it, asks for what is wrong, and removes it again.
struct Client: Sendable {
    static let requestsPerVisit = 7
    let url: String

    func visit(_ round: Int) async throws {
        let hut = Hut(
            name: "Hut \(round)", height: 1_000 + round % 3_000, beds: round % 50, season: "June",
            place: Place(latitude: 46 + Double(round % 100) / 100, longitude: 7.5))

        let added = try await AF.request(url + "huts", body: hut).validate().serializingObject(Hut.self).value
        guard let id = added.id else { throw LoadHuts.WrongAnswer(to: "POST", answer: "\(added)") }
        try check("POST", added == hut.numbered(id), added)

        let read = try await AF.request(url + "huts/\(id)").validate().serializingObject(Hut.self).value
        try check("GET", read == added, read)

        var changed = added
        changed.beds += 2
        changed.season = nil
        let patched = try await AF.request(url + "huts/\(id)", changesFrom: added, to: changed).validate()
            .serializingObject(Hut.self).value
        try check("PATCH", patched == changed, patched)

        let high = try await AF.request(url + "huts", parameters: ["height": 2_883]).validate()
            .serializingArray(Hut.self, keyPath: "huts").value
        try check("the list", high.contains { $0.name == "Monte-Rosa-Hütte" }, high)

        let unfit = await AF.request(url + "huts", body: ["name": "no height", "beds": "many"])
            .serializingObject(Hut.self, orFailure: Problem.self).response
        try check("what is no hut", unfit.error?.statusCode == 422 && unfit.error?.body?.fields.count == 1, unfit)

        let removed = await AF.request(url + "huts/\(id)", method: .delete).validate().serializingObject(Hut?.self)
            .response
        try check("DELETE", removed.value == .some(nil) && removed.statusCode == 204, removed)

        let gone = await AF.request(url + "huts/\(id)").serializingObject(Hut.self, orFailure: Problem.self).result
        try check("what is gone", gone.error == .server(Problem("no such hut"), statusCode: 404), gone)
    }

    private func check(_ question: String, _ isRight: Bool, _ answer: Any) throws {
        if !isRight { throw LoadHuts.WrongAnswer(to: question, answer: "\(answer)") }
    }
}
