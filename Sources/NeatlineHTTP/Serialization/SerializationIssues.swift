/// The issues of a value that a serializer returned nevertheless.
package protocol SerializationIssues: AnyObject, Sendable {
    /// One line for each issue, which begins with its path; without those that are only reported.
    var lines: [String] { get }
}

extension ReceivedResponse {
    /// Adds the issues to the response that is being serialized.
    ///
    /// Has no effect if the response was created by other code, such as a test of a serializer.
    package func note(_ issues: any SerializationIssues) { owner?.issues = issues }
}
