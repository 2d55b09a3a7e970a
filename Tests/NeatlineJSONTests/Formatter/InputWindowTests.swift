import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// A window that is fed a byte at a time must not let a token be scanned from its start for each of them.
@Suite struct InputWindowTests {
    private func fill(_ window: inout InputWindow, _ bytes: some Collection<UInt8>) {
        _ = window.fill { space in
            space.copyBytes(from: bytes)
            return bytes.count
        }
    }

    @Test("A string is followed to its end", arguments: ["x", "é", "日", "😀", "\\n", "\\u00e9", "\\ud83d\\ude00"])
    func aStringIsFollowedToItsEnd(_ unit: String) throws {
        var window = InputWindow()
        fill(&window, Array("\"".utf8))
        let content = [[UInt8]](repeating: Array(unit.utf8), count: 2000).flatMap { $0 }
        var looks = 0
        for byte in content {
            fill(&window, [byte])
            guard window.mayGoOn(keepsLoneSurrogates: false) else { continue }
            looks += 1
            let string = StringKernel.scanRest(window.cursor + 1, limit: window.end, keepsLoneSurrogates: false)
            expect(string.failure != .none)
            let waits = window.awaitRest(of: .init(reason: string.failure, at: string.stop))
            expect(waits)
        }
        // Up to 256 bytes each byte is a look; after those the string is followed without one.
        expect(looks <= 256)
        fill(&window, Array("\"".utf8))
        let isComplete = window.mayGoOn(keepsLoneSurrogates: false)
        expect(isComplete)
    }

    @Test("A number is followed to its end", arguments: ["1", "F", "e"])
    func aNumberIsFollowedToItsEnd(_ digit: String) {
        var window = InputWindow()
        fill(&window, Array("-".utf8))
        var looks = 0
        for _ in 0..<2000 {
            fill(&window, Array(digit.utf8))
            guard window.mayGoOn(keepsLoneSurrogates: false) else { continue }
            looks += 1
            let waits = window.awaitRest(of: .init(reason: .needsMore, at: window.end))
            expect(waits)
        }
        expect(looks <= 256)
        fill(&window, Array("\n".utf8))
        let isComplete = window.mayGoOn(keepsLoneSurrogates: false)
        expect(isComplete)
    }

    @Test("A number is written when its end has come, however long it is", arguments: [10, 255, 256, 300, 5000])
    func aNumberIsWrittenWhenItsEndHasCome(_ count: Int) throws {
        let number = [UInt8](repeating: UInt8(ascii: "7"), count: count)
        final class Output { var bytes: [UInt8] = [] }
        let output = Output()
        var formatter = JSONStreamFormatter(options: .compact) { output.bytes.append(contentsOf: $0) }
        for part in [number[..<(count - 5)], number[(count - 5)...], [Byte.lineFeed]] {
            _ = formatter.withInputSpace { space in
                space.copyBytes(from: part)
                return part.count
            }
            try formatter.process()
        }
        try formatter.flush()
        let isWritten = output.bytes.starts(with: number)
        expect(isWritten)
    }

    @Test("Any other token is looked at each time it has grown by a quarter")
    func anyOtherTokenIsLookedAtEachTimeItHasGrownByAQuarter() {
        var window = InputWindow()
        fill(&window, Array("/".utf8))
        var looks = 0
        for _ in 0..<100_000 {
            fill(&window, Array("*".utf8))
            guard window.mayGoOn(keepsLoneSurrogates: false) else { continue }
            looks += 1
            _ = window.awaitRest(of: .init(reason: .needsMore, at: window.end))
        }
        // From 256 bytes on, a factor of 1.25 at least: 100,000 is reached within 27 steps.
        expect(looks <= 256 + 27)
    }

    @Test("An error waits for its excerpt only")
    func anErrorWaitsForItsExcerptOnly() {
        var window = InputWindow()
        let letters = [UInt8](repeating: UInt8(ascii: "x"), count: 5000)
        fill(&window, Array("\"".utf8) + letters + [0x01] + letters[..<20])
        let offset = 5001
        expectEqual(window.cursor[offset], 0x01)
        let waits = window.awaitRest(of: .init(reason: .controlCharacter, at: window.cursor + offset))
        expect(waits)
        var looks = 0
        for letter in letters[..<107] {
            fill(&window, [letter])
            if window.mayGoOn(keepsLoneSurrogates: false) { looks += 1 }
        }
        expectEqual(looks, 1)
        let stillWaits = window.awaitRest(of: .init(reason: .controlCharacter, at: window.cursor + offset))
        expect(!stillWaits)
    }
}
