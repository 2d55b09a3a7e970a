import Foundation
@testable import NeatlineHTTP
import NeatlineTestSupport
import Testing

/// Heads of frames, masking and the validation of UTF-8, against simple versions of them.
@Suite struct WebSocketFrameTests {
    private func read(_ bytes: [UInt8]) -> WebSocketFrameHead.Reading { bytes.withUnsafeBytes(WebSocketFrameHead.read) }

    @Test(
        "A head that was written is read again, and no part of it is enough",
        arguments: [
            0, 1, 125, 126, 127, 65_535, 65_536, 1 << 32, UInt64(Int64.max),
        ])
    func roundTrip(length: UInt64) {
        for mask in [nil, 0x0403_0201] as [UInt32?] {
            let head = WebSocketFrameHead(
                isFinal: length % 2 == 0, reservedBits: 4, opcode: .text, payloadLength: length, mask: mask)
            let bytes = head.bytes
            expectEqual(bytes.count, (length < 126 ? 2 : length < 65_536 ? 4 : 10) + (mask == nil ? 0 : 4))
            for count in 0..<bytes.count {
                guard case .incomplete = read(Array(bytes[..<count])) else {
                    Issue.record("\(count) of \(bytes.count) bytes were enough")
                    continue
                }
            }
            guard case .complete(let found, let count) = read(bytes + [9, 9]) else {
                Issue.record("the head of \(length) bytes was not read")
                continue
            }
            expectEqual(found, head)
            expectEqual(count, bytes.count)
        }
    }

    @Test("The example of RFC 6455, section 5.7, is written as there")
    func example() {
        let hello = Array("Hello".utf8)
        var masked = [UInt8](repeating: 0, count: 5)
        hello.withUnsafeBytes { source in
            masked.withUnsafeMutableBytes { WebSocketMasking.copy(source, to: $0, key: 0x3d21_fa37, offset: 0) }
        }
        let head = WebSocketFrameHead(opcode: .text, payloadLength: 5, mask: 0x3d21_fa37)
        expectEqual(head.bytes + masked, [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58])
    }

    @Test(
        "A length that is not the shortest, or has 64 bits, is refused",
        arguments: [
            ([0x82, 126, 0, 125], WebSocketError.Violation.lengthNotShortest),
            ([0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], .lengthNotShortest),
            ([0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], .lengthTooLarge),
            ([0x82, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .lengthTooLarge),
        ] as [([UInt8], WebSocketError.Violation)])
    func lengths(bytes: [UInt8], expected: WebSocketError.Violation) {
        guard case .invalid(let violation) = read(bytes) else {
            Issue.record("the head was accepted")
            return
        }
        expectEqual(violation, expected)
    }

    @Test("Masking agrees with masking byte by byte, at every length and position")
    func masking() {
        let key: UInt32 = 0xA1B2_C3D4
        let keyBytes: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1]
        for count in 0...100 {
            let source = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
            for offset in 0..<5 {
                let expected = source.enumerated().map { $1 ^ keyBytes[($0 + offset) % 4] }
                var target = [UInt8](repeating: 0, count: count)
                source.withUnsafeBytes { bytes in
                    target.withUnsafeMutableBytes { WebSocketMasking.copy(bytes, to: $0, key: key, offset: offset) }
                }
                expectEqual(target, expected, "\(count) bytes at \(offset)")
            }
        }
    }

    @Test("Masking keys are not repeated")
    func keys() {
        var keys = WebSocketMaskingKeys()
        expect(Set((0..<1000).map { _ in keys.next() }).count > 990)
    }
}

@Suite struct UTF8ValidatorTests {
    private func isValid(_ parts: [[UInt8]]) -> Bool {
        var validator = UTF8Validator()
        return parts.allSatisfy { part in part.withUnsafeBytes { validator.add($0) } } && validator.isComplete
    }

    private static let texts: [[UInt8]] = {
        var texts: [[UInt8]] = [[], Array("κόσμε".utf8), Array("long text of ASCII, then ü and 𝄞 and more".utf8)]
        // Every first byte with second bytes at the edges of all ranges, and rests of every length.
        for first in UInt8.min...UInt8.max {
            for second: UInt8 in [0, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] {
                for rest in [[], [0x80], [0xBF, 0x80], [0x41]] as [[UInt8]] { texts.append([first, second] + rest) }
                texts.append(Array("eight or more bytes".utf8) + [first, second, 0x80])
            }
        }
        return texts
    }()

    @Test("The validator agrees with the standard library, whole and split at every byte")
    func agreement() {
        for text in Self.texts {
            let expected = String(validating: text, as: UTF8.self) != nil
            expectEqual(isValid([text]), expected, "\(text)")
            expectEqual(isValid(text.map { [$0] }), expected, "\(text), byte by byte")
            let middle = text.count / 2
            expectEqual(isValid([Array(text[..<middle]), Array(text[middle...])]), expected, "\(text), in halves")
        }
    }

    @Test(
        "The first byte that cannot be part of UTF-8 is found when it comes",
        arguments: [
            ([0xED, 0xA0], 1), ([0xF4, 0x90], 1), ([0xC0], 0), ([0x41, 0x80], 1), ([0xE0, 0x80], 1), ([0xFF], 0),
            ([0xF0, 0x9F, 0x98, 0x41], 3),
        ] as [([UInt8], Int)])
    func failsEarly(bytes: [UInt8], index: Int) {
        var validator = UTF8Validator()
        let results = bytes.map { byte in [byte].withUnsafeBytes { validator.add($0) } }
        expectEqual(results, (0..<bytes.count).map { $0 < index })
    }
}
