import NeatlineTestSupport
import Testing

/// What sizes are doubled to, to have enough work to measure. The code of a debug build takes many times as long for an
/// item, also to make the inputs.
#if DEBUG
let largestSize = 4_000
#else
let largestSize = 16_000
#endif

/// Checks that the work for an input four times as large is at most five times as much.
///
/// - Parameters:
///   - size: the smaller size; it is doubled, up to `largest`, until there is enough work to measure.
///   - bound: how many times as much work is allowed: 5, unless more is documented.
///   - name: what is measured, where a test measures several things.
///   - make: the input of a size; not measured, and made anew for each run, so that a first access is measured as such.
///   - work: what is measured.
func expectLinear<Input>(
    from size: Int = 500, upTo largest: Int = largestSize, atMost bound: Double = 5, _ name: String = "",
    make: (Int) throws -> Input,
    _ work: (Input) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    let meter = WorkMeter()
    try expectLinear(
        from: size, upTo: largest, atMost: bound, name, minimum: meter.minimum, isExact: meter.isExact,
        measure: { size in
            let input = try make(size)
            return try meter.measure { try work(input) }
        }, sourceLocation: sourceLocation)
}

/// Checks that `measure` of a size four times as large is at most five times as much, as ``excessGrowth`` judges it.
func expectLinear(
    from size: Int, upTo largest: Int = largestSize, atMost bound: Double = 5, _ name: String = "", minimum: UInt64,
    isExact: Bool, measure: (Int) throws -> UInt64, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    if let growth = try excessGrowth(
        from: size, upTo: largest, atMost: bound, minimum: minimum, isExact: isExact, measure: measure)
    {
        Issue.record("\(name) \(growth)", sourceLocation: sourceLocation)
    }
}

/// What is too much, if `measure` of a size four times as large is more than `bound` times as much.
///
/// Linear work gives 4, sorting about 4.6, quadratic work 16. Where processor time stands for the number of
/// instructions, the least of several runs of the larger size is compared with the median of the smaller size, and 30 % more is
/// allowed. If that is too little, because the larger input fits into a slower cache only, sizes four times as large are
/// compared: work that is not linear grows too fast between these, too.
///
/// - Parameters:
///   - size: the smaller size; it is doubled, up to `largest`, until there is enough work to measure.
///   - minimum: what is too little to be compared; less counts as so much.
///   - isExact: whether measuring the same work twice gives the same.
func excessGrowth(
    from size: Int, upTo largest: Int = largestSize, atMost bound: Double = 5, minimum: UInt64, isExact: Bool,
    measure: (Int) throws -> UInt64
) rethrows -> Growth? {
    var size = size
    while size < largest, try measure(size) < minimum { size *= 2 }
    let bound = isExact ? bound : 1.3 * bound
    var growth = try Growth(of: size, atMost: bound, minimum: minimum, isExact: isExact, measure)
    if growth.ratio > bound, !isExact {
        growth = try Growth(of: 4 * size, atMost: bound, minimum: minimum, isExact: isExact, measure)
    }
    return growth.ratio > bound ? growth : nil
}

/// How much more work an input four times as large takes.
struct Growth: CustomStringConvertible {
    let size: Int
    private var small: UInt64 = 0
    private var large = UInt64.max
    private(set) var ratio = 0.0

    /// Measures both sizes until the ratio is at most `bound`, or cannot be by chance.
    init(
        of size: Int, atMost bound: Double, minimum: UInt64, isExact: Bool, _ measure: (Int) throws -> UInt64
    ) rethrows {
        self.size = size
        var smallRuns: [UInt64] = []
        for round in 1...12 {
            large = Swift.min(large, try measure(4 * size))
            smallRuns.append(try measure(size))
            smallRuns.sort()
            // Too little work to matter at any size counts as the least that can be compared.
            small = Swift.max(smallRuns[smallRuns.count / 2], minimum)
            ratio = Double(large) / Double(small)
            // Noise does not double anything twice.
            if ratio <= bound || isExact || (round > 1 && ratio > 2 * bound) { break }
        }
    }

    var description: String { "4 × \(size) takes \(ratio) times the work of \(size): \(large) instead of \(small)" }
}
