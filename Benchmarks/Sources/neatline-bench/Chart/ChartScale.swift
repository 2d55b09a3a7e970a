import Foundation

/// How long the bars are.
struct ChartScale {
    /// Whether equal lengths are equal factors: when a bar would be shorter than a twentieth of the longest one.
    let isLogarithmic: Bool
    private let lower: Double
    private let upper: Double
    /// The length of the longest bar.
    private let width: Double

    /// - Parameters:
    ///   - values: those of all bars, each of them above zero.
    ///   - origin: the value of a bar without length, if all values are larger and the scale is logarithmic.
    init(values: [Double], origin: Double?, width: Double) {
        let least = values.min() ?? 1
        upper = values.max() ?? 1
        self.width = width
        isLogarithmic = upper > 20 * least
        if let origin, origin < least, isLogarithmic {
            lower = origin
        } else {
            // The shortest bar is to be seen, too.
            lower = isLogarithmic ? pow(10, log10(least / 1.5).rounded(.down)) : 0
        }
    }

    func length(of value: Double) -> Double {
        isLogarithmic ? log(value / lower) / log(upper / lower) * width : value / upper * width
    }

    /// The powers of ten of a logarithmic scale. Without one, the numbers at the bars' ends say enough.
    var ticks: [Double] {
        guard isLogarithmic else { return [] }
        let exponents = Int(log10(lower).rounded())...Int(log10(upper).rounded(.down))
        return exponents.map { pow(10, Double($0)) }.filter { $0 >= lower && $0 <= upper }
    }
}
