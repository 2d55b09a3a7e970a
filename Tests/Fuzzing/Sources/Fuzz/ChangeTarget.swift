import NeatlineTestSupport

/// Changing: a script of reads, changes, copies and merges does to values what it does to a simple model of them.
func fuzzChanges(_ input: inout FuzzInput) {
    let isParsed = input.byte() & 1 == 0
    let texts = [input.piece(), input.piece(), input.piece()]
    // What is no JSON is not worth the rest.
    guard var script = try? ChangeScript(texts, parsed: isParsed, choices: input.rest()) else { return }
    check(script.runChoices())
}
