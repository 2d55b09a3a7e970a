/// When what happened to a request, hop by hop.
public struct HTTPMetrics: Sendable {
    public init() {}
}
