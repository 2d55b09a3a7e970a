import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite struct OutputBufferTests {
    private struct Full: Error {}

    @Test("Bytes are the same whatever was estimated", arguments: [0, 1, 100, 5000, 20_000])
    func bytesAreTheSameWhateverWas(estimate: Int) {
        let bytes = OutputBuffer.bytes(estimatedCount: estimate) { buffer in
            for index in 0..<10_000 { buffer.append(UInt8(truncatingIfNeeded: index)) }
            buffer.append("static")
            buffer.append("dynamic é")
        }
        expect(bytes.prefix(10_000).elementsEqual((0..<10_000).map { UInt8(truncatingIfNeeded: $0) }))
        expectEqual(String(decoding: bytes.dropFirst(10_000), as: UTF8.self), "staticdynamic é")
    }

    @Test("An error of the body is thrown on")
    func anErrorOfTheBodyIs() {
        #expect(throws: Full.self) {
            try OutputBuffer.bytes(estimatedCount: 10) { _ throws(Full) in throw Full() }
        }
    }

    @Test("A sink gets everything, in order, in chunks")
    func aSinkGetsEverythingInOrder() {
        final class Chunks { var sizes: [Int] = []; var bytes: [UInt8] = [] }
        let chunks = Chunks()
        var buffer = OutputBuffer(chunkSize: 100) {
            chunks.sizes.append($0.count); chunks.bytes.append(contentsOf: $0)
        }
        for index in 0..<250 { buffer.append(UInt8(index)) }
        let large = [UInt8](repeating: 7, count: 1000)
        large.withUnsafeBufferPointer { buffer.append($0) }
        buffer.flush()
        buffer.flush()
        expectEqual(chunks.bytes, (0..<250).map { UInt8($0) } + large)
        expectEqual(chunks.sizes, [100, 100, 50, 1000])
        expectEqual(buffer.flushedCount, 1250)
    }

    @Test("A sink that fails is not called again")
    func aSinkThatFailsIsNot() {
        final class Calls { var count = 0 }
        let calls = Calls()
        var buffer = OutputBuffer(chunkSize: 10) { _ in
            calls.count += 1
            throw Full()
        }
        for index in 0..<100 { buffer.append(UInt8(index)) }
        buffer.flush()
        expectEqual(calls.count, 1)
        expect(buffer.sinkError is Full)
        expectEqual(buffer.flushedCount, 0)
    }

    @Test("Recycled memory does not grow from text to text", arguments: [1 << 20, 9 << 20])
    func recycledMemoryDoesNotGrow(size: Int) {
        let piece = [UInt8](repeating: 7, count: 50_000)
        var buffer = OutputBuffer(recyclingCapacity: 8 << 10)
        for round in 1...12 {
            while buffer.count < size { piece.withUnsafeBufferPointer { buffer.append($0) } }
            let room = buffer.end - buffer.start
            expect(room <= 8 * size, "text \(round)")
            if room > 8 * size { return }
            buffer.removeAll(keeping: 64 << 10, initialCapacity: 8 << 10)
        }
    }
}
