/// What did not fit in a value that a serializer made all the same.
package protocol SerializationIssues: AnyObject, Sendable {
    /// A line for each, without what is only reported; the path begins each line.
    var lines: [String] { get }
}

extension ReceivedResponse {
    /// Makes the response that this is read for say what did not fit.
    ///
    /// It has no effect where code made the response, such as a test of a serializer.
    package func note(_ issues: any SerializationIssues) { owner?.issues = issues }
}
