import Foundation
import NeatlineHTTP

final class RequestLogger: EventMonitor, @unchecked Sendable {
    let queue = DispatchQueue(label: "com.example.photos.logger")
    private var lines: [String] = []

    var log: [String] { return queue.sync { lines } }

    func requestDidResume(_ request: Request) {
        lines.append("resumed")
    }

    func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) {
        lines.append("\(urlRequest.method?.rawValue ?? "?") \(urlRequest.url?.path ?? "")")
    }

    func request(_ request: Request, didGatherMetrics metrics: URLSessionTaskMetrics) {
        lines.append(metrics.taskInterval.duration < 10 ? "fast" : "slow")
    }

    func requestIsRetrying(_ request: Request) {
        lines.append("retrying")
    }

    func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
        lines.append("completed \(status)")
    }

    func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        lines.append(response.error == nil ? "parsed \(Value.self)" : "not parsed")
    }
}
