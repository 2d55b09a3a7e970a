import Foundation

/// The progress of a transfer as text: a bar for a terminal, a line for each tenth elsewhere.
struct ProgressBar {
    let isTerminal: Bool
    private let start = ContinuousClock.now
    private var lastDrawn: ContinuousClock.Instant?
    private var lastTenth = 0

    init(isTerminal: Bool) { self.isTerminal = isTerminal }

    /// Returns what to print; nil if there is nothing new, or the last time was less than a tenth of a second ago.
    ///
    /// - Parameters:
    ///   - completed: how many bytes there are.
    ///   - total: how many there will be; nil if the server does not say so.
    mutating func text(completed: Int64, total: Int64?) -> String? {
        let now = ContinuousClock.now
        let isComplete = completed == total
        guard isTerminal else {
            let tenth = total.map { $0 > 0 ? Int(completed * 10 / $0) : 10 } ?? 0
            guard tenth > lastTenth else { return nil }
            defer { lastTenth = tenth }
            return (lastTenth + 1...tenth).map { "\($0 * 10) %\n" }.joined()
        }
        if let lastDrawn, now - lastDrawn < .milliseconds(100), !isComplete { return nil }
        lastDrawn = now
        let seconds = max((now - start) / .seconds(1), 0.001)
        let rate = Double(completed) / seconds
        var parts = [ProgressBar.megabytes(Double(completed)), ProgressBar.megabytes(rate) + "/s"]
        if let total, total > 0 {
            let share = Double(completed) / Double(total)
            let filled = Int(share * 30)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 30 - filled)
            parts.insert("[\(bar)] \(Int(share * 100)) %", at: 0)
            parts.append("\(Int((Double(total - completed) / max(rate, 1)).rounded(.up))) s left")
        }
        // The rest of a longer line before is erased.
        return "\r" + parts.joined(separator: "  ") + "\u{1B}[K" + (isComplete ? "\n" : "")
    }

    /// "12.5 MB".
    static func megabytes(_ bytes: Double) -> String { "\((bytes / 100_000).rounded() / 10) MB" }
}
