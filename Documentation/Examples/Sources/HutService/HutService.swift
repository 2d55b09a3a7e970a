import Foundation
import HutModels
import Neatline
import NeatlineTesting
import Synchronization

/// A service that keeps huts: `GET`, `POST`, `PATCH` and `DELETE` of JSON, which is mapped to models and back.
///
/// The server is the one that `NeatlineTesting` has for tests. It is not one for the internet.
package final class HutService: Sendable {
    private struct Stock {
        var huts: [Int: Hut] = [:]
        var lastID = 0

        mutating func add(_ hut: Hut) -> Hut {
            lastID += 1
            let numbered = hut.numbered(lastID)
            huts[lastID] = numbered
            return numbered
        }
    }

    private let stock = Mutex(Stock())
    private let server: LoopbackServer

    /// Begins to serve these huts, numbered from 1.
    package init(_ huts: [Hut] = HutService.samples) throws {
        server = try LoopbackServer { _ in .problem(404, Problem("no such resource")) }
        for hut in huts { _ = stock.withLock { $0.add(hut) } }
        server.on(.get, "/huts") { [weak self] in self?.list($0) ?? .status(503) }
        server.on(.post, "/huts") { [weak self] in self?.add($0) ?? .status(503) }
        server.on(.get, "/huts/:id") { [weak self] in self?.show($0) ?? .status(503) }
        server.on(.patch, "/huts/:id") { [weak self] in self?.change($0) ?? .status(503) }
        server.on(.delete, "/huts/:id") { [weak self] in self?.remove($0) ?? .status(503) }
    }

    /// Where to ask.
    package var url: URL { server.url }

    /// How many requests were answered.
    package var requestCount: Int { server.requestCount }

    // MARK: - What it answers

    /// The huts from a height on, in an envelope: `{"count": 2, "huts": [...]}`.
    private func list(_ request: LoopbackRequest) -> LoopbackResponse {
        let least = request[query: "height"].flatMap { Int($0) } ?? 0
        let huts = stock.withLock { $0.huts.values }.filter { $0.height >= least }
        let sorted = huts.sorted { $0.height > $1.height }
        return .json(["count": JSON(sorted.count), "huts": Mapper().toJSONValue(sorted)])
    }

    private func show(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let hut = request.hutID.flatMap({ id in stock.withLock { $0.huts[id] } }) else { return .noHut }
        return .json(hut.toJSONValue())
    }

    /// Maps the body to a hut, all of it: what does not fit is told, field by field.
    private func add(_ request: LoopbackRequest) -> LoopbackResponse {
        do {
            let hut = try Mapper<Hut>().tryMap(data: request.body)
            return .json(stock.withLock { $0.add(hut) }.toJSONValue(), status: 201)
        } catch {
            return .unfit(error)
        }
    }

    /// Changes what a merge patch names.
    private func change(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let id = request.hutID else { return .noHut }
        do {
            let patch = try JSON(data: request.body)
            let changed = try stock.withLock { stock -> Hut? in
                guard let hut = stock.huts[id] else { return nil }
                let patched = try Mapper<Hut>().tryMap(json: hut.toJSONValue().applyingMergePatch(patch))
                stock.huts[id] = patched
                return patched
            }
            return changed.map { .json($0.toJSONValue()) } ?? .noHut
        } catch let error as MappingError {
            return .unfit(error)
        } catch {
            return .problem(400, Problem("the body is not JSON", fields: ["\(error)"]))
        }
    }

    private func remove(_ request: LoopbackRequest) -> LoopbackResponse {
        let removed = request.hutID.flatMap { id in stock.withLock { $0.huts.removeValue(forKey: id) } }
        return removed == nil ? .noHut : .status(204)
    }
}

extension LoopbackRequest {
    fileprivate var hutID: Int? { parameters["id"].flatMap { Int($0) } }
}

extension LoopbackResponse {
    fileprivate static func problem(_ status: Int, _ problem: Problem) -> LoopbackResponse {
        .json(problem.toJSONValue(), status: status)
    }

    fileprivate static var noHut: LoopbackResponse { .problem(404, Problem("no such hut")) }

    /// 422 with a line for each field that does not fit.
    fileprivate static func unfit(_ error: any Error) -> LoopbackResponse {
        let fields = (error as? MappingError)?.failures.map(\.description) ?? ["\(error)"]
        return .problem(422, Problem("the body is no hut", fields: fields))
    }
}

extension HutService {
    /// Some huts.
    package static let samples = [
        Hut(
            name: "Doldenhornhütte", height: 1915, beds: 40, season: "June to October",
            place: Place(latitude: 46.4842, longitude: 7.6961)),
        Hut(
            name: "Blüemlisalphütte", height: 2834, beds: 138, season: "July to October",
            place: Place(latitude: 46.5047, longitude: 7.7758)),
        Hut(
            name: "Fridolinshütte", height: 2111, beds: 50, place: Place(latitude: 46.8131, longitude: 8.9419)),
        Hut(
            name: "Monte-Rosa-Hütte", height: 2883, beds: 120, season: "March to September",
            place: Place(latitude: 45.9567, longitude: 7.8136)),
    ]
}
