import NeatlineJSON

/// The number of values that contain the decoded or encoded one where mapped types contain `Codable` types and vice versa: each
/// change between them begins a run, which counts from zero.
enum CodingDepth {
    @TaskLocal static var outer = 0

    /// Calls `body` for a value inside `depth` objects.
    static func inside<Result>(_ depth: Int, _ body: () -> Result) -> Result {
        $outer.withValue(depth + 1, operation: body)
    }

    /// The depth of a value with this path, as long as it is one that models can have.
    static func depth(below path: [any CodingKey]) -> Int { min(outer + path.count, Mapping.maximumDepth) }
}
