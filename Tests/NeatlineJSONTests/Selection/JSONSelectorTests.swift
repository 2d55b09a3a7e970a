import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// What a selector found in an input, and the error that ended it.
private struct Selected: Equatable {
    /// Each with the number of steps taken, such as `2:[1,2]`.
    var results: [String] = []
    var valueCount = 0
    var error: JSONError?
    /// How many results had been begun when the first value of the stream ended.
    var countOfFirst: Int?
}

/// Runs a selector over `input`, which it is given in parts of the sizes that `part` says.
private func select(
    _ path: [JSONSelector.Step], in input: [UInt8], parsing: JSONParsingOptions = .lenientSurrogates,
    heldLimit: Int = JSONSelector.standardHeldLimit, isSequence: Bool = false, recovers: Bool = false,
    part: () -> Int = { .max }
) -> Selected {
    final class Receiver {
        var selected = Selected()
        var source: [UInt8] = []
        func receive(_ event: JSONSelector.Event) {
            switch event {
            case .begin(let steps):
                source = Array("\(steps):".utf8)
            case .bytes(let bytes): source += bytes
            case .end: selected.results.append(String(decoding: source, as: UTF8.self))
            case .endOfValue:
                if selected.countOfFirst == nil { selected.countOfFirst = selected.results.count }
            }
        }
    }
    let receiver = Receiver()
    var selector = JSONSelector(
        path: path, parsing: parsing, heldLimit: heldLimit, isSequence: isSequence, receive: receiver.receive)
    var offset = 0
    var isFinished = false
    while !isFinished {
        do {
            if offset < input.count {
                offset += selector.withInputSpace { space in
                    let count = min(part(), space.count, input.count - offset)
                    space.copyBytes(from: input[offset..<offset + count])
                    return count
                }
                try selector.process()
            } else {
                try selector.finish()
                isFinished = true
            }
        } catch let error as JSONError {
            receiver.selected.error = error
            if !recovers { isFinished = true } else { selector.recover() }
        } catch {
            fatalError("the receiver does not throw")
        }
    }
    receiver.selected.valueCount = selector.valueCount
    return receiver.selected
}

private func select(_ path: [JSONSelector.Step], in input: String) -> Selected { select(path, in: Array(input.utf8)) }

