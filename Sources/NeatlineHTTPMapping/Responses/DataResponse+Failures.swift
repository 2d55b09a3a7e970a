internal import NeatlineHTTP
public import NeatlineMapping

extension DataResponse {
    /// What did not fit when the body was mapped to models, in the order in which it was found: of a value the fields that
    /// were left out, and of a response that failed for it the reason.
    ///
    /// ```swift
    /// let response = await AF.request(url).serializingObject(Order.self).response
    /// for failure in response.mappingFailures { print(failure) }
    /// // $.name: expected a string, found the number 5 (line 1, column 10)
    /// ```
    ///
    /// They contain what is only reported, too: the reasons `coerced` and `unknownKey`. They are empty if the body was
    /// read by something else than the serializers of models, and in responses of other kinds. While there are any, the
    /// response keeps the parsed body in memory.
    ///
    /// - Complexity: O(*n*) in the size of the body, for each call; O(1) if everything fitted.
    public var mappingFailures: [MappingFailure] {
        if let issues = issues as? MappingIssues { return issues.failures }
        guard let cause = ((error as? AFError)?.underlyingError as? ResponseBodyError)?.cause else { return [] }
        return (cause as? MappingError)?.failures ?? []
    }
}

/// What did not fit in models that a mapper made.
final class MappingIssues: SerializationIssues {
    private let source: any FailureSource

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
