import Foundation

/// What this process holds, from Linux's `/proc`.
struct ProcessHolding {
    var descriptors: Int
    /// Those of the descriptors that are sockets.
    var sockets: Int
    var threads: Int
    var residentBytes: Int

    /// Nil where there is no `/proc`.
    static func now() -> ProcessHolding? {
        let files = FileManager.default
        guard let descriptors = try? files.contentsOfDirectory(atPath: "/proc/self/fd"),
            let threads = try? files.contentsOfDirectory(atPath: "/proc/self/task"),
            let residentBytes = ResidentSet.current()
        else { return nil }
        let sockets = descriptors.filter {
            (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix("socket:") == true
        }
        return ProcessHolding(
            descriptors: descriptors.count, sockets: sockets.count, threads: threads.count,
            residentBytes: residentBytes)
    }

    static func - (after: ProcessHolding, before: ProcessHolding) -> ProcessHolding {
        ProcessHolding(
            descriptors: after.descriptors - before.descriptors, sockets: after.sockets - before.sockets,
            threads: after.threads - before.threads, residentBytes: after.residentBytes - before.residentBytes)
    }

    /// Whether growth is no more than is allowed.
    ///
    /// - Parameter missingSockets: How many more sockets are allowed: connections that were still to be made.
    func isWithin(_ allowance: ProcessHolding, missingSockets: Int) -> Bool {
        descriptors - sockets <= allowance.descriptors && sockets <= missingSockets && threads <= allowance.threads
            && residentBytes <= allowance.residentBytes
    }

    var text: String { "\(descriptors) descriptors, \(threads) threads, \(residentBytes / 1_024) KB" }
}
