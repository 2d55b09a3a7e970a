import Foundation

/// The files of charts.
enum ChartFiles {
    /// Writes each chart in each theme as `NAME-THEME.svg`, and replaces files of these names.
    ///
    /// - Throws: Foundation's error if the folder or a file cannot be written.
    static func write(_ charts: [Chart], to folder: String) throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for chart in charts {
            for theme in ChartTheme.all {
                let file = folder.appendingPathComponent("\(chart.name)-\(theme.name).svg")
                try Data(ChartDrawing.svg(of: chart, theme: theme).utf8).write(to: file)
            }
        }
    }
}
