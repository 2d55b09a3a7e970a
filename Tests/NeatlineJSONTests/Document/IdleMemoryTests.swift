import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Memory that is kept between calls")
struct IdleMemoryTests {
    private final class Kept {}

    @Test("A pool has a few objects, each for one caller, and none after a purge")
    func pool() {
        let pool = IdlePool<Kept>()
        weak var kept: Kept?
        do {
            let objects = (0..<IdleSlots.count).map { _ in Kept() }
            for object in objects { expect(pool.put(object)) }
            expect(!pool.put(Kept()))
            kept = objects[0]
        }
        expect(kept != nil)
        let taken = pool.take()
        expect(taken === kept)
        IdleMemory.purge()
        expect(pool.take() == nil && taken === kept)
        do {
            let other = Kept()
            kept = other
            expect(pool.put(other))
        }
        expect(kept != nil)
        IdleMemory.purge()
        expect(kept == nil)
    }

    @Test("Tapes of a wrong size stay in the pool, and are replaced in turn")
    func tapes() throws {
        let pool = TapePool()
        for size in [1 << 11, 1 << 12, 1 << 13, 1 << 20] { pool.put(TapeBuffer(estimatedWords: size)) }
        let large = try #require(pool.take(1 << 19))
        expect(large.capacity >= 1 << 18)
        pool.put(large)
        for _ in 0..<8 { pool.put(TapeBuffer(estimatedWords: 1 << 12)) }
        expect(pool.take(1 << 20)?.capacity == nil)
        pool.purge()
        expect(pool.take(1 << 12)?.capacity == nil)
    }

    @Test(
        "A document that is kept has at most four times the words that it needs",
        arguments: TestScale.share(of: 0..<8))
    func keptDocuments(round: Int) throws {
        let largest = TestScale.isThorough ? 1_000_000 : 200_000
        let large = "[" + repeatElement("1", count: largest).joined(separator: ",") + "]"
        var kept: [JSON] = []
        for count in [100, 513, 600, 2_100, 9_000, 40_000, 70_000, 200_000] {
            for _ in 0..<2 { _ = try JSON(parsing: large) }
            // Numbers take a word for each two bytes, long strings one for many.
            let numbers = "[" + repeatElement("1", count: count).joined(separator: ",") + "]"
            let strings =
                "["
                + repeatElement("\"" + String(repeating: "x", count: 100) + "\"", count: count / 4).joined(
                    separator: ",") + "]"
            for text in [numbers, strings] {
                let json = try JSON(parsing: text)
                kept.append(json)
                let document = try #require(json.location?.document)
                expect(document.tapeCapacity <= 4 * document.tapeCount + 32, "\(count)")
                expect(
                    json.count == (text == numbers ? count : count / 4) && json.arrayValue.last == json[json.count - 1])
            }
        }
        expect(kept.allSatisfy { $0.arrayValue.allSatisfy { $0.exists() } })
    }

    @Test("After a purge everything is as before, on any thread")
    func purge() throws {
        let text = "[" + repeatElement("[1,\"two\",{\"three\":null}]", count: 5_000).joined(separator: ",") + "]"
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            for _ in 0..<20 {
                if number % 2 == 0 {
                    IdleMemory.purge()
                } else {
                    expectEqual(try? JSON(parsing: text).serializedString(), text)
                }
            }
        }
    }
}
