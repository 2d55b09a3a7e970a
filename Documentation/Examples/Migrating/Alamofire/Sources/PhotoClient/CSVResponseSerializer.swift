import Foundation
import NeatlineHTTP
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct CSVResponseSerializer: ResponseSerializer {
    enum CSVError: Error {
        case uneven(row: Int)
    }

    let separator: Character

    func serialize(request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: Error?) throws -> [[String]] {
        if let error = error { throw error }
        guard let data = data, !data.isEmpty else {
            guard emptyResponseAllowed(forRequest: request, response: response) else {
                throw AFError.responseSerializationFailed(reason: .inputDataNilOrZeroLength)
            }
            return []
        }
        let text = try StringResponseSerializer().serialize(
            request: request, response: response, data: data, error: nil)
        let rows = text.split(separator: "\n").map { $0.split(separator: separator).map(String.init) }
        if let row = rows.firstIndex(where: { $0.count != rows[0].count }) {
            throw AFError.responseSerializationFailed(
                reason: .customSerializationFailed(error: CSVError.uneven(row: row)))
        }
        return rows
    }
}

extension DataRequest {
    @discardableResult
    func responseCSV(
        queue: DispatchQueue = .main, separator: Character = ",",
        completionHandler: @escaping (AFDataResponse<[[String]]>) -> Void
    ) -> Self {
        return response(
            queue: queue, responseSerializer: CSVResponseSerializer(separator: separator),
            completionHandler: completionHandler)
    }
}
