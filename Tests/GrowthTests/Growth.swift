import Testing

/// Checks that the work for an input four times as large is at most five times as much.
///
/// - Parameters:
///   - size: the smaller size; it is doubled, up to 16,000, until there is enough work to measure.
///   - bound: how many times as much work is allowed: 5, unless more is documented.
///   - name: what is measured, where a test measures several things.
///   - make: the input of a size; not measured, and made anew for each run, so that a first access is measured as such.
///   - work: what is measured.
func expectLinear<Input>(
    from size: Int = 500, atMost bound: Double = 5, _ name: String = "", make: (Int) throws -> Input,
    _ work: (Input) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    let meter = WorkMeter()
    try expectLinear(
        from: size, atMost: bound, name, minimum: meter.minimum, isExact: meter.isExact,
        measure: { size in
            let input = try make(size)
            return try meter.measure { try work(input) }
        }, sourceLocation: sourceLocation)
}

/// Checks that `measure` of a size four times as large is at most five times as much.
///
/// Linear work gives 4, sorting about 4.6, quadratic work 16. Where processor time stands for the number of
/// instructions, the least of several runs of the larger size is compared with the median of the smaller size, and 30 % more is
/// allowed, because the larger input may fit into a slower cache only.
///
/// - Parameters:
///   - minimum: what is too little to be compared; less counts as so much.
///   - isExact: whether measuring the same work twice gives the same.
func expectLinear(
    from size: Int, atMost bound: Double = 5, _ name: String = "", minimum: UInt64, isExact: Bool,
    measure: (Int) throws -> UInt64, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    let largest = Swift.max(size, 16_000)
    var size = size
    var small = try measure(size)
    while small < minimum, size < largest {
        size *= 2
        small = try measure(size)
    }
    let bound = isExact ? bound : 1.3 * bound
    var smallRuns = [small]
    var large = UInt64.max
    var ratio = 0.0
    for round in 1...12 {
        large = Swift.min(large, try measure(4 * size))
        smallRuns.append(try measure(size))
        smallRuns.sort()
        // Too little work to matter at any size counts as the least that can be compared.
        small = Swift.max(smallRuns[smallRuns.count / 2], minimum)
        ratio = Double(large) / Double(small)
        if ratio <= bound { return }
        // Noise does not double anything twice.
        if isExact || (round > 1 && ratio > 2 * bound) { break }
    }
    Issue.record(
        "\(name) 4 × \(size) takes \(ratio) times the work of \(size): \(large) instead of \(small)",
        sourceLocation: sourceLocation)
}
