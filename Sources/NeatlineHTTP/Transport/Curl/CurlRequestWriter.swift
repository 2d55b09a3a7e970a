#if os(Linux)
internal import CNeatlineCurl
internal import Foundation

/// Writes the parts of a ``CurlRequest``, one after the other.
struct CurlRequestWriter {
    /// The position of the next byte.
    private(set) var position: UnsafeMutablePointer<UInt8>
    private let end: UnsafeMutablePointer<UInt8>
    private let nodes: UnsafeMutablePointer<neatline_curl_list>
    private let nodeLimit: Int
    private var nodeCount = 0

    /// - Parameter nodes: The maximum number of header lines.
    init(memory: UnsafeMutableRawPointer, capacity: Int, nodes: Int) {
        // SAFETY: the caller allocated `capacity` bytes, with room for the nodes at the beginning.
        self.nodes = memory.bindMemory(to: neatline_curl_list.self, capacity: nodes)
        let texts = memory + nodes * MemoryLayout<neatline_curl_list>.stride
        position = texts.bindMemory(
            to: UInt8.self, capacity: capacity - nodes * MemoryLayout<neatline_curl_list>.stride)
        end = memory.assumingMemoryBound(to: UInt8.self) + capacity
        nodeLimit = nodes
    }

    /// The header lines so far.
    var list: UnsafePointer<neatline_curl_list>? { nodeCount == 0 ? nil : UnsafePointer(nodes) }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return }
            precondition(bytes.count <= end - position)
            // SAFETY: there is room, as was just checked.
            position.update(from: base, count: bytes.count)
            position += bytes.count
        }
    }

    mutating func write(_ data: Data, count: Int) {
        precondition(count <= end - position)
        // SAFETY: there is room, as was just checked.
        data.copyBytes(to: position, count: count)
        position += count
    }

    mutating func write(byte: UInt8) {
        precondition(position < end)
        // SAFETY: there is room, as was just checked.
        position.pointee = byte
        position += 1
    }

    mutating func endText() { write(byte: 0) }

    /// Adds a literal line, which makes libcurl omit that field.
    mutating func add(_ line: StaticString) {
        // SAFETY: the bytes of a literal end with a zero byte and are never freed.
        link(UnsafeRawPointer(line.utf8Start).assumingMemoryBound(to: CChar.self))
    }

    /// Adds a zero-terminated line that is never freed.
    mutating func add(constant line: UnsafePointer<CChar>) { link(line) }

    private mutating func link(_ text: UnsafePointer<CChar>) {
        precondition(nodeCount < nodeLimit)
        // SAFETY: there is room for this node, as was just checked; the one before it is initialized.
        (nodes + nodeCount).initialize(to: neatline_curl_list(text: text, next: nil))
        if nodeCount > 0 { nodes[nodeCount - 1].next = nodes + nodeCount }
        nodeCount += 1
    }

    /// Writes a header line in libcurl's format: an empty value needs a semicolon instead of the colon.
    mutating func write(_ field: HTTPHeader) {
        let line = position
        write(field.name)
        if field.value.utf8.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
            write(byte: UInt8(ascii: ";"))
        } else {
            write(": ")
            if field.value.hasOctets {
                for octet in field.value.octets { write(byte: octet) }
            } else {
                write(field.value)
            }
        }
        endText()
        link(UnsafeRawPointer(line).assumingMemoryBound(to: CChar.self))
    }

    /// Validates the URL that was written from `start` on, removes its credentials, which libcurl would send, and
    /// terminates it with a zero byte.
    ///
    /// - Returns: Whether its scheme is `https`.
    mutating func checkURL(from start: UnsafeMutablePointer<UInt8>) throws(TransportError) -> Bool {
        // SAFETY: the URL was written at that position and ends at `position`; removing credentials shortens it.
        let url = UnsafeBufferPointer(start: start, count: position - start)
        let target = try RequestTarget.read(url).orThrow()
        if let userinfo = target.authority.userinfo {
            let host = target.authority.host.lowerBound
            (start + userinfo.lowerBound).update(from: start + host, count: url.count - host)
            position -= host - userinfo.lowerBound
        }
        endText()
        return target.isSecure
    }
}
#endif
