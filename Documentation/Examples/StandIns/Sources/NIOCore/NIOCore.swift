// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stub of SwiftNIO. It declares and implements what the recipes use. The framework is
// https://github.com/apple/swift-nio.

/// A buffer of bytes.
public struct ByteBuffer: Sendable {
    private var bytes: [UInt8] = []

    public init() {}
    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    public init(string: String) { bytes = Array(string.utf8) }

    public var readableBytes: Int { bytes.count }
    public var readableBytesView: ArraySlice<UInt8> { bytes[...] }

    @discardableResult
    public mutating func writeBytes(_ bytes: some Sequence<UInt8>) -> Int {
        let count = self.bytes.count
        self.bytes += bytes
        return self.bytes.count - count
    }
}

extension String {
    public init(buffer: ByteBuffer) { self.init(decoding: buffer.readableBytesView, as: UTF8.self) }
}

public protocol EventLoop: Sendable {}

public protocol EventLoopGroup: Sendable {
    func next() -> any EventLoop
}
