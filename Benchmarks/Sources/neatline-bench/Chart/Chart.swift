/// A chart of horizontal bars: what is drawn, not how.
struct Chart {
    /// The name of its files, without the theme and the ending.
    let name: String
    let title: String
    /// What the bars stand for, which end of the scale is better, and what was averaged.
    let subtitle: String
    let quantity: ChartQuantity
    let panels: [Panel]

    /// Bars that are compared with each other. All panels of a chart have one scale.
    struct Panel {
        let heading: String?
        /// The best one first.
        let bars: [Bar]
    }

    struct Bar {
        let label: String
        /// Stands between the label and the bar.
        var detail: String?
        let value: Double
        /// How the value compares with ours.
        var comparison: String?
        let isOurs: Bool
    }

    /// The chart as sentences, for those who do not see it.
    var description: String {
        panels.map { panel in
            let bars = panel.bars.map { bar in
                let label = [bar.label, bar.detail].compactMap(\.self).joined(separator: ", ")
                let text = quantity.text(of: bar.value)
                return "\(label): \([text, bar.comparison].compactMap(\.self).joined(separator: ", "))"
            }
            return [panel.heading, bars.joined(separator: "; ")].compactMap(\.self).joined(separator: ". ") + "."
        }.joined(separator: " ")
    }
}
