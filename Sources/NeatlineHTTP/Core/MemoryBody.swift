internal import Foundation
internal import NeatlineJSON

/// The part of a response's body that has been received, in memory, and what handlers share of it.
///
/// A body whose length is known is stored in a block of ``BodyBlocks``, any other in a `Data`.
final class MemoryBody: ResponseBody {
    /// The maximum number of bytes to reserve before the body arrives, because a server may announce any length.
    private static let reservationLimit: Int64 = 16 << 20

    let maximumSize: Int64
    /// The body parsed as JSON, cached after the first handler needed it.
    var parsedJSON: Result<JSON, any Error>?
    /// Values that did not fit, noted by the serializer that is running.
    var issues: (any SerializationIssues)?

    /// The length that the head announces, or -1. The length of a decoded body differs from it.
    private var expectedLength: Int64 = -1
    private var block: BodyBlocks.Block?
    /// The body, unless it is stored in the block.
    private var data: Data?

    init(maximumSize: Int64 = .max) { self.maximumSize = maximumSize }

    deinit { block?.free() }

    var isUsuallyLarge: Bool { false }

    func begin(_ head: ResponseHead, of attempt: RequestAttempt) { begin(expectedLength: head.contentLength) }

    /// Discards the bytes, and prepares for a body.
    func begin(expectedLength: Int64) {
        reset()
        self.expectedLength = expectedLength
    }

    func receive(_ bytes: RawSpan, of attempt: RequestAttempt) -> Bool {
        bytes.withUnsafeBytes { append($0) }
        return false
    }

    /// Appends bytes.
    ///
    /// - Complexity: amortized O(*n*), where *n* is the number of appended bytes.
    func append(_ bytes: UnsafeRawBufferPointer) {
        if data == nil, block == nil, bytes.count < expectedLength {
            block = BodyBlocks.fitting(expectedLength)?.take()
            if block == nil { data = Data(capacity: Int(min(expectedLength, Self.reservationLimit))) }
        }
        if block?.hasRoom(for: bytes.count) == true {
            block?.append(bytes)
        } else {
            moveToData()
            if data == nil { data = Data(bytes) } else { data?.append(contentsOf: bytes) }
        }
    }

    func reset() {
        block?.free()
        block = nil
        data = nil
        expectedLength = -1
        parsedJSON = nil
    }

    func handlersWereCalled() { parsedJSON = nil }

    /// Returns the bytes that have been received, without copying them if the body is complete; `nil` if there are
    /// none.
    func soFar() -> Data? {
        if let block, block.count < expectedLength { return block.copy }
        moveToData()
        return data
    }

    var content: (data: Data?, fileURL: URL?, isEmpty: Bool) {
        let data = soFar()
        return (data, nil, data?.isEmpty != false)
    }

    private func moveToData() {
        guard let block else { return }
        data = block.data()
        self.block = nil
    }
}
