// Keeps maps on disk, and goes on with downloads that were paused. 2021: Swift 5, Alamofire 5.

import Foundation
import Alamofire

protocol DownloadManagerDelegate: AnyObject {
    func downloadManager(_ manager: DownloadManager, didUpdate name: String, progress: Progress)
    func downloadManager(_ manager: DownloadManager, didFinish name: String, at url: URL)
    func downloadManager(_ manager: DownloadManager, didFail name: String, error: AFError)
}

final class DownloadManager {
    enum State {
        case running(DownloadRequest)
        case paused(Data?)
        case finished(URL)
    }

    weak var delegate: DownloadManagerDelegate?
    private(set) var states: [String: State] = [:]
    private let directory: URL
    private let headers: HTTPHeaders

    init(directory: URL, token: String) {
        self.directory = directory
        headers = [.authorization(bearerToken: token), .userAgent("maps/2.1")]
    }

    private func destination(for name: String) -> DownloadRequest.Destination {
        let fileURL = directory.appendingPathComponent(name).appendingPathExtension("zip")
        return { _, _ in
            return (fileURL, [.removePreviousFile, .createIntermediateDirectories])
        }
    }

    func start(_ name: String, from url: URLConvertible) {
        if case .paused(let data?)? = states[name] {
            observe(AF.download(resumingWith: data, to: destination(for: name)), name: name)
        } else {
            observe(AF.download(url, headers: headers, to: destination(for: name)), name: name)
        }
    }

    private func observe(_ request: DownloadRequest, name: String) {
        states[name] = .running(request)
        request
            .downloadProgress { [weak self] progress in
                guard let self = self else { return }
                self.delegate?.downloadManager(self, didUpdate: name, progress: progress)
            }
            .validate()
            .response { [weak self] response in
                guard let self = self else { return }
                if let error = response.error {
                    if error.isExplicitlyCancelledError || response.resumeData != nil {
                        self.states[name] = .paused(response.resumeData)
                    } else {
                        self.states[name] = nil
                    }
                    self.delegate?.downloadManager(self, didFail: name, error: error)
                } else if let url = response.fileURL {
                    self.states[name] = .finished(url)
                    self.delegate?.downloadManager(self, didFinish: name, at: url)
                }
            }
    }

    func pause(_ name: String) {
        guard case .running(let request)? = states[name] else { return }
        request.cancel(byProducingResumeData: { [weak self] data in
            DispatchQueue.main.async {
                self?.states[name] = .paused(data)
            }
        })
    }
}

final class Console: DownloadManagerDelegate {
    var last: Int64 = 0

    func downloadManager(_ manager: DownloadManager, didUpdate name: String, progress: Progress) {
        last = max(last, progress.completedUnitCount)
    }

    func downloadManager(_ manager: DownloadManager, didFinish name: String, at url: URL) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        print("finished", url.lastPathComponent, attributes?[.size] as? Int ?? 0, last)
        if name == "alps" {
            manager.start("sea", from: base + "/albums/8/archive")
        }
    }

    func downloadManager(_ manager: DownloadManager, didFail name: String, error: AFError) {
        print("failed", name, error.responseCode ?? 0)
        if name == "sea" {
            manager.start("lake", from: base + "/albums/7/archive")
            manager.pause("lake")
        } else {
            if case .paused? = manager.states[name] { print("paused", error.isExplicitlyCancelledError) }
            try? FileManager.default.removeItem(at: directory)
            exit(0)
        }
    }
}

let base = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "https://maps.example.com"
let directory = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
let manager = DownloadManager(directory: directory, token: "second")
let console = Console()
manager.delegate = console
manager.start("alps", from: base + "/albums/7/archive")
dispatchMain()
