import NeatlineJSON
import NeatlineTestSupport

/// Partial texts: in all cuts, errors are those of the parser and come at once, snapshots only grow, and the end is the
/// parser's value.
func fuzzPartial(_ input: inout FuzzInput) {
    let options = PartialChecks.supported(input.parsingOptions())
    check(PartialChecks.failure(input.rest(), options: options))
}
