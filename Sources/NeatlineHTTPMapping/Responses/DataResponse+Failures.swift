internal import NeatlineHTTP
public import NeatlineMapping

// What a mapper has reported about a response.

extension DataResponse {
    /// The failures of mapping the body to models, in order: the fields that were omitted, or the reason why the
    /// response failed.
    ///
    /// ```swift
    /// let response = await AF.request(url).serializingObject(Order.self).response
    /// for failure in response.mappingFailures { print(failure) }
    /// // $.name: expected a string, found the number 5 (line 1, column 10)
    /// ```
    ///
    /// They include those that are only reported, with the reasons `coerced` and `unknownKey`. They are empty if the
    /// body was not read by a serializer of models. If there are any, the response retains the parsed body.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the body, for each access; O(1) if there are no failures.
    public var mappingFailures: [MappingFailure] {
        if let issues = issues as? MappingIssues { return issues.failures }
        guard let cause = ((error as? AFError)?.underlyingError as? ResponseBodyError)?.cause else { return [] }
        return (cause as? MappingError)?.failures ?? []
    }
}

/// The failures of a mapper.
final class MappingIssues: SerializationIssues {
    private let source: any FailureSource

    /// Creates issues.
    ///
    /// - Parameter source: The mapper, which must not be used any more.
    init(_ source: any FailureSource) { self.source = source }

    var failures: [MappingFailure] { source.failures }

    var lines: [String] { failures.filter { !$0.reason.isReport }.map(\.description) }
}

/// A mapper of any model.
protocol FailureSource: Sendable {
    var failures: [MappingFailure] { get }
}

extension Mapper: FailureSource {}
