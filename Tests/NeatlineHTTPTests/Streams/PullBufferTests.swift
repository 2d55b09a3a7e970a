import NeatlineFoundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

extension Int: PullGroup {}

/// Numbers that are appended together.
private struct Numbers: PullGroup {
    var rest: [Int]

    mutating func takeFirst() -> (element: Int, isLast: Bool) { (rest.removeFirst(), rest.isEmpty) }
}

@Suite("Pull buffers", .ownThreads, .hangLimit)
struct PullBufferTests {
    private typealias Buffer = PullBuffer<Int, String>

    private func text(_ item: Buffer.Item?) -> String {
        switch item {
        case .element(let number): "\(number)"
        case .end(let end): end
        case nil: "nil"
        }
    }

    /// What a task reads until nothing more comes.
    private func readAll(_ buffer: Buffer) async -> [String] {
        var texts: [String] = []
        while let item = await buffer.next() { texts.append(text(item)) }
        return texts
    }

    @Test("Elements come in order, then the first end, then nothing")
    func order() async {
        let buffer = Buffer()
        for number in 0..<10_000 { expect(buffer.append(number)) }
        buffer.finish("end")
        buffer.finish("later")
        await expectEqual(readAll(buffer), (0..<10_000).map(String.init) + ["end"])
        expect(buffer.hasGivenEnd && !buffer.append(1))
        expectEqual(text(await buffer.next()), "nil")
    }

    @Test("The elements of a group are taken one after the other; what is left of it is discarded as it is")
    func groups() async {
        let buffer = PullBuffer<Numbers, Void>()
        for first in stride(from: 0, to: 9000, by: 3) { buffer.append(Numbers(rest: [first, first + 1, first + 2])) }
        for number in 0..<8996 {
            guard case .element(number) = await buffer.next() else { return expect(Bool(false), "not \(number)") }
        }
        expectEqual(buffer.discard().map(\.rest), [[8996], [8997, 8998, 8999]])
    }

    @Test("Readers that wait are served in their order, also by closures, and none is left waiting by the end")
    func waiting() async {
        let buffer = Buffer()
        let log = EventLog<String>()
        for index in 0..<4 { buffer.next { log.append("\(index): \(text($0))") } }
        buffer.append(7)
        buffer.append(8)
        expectEqual(log.count, 0)
        buffer.serve()
        expectEqual(log.all, ["0: 7", "1: 8"])
        buffer.finish("end")
        expectEqual(log.all, ["0: 7", "1: 8", "2: end", "3: nil"])
    }

    @Test("The last element can be taken back and replaced, until it is read")
    func joining() async {
        let buffer = Buffer()
        expect(buffer.takeLast { $0 } == nil)
        buffer.append(1)
        expect(buffer.takeLast { $0 > 1 ? $0 : nil } == nil)
        expectEqual(buffer.takeLast { $0 + 10 }, 11)
        buffer.append(11)
        expectEqual(text(await buffer.next()), "11")
        expect(buffer.takeLast { $0 } == nil)
    }

    @Test("It is read when the reader asks for more behind the last element")
    func reading() async {
        let buffer = Buffer()
        let log = EventLog<String>()
        expect(buffer.whenRead { log.append("at once") })
        buffer.append(1)
        expect(!buffer.whenRead { log.append("read") })
        _ = await buffer.next()
        expectEqual(log.all, [])
        buffer.next { log.append(text($0)) }
        expectEqual(log.all, ["read"])
        buffer.stop()
        expectEqual(log.all, ["read", "nil"])
        expect(buffer.whenRead {})
    }

    @Test("Stopping ends it for readers, and leaves the elements to whoever discards them")
    func stopping() async {
        let buffer = Buffer()
        for number in 0..<3 { buffer.append(number) }
        _ = await buffer.next()
        buffer.stop()
        expectEqual(text(await buffer.next()), "nil")
        expect(buffer.discard() == [1, 2] && buffer.discard() == [] && !buffer.hasGivenEnd)
    }

    @Test("A task that is cancelled gets nothing, whether it waits or not", arguments: [true, false])
    func cancelling(isWaiting: Bool) async {
        let buffer = Buffer()
        if !isWaiting { buffer.append(1) }
        let task = Task {
            if !isWaiting { while !Task.isCancelled { await Task.yield() } }
            return text(await buffer.next()) == "nil"
        }
        task.cancel()
        expect(await task.value)
        expect(buffer.isOver)
    }

    @Test("Every element is read once, whoever appends and reads")
    func threads() async {
        let buffer = Buffer()
        let count = 20_000
        let sums = await withTaskGroup(of: (count: Int, sum: Int).self) { group in
            group.addTask {
                for number in 1...count {
                    buffer.append(number)
                    if number % 3 == 0 { buffer.serve() }
                }
                buffer.finish("end")
                return (0, 0)
            }
            for _ in 0..<3 {
                group.addTask {
                    var (count, sum, last) = (0, 0, 0)
                    while case .element(let number) = await buffer.next() {
                        expect(number > last)
                        (count, sum, last) = (count + 1, sum + number, number)
                    }
                    return (count, sum)
                }
            }
            return await group.reduce(into: (count: 0, sum: 0)) { $0 = ($0.count + $1.count, $0.sum + $1.sum) }
        }
        expect(sums.count == count && sums.sum == count * (count + 1) / 2)
    }
}
