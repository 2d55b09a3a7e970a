import Foundation

/// Numbers as they stand in charts.
enum ChartNumber {
    /// Three digits, or all of a large integer's.
    static func figure(_ value: Double) -> String {
        switch value {
        case 99.95...: integer(value)
        case 9.995...: String(format: "%.1f", value)
        default: String(format: "%.2f", value)
        }
    }

    /// As people say it: two digits, or all of a large integer's.
    static func ratio(_ value: Double) -> String {
        switch value {
        case 9.95...: "\(integer(value))×"
        case 0.995...: String(format: "%.1f×", value)
        default: String(format: "%.2f×", value)
        }
    }

    static func powerOfTen(_ value: Double) -> String {
        value < 1 ? "\(value)" : integer(value)
    }

    /// In the largest unit of which it is one or more.
    static func time(nanoseconds: Double, _ text: (Double) -> String) -> String {
        switch nanoseconds {
        case 1e9...: "\(text(nanoseconds / 1e9)) s"
        case 1e6...: "\(text(nanoseconds / 1e6)) ms"
        case 1e3...: "\(text(nanoseconds / 1e3)) µs"
        default: "\(text(nanoseconds)) ns"
        }
    }

    /// Rounded, with a comma before each three digits.
    static func integer(_ value: Double) -> String {
        var text = ""
        for (index, digit) in "\(Int(value.rounded()))".reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text = "," + text }
            text = "\(digit)" + text
        }
        return text
    }
}
