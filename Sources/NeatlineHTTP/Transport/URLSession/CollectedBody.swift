internal import Dispatch
internal import Foundation

/// A body stream that was collected in memory, or in a temporary file that is removed with this object.
///
/// On Linux, `URLSession` reads streams on one queue for all sessions, and treats a pause as the end, so it is given
/// complete bodies.
final class CollectedBody: Sendable {
    /// The maximum number of bytes in memory.
    static let memoryLimit = 1 << 20

    private let bytes: Data
    private let file: URL?
    let length: Int

    private init(bytes: Data, file: URL?, length: Int) {
        self.bytes = bytes
        self.file = file
        self.length = length
    }

    deinit {
        if let file { try? FileManager.default.removeItem(at: file) }
    }

    func put(into request: inout URLRequest) {
        if let file {
            request.httpBodyStream = InputStream(url: file)
        } else {
            request.httpBody = bytes
        }
    }

    /// Reads a stream to its end on a separate queue, then calls `completion`, once.
    static func collect(
        _ stream: any TransportBodyStream,
        completion: @escaping @Sendable (Result<CollectedBody, TransportError>) -> Void
    ) {
        Collection(stream, completion).start()
    }

    /// Unchecked Sendable because the state is accessed only on the queue.
    private final class Collection: @unchecked Sendable {
        private let stream: any TransportBodyStream
        private let queue = DispatchQueue(label: "neatline.collected-body")
        private var completion: (@Sendable (Result<CollectedBody, TransportError>) -> Void)?
        private var bytes = Data()
        private var file: (url: URL, handle: NewFile)?
        private var length = 0

        init(
            _ stream: any TransportBodyStream,
            _ completion: @escaping @Sendable (Result<CollectedBody, TransportError>) -> Void
        ) {
            self.stream = stream
            self.completion = completion
        }

        func start() {
            stream.whenReady { self.queue.async { self.read() } }
            queue.async { self.read() }
        }

        private func read() {
            guard completion != nil else { return }
            do {
                while true {
                    switch try stream.next(limit: 65_536) {
                    case .bytes(let piece): try add(piece)
                    case .pending: return
                    case .end:
                        try file?.handle.finish()
                        return complete(.success(CollectedBody(bytes: bytes, file: file?.url, length: length)))
                    }
                }
            } catch {
                file?.handle.discard()
                complete(.failure(TransportError(.bodyStreamFailed, "The body could not be read: \(error)")))
            }
        }

        private func add(_ piece: Data) throws {
            length += piece.count
            if file == nil, length <= memoryLimit {
                bytes.append(piece)
                return
            }
            if file == nil {
                let url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID.random())")
                let handle = try NewFile(url.path, permissions: 0o600)
                file = (url, handle)
                try handle.append(bytes)
                bytes = Data()
            }
            try file?.handle.append(piece)
        }

        private func complete(_ result: Result<CollectedBody, TransportError>) {
            let completion = completion
            self.completion = nil
            // The stream retains its wake closure, which retains this object.
            stream.whenReady {}
            completion?(result)
        }
    }
}
