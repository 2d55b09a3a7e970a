import NeatlineJSON
import NeatlineTestSupport

@testable import jsonq

/// `jsonq`: a filter gives the same results whether it runs on whole values or on what a selector has found of them while
/// the text was read, however that was cut.
func fuzzSelection(_ input: inout FuzzInput) {
    var flags = input.flags()
    let isSequence = flags.next()
    let holdsLittle = flags.next()
    let cuts = Cuts(input.byte())
    let filterText = String(decoding: input.piece(), as: UTF8.self)
    let text = input.rest()
    let filter: Filter
    do {
        filter = try FilterParser.parse(filterText)
    } catch {
        check(error.offset <= filterText.unicodeScalars.count && !"\(error)".isEmpty, "an error outside the filter")
        return
    }
    // Each of these can multiply the results.
    let multipliers = filter.instructions.count {
        switch $0 {
        case .fork, .each, .descend, .paths: true
        default: false
        }
    }
    if multipliers > 5 { return }
    let selection = Selection(filter: filter, isSequence: isSequence, heldLimit: holdsLittle ? 16 : 1 << 20)
    let whole = selection.results(of: text, .none)
    // What was handed on before it was too much depends on the cuts.
    for cuts in [cuts, .each] {
        let others = selection.results(of: text, cuts)
        check(others == whole || holdsLittle, "\(cuts): \(others) instead of \(whole)")
    }
    if isSequence || holdsLittle { return }
    checkWholeValue(text, filter, whole)
    if filter.isIdentity {
        let formatted = Formatted(text)
        let lines = whole.results.map { $0 + "\n" }.joined()
        if formatted.error == nil {
            check(String(decoding: formatted.output, as: UTF8.self) == lines, "the formatter writes something else")
        }
        check((formatted.error == nil) == (whole.error == nil), "one of both fails: \(whole), \(formatted)")
    }
}

private struct Results: Equatable {
    var results: [String] = []
    /// Of the first text that is wrong.
    var error: String?
}

/// There are too many results.
private struct TooMany: Error {}

/// The results of a filter on one value, of which there are not too many, with the error that ends them.
private func run(_ filter: Filter, on value: JSON, from step: Int = 0) throws -> [String] {
    var results: [String] = []
    var machine = FilterMachine(filter)
    do {
        try machine.run(value, from: step) { result in
            results.append((try? result.serializedString()) ?? "not written")
            if results.count > 500 { throw TooMany() }
        }
    } catch let error as FilterError {
        results.append("error: \(error.message)")
    } catch is TooMany {
        results.append("too many")
    }
    return results
}

/// A text that is one value gives the results that the filter has on that value.
private func checkWholeValue(_ text: [UInt8], _ filter: Filter, _ whole: Results) {
    guard let json = try? JSON(parsing: text), let results = try? run(filter, on: json) else { return }
    check(whole.error == nil, "the selector refuses what is valid: \(whole)")
    if results.count > 500 || whole.results.count > 500 { return }
    check(whole.results == results, "\(whole.results) instead of \(results)")
}

private struct Selection {
    let filter: Filter
    let isSequence: Bool
    let heldLimit: Int

    /// Collects what the selector finds.
    private final class Receiver {
        var found = Results()
        private var source: [UInt8] = []
        private var steps = 0
        private var hasFailed = false
        private let filter: Filter

        init(_ filter: Filter) { self.filter = filter }

        func receive(_ event: JSONSelector.Event) throws {
            switch event {
            case .begin(let steps):
                self.steps = steps
                source = []
            case .bytes(let bytes): source += bytes
            case .end:
                if hasFailed || found.results.count > 500 { return }
                var options = JSONParsingOptions()
                options.maximumDepth = .max
                let results = try run(filter, on: try JSON(parsing: source, options: options), from: steps)
                found.results += results
                hasFailed = results.last?.hasPrefix("error: ") ?? false
            case .endOfValue: hasFailed = false
            }
        }
    }

    func results(of text: [UInt8], _ cuts: Cuts) -> Results {
        let receiver = Receiver(filter)
        var selector = JSONSelector(
            path: filter.leadingPath, heldLimit: heldLimit, isSequence: isSequence, receive: receiver.receive)
        do {
            try cuts.forEach(in: text) { part in
                _ = selector.withInputSpace { space in
                    part.withUnsafeBytes { space.copyBytes(from: $0) }
                    return part.count
                }
                try selector.process()
            }
            try selector.finish()
        } catch {
            receiver.found.error = "\((error as? JSONError)?.byteOffset ?? -1): \(error)"
        }
        return receiver.found
    }
}
