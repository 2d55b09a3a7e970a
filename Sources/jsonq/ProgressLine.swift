/// A line on a terminal that shows how much has been read, how fast, and how long the rest takes.
///
/// It appears only after a while, so that short runs show nothing; reading costs a look at the clock for each part that is
/// read. The clock, the terminal and the total are closures, so that tests need neither time nor a terminal.
final class ProgressLine {
    /// The number of nanoseconds before the line appears.
    static let delay: UInt64 = 2_000_000_000
    /// The number of nanoseconds between two states of the line.
    static let interval: UInt64 = 250_000_000

    private let now: () -> UInt64
    private let total: () -> UInt64?
    private let write: (String) -> Void
    private let start: UInt64
    /// When the line is written next.
    private var due: UInt64
    private var count: UInt64 = 0
    /// The size of all inputs, determined when the line appears; nil before, or if it is unknown.
    private var size: UInt64?
    private var isVisible = false

    /// Starts the time.
    ///
    /// - Parameters:
    ///   - now: returns the time in nanoseconds.
    ///   - total: returns the size of all inputs; nil if it is unknown.
    ///   - write: writes to the terminal.
    init(now: @escaping () -> UInt64, total: @escaping () -> UInt64?, write: @escaping (String) -> Void) {
        self.now = now
        self.total = total
        self.write = write
        start = now()
        due = start + ProgressLine.delay
    }

    /// Adds bytes that have been read, and writes the line if it is time.
    func add(_ bytes: Int) {
        count += UInt64(Swift.max(bytes, 0))
        let time = now()
        if time < due { return }
        if due == start + ProgressLine.delay { size = total() }
        due = time + ProgressLine.interval
        isVisible = true
        write("\r" + ProgressLine.line(count, of: size, nanoseconds: time - start) + "\u{1B}[K")
    }

    /// Erases the line, so that something else can be written.
    func clear() {
        guard isVisible else { return }
        isVisible = false
        write("\r\u{1B}[K")
    }

    /// Returns the text of the line, such as `1.2 GB of 4.8 GB (25 %), 610 MB/s, 0:06 left`.
    static func line(_ count: UInt64, of size: UInt64?, nanoseconds: UInt64) -> String {
        let rate = Double(count) / Swift.max(Double(nanoseconds) / 1e9, 1e-9)
        var text = amount(Double(count))
        let size = size.flatMap { $0 >= count && $0 > 0 ? $0 : nil }
        if let size {
            text += " of \(amount(Double(size))) (\(Int(Double(count) / Double(size) * 100)) %)"
        }
        text += ", \(amount(rate))/s"
        if let size, rate >= 1 { text += ", \(clock(Double(size - count) / rate)) left" }
        return text
    }

    /// Returns a number of bytes with two or three digits and a unit.
    private static func amount(_ bytes: Double) -> String {
        var (value, unit) = (bytes, "bytes")
        for larger in ["KB", "MB", "GB", "TB", "PB"] where value >= 999.5 { (value, unit) = (value / 1_000, larger) }
        if unit == "bytes" || value >= 9.95 { return "\(Int(value.rounded())) \(unit)" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// Returns a time in hours, minutes and seconds; more than four days are that long.
    private static func clock(_ seconds: Double) -> String {
        let total = Int(Swift.min(seconds, 359_999).rounded(.up))
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let hours = total / 3_600
        let rest = "\(padded(total % 60))"
        return hours > 0
            ? "\(hours):\(padded(total / 60 % 60)):\(rest)" : "\(total / 60):\(rest)"
    }
}
