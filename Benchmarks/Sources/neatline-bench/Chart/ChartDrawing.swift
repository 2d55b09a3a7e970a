import Foundation

/// The colours of a chart.
struct ChartTheme {
    let name: String
    let background: String
    let text: String
    /// What stands beside the numbers.
    let secondary: String
    let line: String
    let ours: String
    let others: String

    /// On the backgrounds of GitHub's two themes.
    static let all = [
        ChartTheme(
            name: "light", background: "#ffffff", text: "#1f2328", secondary: "#59636e", line: "#d8dee4",
            ours: "#c2410c", others: "#9aa4af"),
        ChartTheme(
            name: "dark", background: "#0d1117", text: "#e6edf3", secondary: "#9198a1", line: "#2f353d",
            ours: "#fb8c3c", others: "#6b7480"),
    ]
}

/// Draws a chart as an SVG document, the same text for the same chart.
struct ChartDrawing {
    private let chart: Chart
    private let theme: ChartTheme
    private let scale: ChartScale
    private let labelWidth: Double
    /// Where the bars begin.
    private let barStart: Double
    private var svg = SVGWriter()

    private static let width = 640.0
    private static let margin = 16.0
    private static let rowHeight = 25.0
    private static let barHeight = 15.0
    private static let headingHeight = 28.0
    private static let panelGap = 6.0
    /// Where the first panel begins.
    private static let top = 66.0
    private static let axisHeight = 20.0
    private static let valueWidth = 80.0
    private static let comparisonWidth = 92.0
    /// No font is at hand to measure texts with: what a letter of 14 pixels takes on average in a wide one.
    private static let letterWidth = 7.8

    static func svg(of chart: Chart, theme: ChartTheme) -> String {
        var drawing = ChartDrawing(chart, theme)
        drawing.draw()
        return drawing.svg.text
    }

    private init(_ chart: Chart, _ theme: ChartTheme) {
        self.chart = chart
        self.theme = theme
        let bars = chart.panels.flatMap(\.bars)
        func columnWidth(_ text: (Chart.Bar) -> String?) -> Double {
            let longest = bars.compactMap { text($0)?.count }.max() ?? 0
            return longest == 0 ? 0 : (Double(longest) * Self.letterWidth + 14).rounded()
        }
        labelWidth = columnWidth { $0.label }
        barStart = Self.margin + labelWidth + columnWidth { $0.detail }
        let comparisonWidth = bars.contains { $0.comparison != nil } ? Self.comparisonWidth : 0
        let width = Self.width - Self.margin - comparisonWidth - Self.valueWidth - barStart
        scale = ChartScale(values: bars.map(\.value), origin: chart.quantity.origin, width: width)
    }

    private var rowsHeight: Double {
        chart.panels.reduce(0) { height, panel in
            height + (panel.heading == nil ? 0 : Self.headingHeight) + Double(panel.bars.count) * Self.rowHeight
        } + Double(chart.panels.count - 1) * Self.panelGap
    }

    private mutating func draw() {
        let bottom = Self.top + rowsHeight
        let height = bottom + (scale.isLogarithmic ? Self.axisHeight : 0) + Self.margin / 2
        svg.begin(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": number(Self.width), "height": number(height),
                "viewBox": "0 0 \(number(Self.width)) \(number(height))", "role": "img",
                "aria-labelledby": "title description",
                "font-family":
                    "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif",
                "font-size": "14",
            ])
        let subtitle = scale.isLogarithmic ? "\(chart.subtitle) · logarithmic scale" : chart.subtitle
        svg.element("title", ["id": "title"], text: "\(chart.title): \(subtitle)")
        svg.element("desc", ["id": "description"], text: chart.description)
        svg.element(
            "rect",
            ["width": number(Self.width), "height": number(height), "rx": "6", "fill": theme.background])
        text(chart.title, x: Self.margin, y: 28, ["font-size": "17", "font-weight": "600"])
        text(subtitle, x: Self.margin, y: 48, fill: theme.secondary, ["font-size": "13"])
        drawTicks(bottom: bottom)
        drawPanels()
        svg.end()
    }

    private mutating func drawTicks(bottom: Double) {
        for tick in scale.ticks {
            let x = barStart + scale.length(of: tick)
            svg.element(
                "line",
                [
                    "x1": number(x), "y1": number(Self.top), "x2": number(x), "y2": number(bottom),
                    "stroke": theme.line,
                ])
            let label = chart.quantity.text(ofTick: tick)
            text(label, x: x, y: bottom + 15, fill: theme.secondary, ["font-size": "12", "text-anchor": "middle"])
        }
        if !scale.isLogarithmic {
            svg.element(
                "line",
                [
                    "x1": number(barStart), "y1": number(Self.top), "x2": number(barStart), "y2": number(bottom),
                    "stroke": theme.line,
                ])
        }
    }

    private mutating func drawPanels() {
        var y = Self.top
        for panel in chart.panels {
            if let heading = panel.heading {
                text(heading, x: Self.margin, y: y + 18, ["font-weight": "600"])
                y += Self.headingHeight
            }
            for bar in panel.bars {
                draw(bar, y: y)
                y += Self.rowHeight
            }
            y += Self.panelGap
        }
    }

    private mutating func draw(_ bar: Chart.Bar, y: Double) {
        let length = max(1, scale.length(of: bar.value))
        let baseline = y + Self.rowHeight / 2 + 5
        let weight = bar.isOurs ? "600" : "400"
        // With a detail all bars are ours.
        text(bar.label, x: Self.margin, y: baseline, ["font-weight": bar.detail == nil ? weight : "400"])
        if let detail = bar.detail {
            text(detail, x: Self.margin + labelWidth, y: baseline, fill: theme.secondary)
        }
        svg.element(
            "rect",
            [
                "x": number(barStart), "y": number(y + (Self.rowHeight - Self.barHeight) / 2), "width": number(length),
                "height": number(Self.barHeight), "rx": "2", "fill": bar.isOurs ? theme.ours : theme.others,
            ])
        text(chart.quantity.text(of: bar.value), x: barStart + length + 6, y: baseline, ["font-weight": weight])
        if let comparison = bar.comparison {
            text(
                comparison, x: Self.width - Self.margin, y: baseline, fill: theme.secondary, ["text-anchor": "end"])
        }
    }

    private mutating func text(
        _ content: String, x: Double, y: Double, fill: String? = nil, _ style: SVGWriter.Attributes = [:]
    ) {
        let position: SVGWriter.Attributes = ["x": number(x), "y": number(y), "fill": fill ?? theme.text]
        svg.element("text", position + style, text: content)
    }

    /// A coordinate, to a tenth of a pixel.
    private func number(_ value: Double) -> String {
        let text = String(format: "%.1f", value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
