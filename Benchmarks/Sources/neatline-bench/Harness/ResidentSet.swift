import Foundation

/// The resident memory of a process, from Linux's `/proc`.
enum ResidentSet {
    /// Bytes now; nil when there is no such process or no `/proc`.
    static func current(ofProcess process: String = "self") -> Int? {
        field("VmRSS:", ofProcess: process)
    }

    /// The most bytes so far; nil when there is no such process or no `/proc`.
    static func peak(ofProcess process: String = "self") -> Int? {
        field("VmHWM:", ofProcess: process)
    }

    /// Makes the peak start again from the current size, where the kernel allows it.
    static func resetPeak() {
        if let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") {
            try? file.write(contentsOf: Data("5".utf8))
            try? file.close()
        }
    }

    private static func field(_ name: String, ofProcess process: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else {
            return nil
        }
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        guard let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            return nil
        }
        return kilobytes * 1_024
    }
}