@Suite struct JSONSelectorTests {
    @Test(
        "A path selects",
        arguments: [
            ([], "1 [2] {\"a\":3}", ["0:1", "0:[2]", "0:{\"a\":3}"]),
            ([.member("a")], #"{"b":0,"a":{"c":[1, 2]},"d":1}"#, ["1:{\"c\":[1, 2]}"]),
            ([.member("a"), .member("b"), .element(0)], #"{"a":{"b":[10,20]}}"#, ["3:10"]),
            ([.element(2)], "[1, 2, \"x\" , 4]", ["1:\"x\""]),
            ([.elements, .member("a")], #"[{"a":1},{"a":2},{"b":3}]"#, ["2:1", "2:2", "2:null"]),
            ([.elements, .elements], "[[1,[2]],[],[3]]", ["2:1", "2:[2]", "2:3"]),
            ([.member("é")], #"{"\u00e9":1}"#, ["1:1"]),
            ([.member("")], #"{"":[]}"#, ["1:[]"]),
            // What the path does not fit is handed on where it is met: a scalar or object as a whole, ...
            ([.member("a"), .member("b")], #"{"a":5}"#, ["1:5"]),
            ([.elements], #"{"a":[1]}"#, [#"0:{"a":[1]}"#]),
            ([.elements], "true", ["0:true"]),
            // ... other containers empty, for only their type matters.
            ([.member("a")], "[1,2]", ["0:[]"]),
            ([.element(0)], #"{"a":1}"#, ["0:{}"]),
            // What is missing is null.
            ([.member("a"), .member("b")], "{}", ["1:null"]),
            ([.element(3), .elements], "[1]", ["1:null"]),
        ] as [([JSONSelector.Step], String, [String])])
    func aPathSelects(_ path: [JSONSelector.Step], _ input: String, _ results: [String]) {
        let selected = select(path, in: input)
        expectEqual(selected.results, results)
        expect(selected.error == nil)
    }

    @Test("The last of several members counts")
    func theLastOfSeveralMembersCounts() {
        let path: [JSONSelector.Step] = [.member("a"), .member("b")]
        expectEqual(select(path, in: #"{"a":{"b":1},"a":{"b":2,"\u0062":3}}"#).results, ["2:3"])
        expectEqual(select(path, in: #"{"a":{"b":1},"a":{}}"#).results, ["2:null"])
        expectEqual(select(path, in: #"{"a":{"b":1},"a":5}"#).results, ["1:5"])
        expectEqual(select([.elements, .member("a")], in: #"[{"a":1,"a":2},{"a":3}]"#).results, ["2:2", "2:3"])
        expectEqual(select([.member("a"), .elements], in: #"{"a":[1,2],"a":[3]}"#).results, ["2:3"])
    }

    @Test("What is too much to hold back may not be replaced")
    func whatIsTooMuchToHoldBackMayNotBeReplaced() {
        let input = Array(#"{"a":["0123456789","0123456789"],"a":[1]}"#.utf8)
        let selected = select([.member("a"), .elements], in: input, heldLimit: 16)
        expectEqual(selected.results, ["2:\"0123456789\"", "2:\"0123456789\""])
        expectEqual(selected.error?.code, .duplicateKey)
        expectEqual(selected.error?.description.hasPrefix("line 1, column 34: "), true)
        expectEqual(select([.member("a"), .elements], in: input, heldLimit: 64).results, ["2:1"])
    }

    @Test("A large result is handed on in parts")
    func aLargeResultIsHandedOnInParts() {
        let large = "[" + Array(repeating: "\"0123456789\"", count: 60_000).joined(separator: ",") + "]"
        let input = Array("{\"a\":\(large)}".utf8)
        var parts = 0
        var bytes = 0
        var most = 0
        var selector = JSONSelector(path: [.member("a")], heldLimit: 1000) { event in
            guard case .bytes(let part) = event else { return }
            parts += 1
            bytes += part.count
            most = max(most, part.count)
        }
        var offset = 0
        do {
            while offset < input.count {
                offset += selector.withInputSpace { space in
                    let count = min(4096, space.count, input.count - offset)
                    space.copyBytes(from: input[offset..<offset + count])
                    return count
                }
                try selector.process()
            }
            try selector.finish()
        } catch {
            Issue.record(error)
        }
        expectEqual(bytes, large.utf8.count)
        expect(parts > 50)
        expect(most < 10_000)
    }

    @Test("Deep values are skipped without recursion")
    func deepValuesAreSkippedWithoutRecursion() {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        let input = Array(#"{"b":\#(deep),"a":\#(deep)}"#.utf8)
        let selected = select([.member("a")], in: input, parsing: options)
        expectEqual(selected.results.first?.utf8.count, 400_002)
        options.maximumDepth = 200_000
        expectEqual(select([.member("a")], in: input, parsing: options).error?.code, .tooDeep)
    }

    @Test("Nothing of an invalid object is handed on")
    func nothingOfAnInvalidObjectIsHandedOn() {
        let selected = select([.member("a")], in: #"{"a":1,"b":tru}"#)
        expectEqual(selected.results, [])
        expectEqual(selected.error?.description.hasPrefix("line 1, column 15: expected null, true or false"), true)
    }

    @Test("It goes on behind a line that is wrong")
    func itGoesOnBehindALineThatIsWrong() {
        let input = Array("1\n{\"a\":}\n\"x\n[2]\ntru\n\n3".utf8)
        for size in [1, 3, 1000] {
            let selected = select([], in: input, recovers: true, part: { size })
            expectEqual(selected.results, ["0:1", "0:[2]", "0:3"])
        }
    }

    @Test("A sequence has record separators")
    func aSequenceHasRecordSeparators() {
        let input = Array("\u{1E}1\n\u{1E}[2\n\u{1E}\u{1E}{\"a\":3}\n\u{1E}4\u{1E}\"5\"\u{1E}6".utf8)
        for size in [1, 3, 1000] {
            let selected = select([], in: input, isSequence: true, recovers: true, part: { size })
            expectEqual(selected.results, ["0:1", "0:{\"a\":3}", "0:\"5\""])
            expectEqual(selected.error?.code, .unexpectedEnd)
        }
        expectEqual(select([], in: "\u{1E}1").error?.code, .expectedValue)
    }
}

@Suite struct JSONSelectorAgreementTests {
    /// Texts whose few names meet those of the paths.
    private struct Texts {
        var random: NeatlineTestSupport.SeededGenerator

        mutating func value(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
            case 0: return ["null", "true", "false"].randomElement(using: &random)!
            case 1: return ["0", "-1.50", "1e9", "12345678901234567890"].randomElement(using: &random)!
            case 2, 3:
                return [#""""#, #""a\"]}""#, #""é\u00e9""#, "\"0123456789abcdef0123456789\""].randomElement(
                    using: &random)!
            case 4, 5:
                let count = Int.random(in: 0...4, using: &random)
                return "[" + (0..<count).map { _ in space() + value(depth - 1) + space() }.joined(separator: ",") + "]"
            default:
                let count = Int.random(in: 0...4, using: &random)
                let members = (0..<count).map { _ in
                    let key = ["\"a\"", "\"b\"", #""\u0061""#, "\"c\""].randomElement(using: &random)!
                    return space() + key + space() + ":" + space() + value(depth - 1) + space()
                }
                return "{" + members.joined(separator: ",") + "}"
            }
        }

        mutating func space() -> String { ["", "", " ", "\n  ", "\t"].randomElement(using: &random)! }

        mutating func path() -> [JSONSelector.Step] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                [.member("a"), .member("b"), .element(0), .element(1), .elements].randomElement(using: &random)!
            }
        }
    }

    /// The same from a tree.
    private func reference(_ path: [JSONSelector.Step], _ value: JSON, _ steps: Int = 0) -> [String] {
        func text(_ value: JSON, _ steps: Int) -> String { "\(steps):" + ((try? value.serializedString()) ?? "") }
        guard steps < path.count else { return [text(value, steps)] }
        switch (path[steps], value) {
        case (.member(let name), .object(let object)):
            guard let member = object[name] else { return ["\(steps + 1):null"] }
            return reference(path, member, steps + 1)
        case (.element(let index), .array(let array)):
            guard index < array.count else { return ["\(steps + 1):null"] }
            return reference(path, array[index], steps + 1)
        case (.elements, .array(let array)): return array.flatMap { reference(path, $0, steps + 1) }
        case (.elements, .object): return [text(value, steps)]
        case (_, .object): return ["\(steps):{}"]
        case (_, .array): return ["\(steps):[]"]
        default: return [text(value, steps)]
        }
    }

    private func compact(_ result: String) throws -> String {
        let parts = result.split(separator: ":", maxSplits: 1)
        return "\(parts[0]):" + (try JSON(parsing: parts[1], options: .lenientSurrogates).serializedString())
    }

    @Test("It selects what a tree has at the path in parts of any size")
    func itSelectsWhatATreeHasAtThePathInPartsOfAnySize() throws {
        var texts = Texts(random: NeatlineTestSupport.SeededGenerator(seed: 71))
        for _ in 0..<TestScale.rounds(20_000) {
            let text = texts.value(4)
            let path = texts.path()
            let expected = reference(path, try JSON(parsing: text, options: .lenientSurrogates))
            let size = Int.random(in: 1...9, using: &texts.random)
            for part in [size, .max] {
                let selected = select(path, in: Array(text.utf8), part: { part })
                expect(selected.error == nil)
                try expectEqual(selected.results.map(compact), expected, "\(path) of \(text)")
            }
        }
    }

    @Test("It finds the same errors as the formatter")
    func itFindsTheSameErrorsAsTheFormatter() {
        var texts = Texts(random: NeatlineTestSupport.SeededGenerator(seed: 72))
        var generator = DocumentGenerator(seed: 73)
        var failures = 0
        for round in 0..<TestScale.rounds(20_000) {
            let source = round % 2 == 0 ? Array((texts.value(4) + " " + texts.value(2)).utf8) : generator.anyText()
            let text = Mutation.mutate(source, with: source, using: &texts.random)
            let expected = format(text, validatesOnly: true)
            let path = texts.path()
            let size = Int.random(in: 1...9, using: &texts.random)
            let selected = select(path, in: text, part: { size })
            if expected.error != nil { failures += 1 }
            expectEqual(selected.error, expected.error, "\(path) of \(String(decoding: text, as: UTF8.self))")
            if expected.error == nil { expectEqual(selected.valueCount, expected.valueCount) }
        }
        expect(failures > 0)
    }
}
