/// What the bars of a chart stand for.
enum ChartQuantity {
    /// Megabytes a second.
    case rate
    /// So many of something a second.
    case perSecond(String)
    /// Time, of one operation if several were timed.
    case time
    /// Bytes of memory for each byte of input.
    case memory
    /// How many times as fast as somebody else we are.
    case speedup

    /// As the subtitle says it.
    var unit: String {
        switch self {
        case .rate: "MB/s"
        case .perSecond(let things): "\(things) a second"
        case .time: "time"
        case .memory: "bytes for each byte of text"
        case .speedup: "times as fast"
        }
    }

    var isBetterWhenMore: Bool {
        switch self {
        case .rate, .perSecond, .speedup: true
        case .time, .memory: false
        }
    }

    /// Where bars begin on a logarithmic scale, if not at a power of ten that leaves the shortest one some length.
    var origin: Double? {
        if case .speedup = self { 1 } else { nil }
    }

    /// Not for `speedup`, which is a matter of two rows.
    func value(of row: Measurement) -> Double {
        switch self {
        case .rate: Double(row.bytes) * 1_000 / row.nanoseconds
        case .perSecond: 1_000_000_000 / row.nanoseconds
        case .time: row.nanoseconds
        case .memory: row.cost(.median) / Double(max(1, row.bytes))
        case .speedup: .nan
        }
    }

    /// The number at the end of a bar.
    func text(of value: Double) -> String {
        switch self {
        case .rate, .memory: ChartNumber.figure(value)
        case .perSecond: ChartNumber.integer(value)
        case .time: ChartNumber.time(nanoseconds: value, ChartNumber.figure)
        case .speedup: ChartNumber.ratio(value)
        }
    }

    /// A power of ten beside the scale.
    func text(ofTick value: Double) -> String {
        switch self {
        case .rate, .perSecond, .memory: ChartNumber.powerOfTen(value)
        case .time: ChartNumber.time(nanoseconds: value, ChartNumber.powerOfTen)
        case .speedup: "\(ChartNumber.powerOfTen(value))×"
        }
    }

    /// States how much more than `ours` the value costs.
    func comparison(of value: Double, with ours: Double) -> String {
        let factor = ChartNumber.ratio(isBetterWhenMore ? ours / value : value / ours)
        return if case .memory = self { "\(factor) as much" } else { "\(factor) as long" }
    }
}

extension Measurement {
    /// The median time, of one operation if several were timed.
    fileprivate var nanoseconds: Double {
        switch figures {
        case .operation(_, let count), .requests(_, _, let count): cost(.median) / Double(count)
        case .time, .memory, .process: cost(.median)
        }
    }
}
