import NeatlineJSON

/// How many values stand around the one that is decoded or encoded, where mapped types contain `Codable` ones and the other
/// way round: each change of kind is a run of its own, which counts from zero.
enum CodingDepth {
    @TaskLocal static var outer = 0

    /// Calls `body` inside the model that `map` maps.
    static func inside<Result>(_ map: Map, _ body: () -> Result) -> Result {
        $outer.withValue(map.depth + 1, operation: body)
    }

    /// The depth of a value with this path, as long as it is one that models can have.
    static func depth(below path: [any CodingKey]) -> Int { min(outer + path.count, Mapping.maximumDepth) }
}
