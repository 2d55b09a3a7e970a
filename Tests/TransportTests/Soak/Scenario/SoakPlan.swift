#if os(Linux)
import Foundation
import NeatlineHTTP

/// What one request of a soak is: its kind, its path, and when it is cancelled.
struct SoakPlan: Sendable {
    enum Kind: Sendable, CaseIterable {
        case data, twoHandlers, awaited, upload, download, stream, streamTask
        /// With a retrier, which has it sent again twice at most.
        case retried
        /// In a session of its own, which goes away while the request runs.
        case briefSession
    }

    let number: Int
    let kind: Kind
    let url: URL
    let method: HTTPMethod
    let bodyLength: Int
    /// Seconds until another thread cancels; nil if nobody does.
    let cancelDelay: Double?
    /// Whether it is suspended until it is cancelled.
    let isSuspended: Bool
    private let fault: FaultyServer.Fault?

    init(number: Int, seed: UInt64, server: SoakServer) {
        self.number = number
        var random = SoakRandom(state: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        let faults = server.faults
        let place = Int(random.next() % UInt64(faults.count + 8))
        fault = place < faults.count ? faults[place] : place < faults.count + 5 ? faults[0] : nil
        kind = Kind.allCases[Int(random.next() % UInt64(Kind.allCases.count))]
        // What is retried arrives more than once.
        let isPosted = kind == .upload || (random.next() % 4 == 0 && kind != .retried)
        method = isPosted ? .post : .get
        bodyLength = [0, 10, 1_000, 100_000][Int(random.next() % 4)]
        let path = fault?.path ?? FaultyServer.endlessPaths[Int(random.next() % 3)]
        url = server.url("\(path)?number=\(number)")
        // At once, in the middle, and when most are over.
        let delays = [0, 0.000_1, 0.001, 0.01]
        let delay = delays[Int(random.next() % UInt64(delays.count))]
        cancelDelay = fault == nil || random.next() % 5 == 0 ? delay : nil
        isSuspended = cancelDelay != nil && random.next() % 4 == 0
    }

    /// Whether the request may have ended so.
    ///
    /// - Parameters:
    ///   - isHTTP2: Whether the server speaks HTTP/2.
    ///   - missesResets: Whether libcurl may take a stream that the server has reset for the end of a body without a length.
    func allows(_ outcome: Outcome, overHTTP2 isHTTP2: Bool, missesResets: Bool) -> Bool {
        if cancelDelay != nil, case .failed(.cancelled, _, _) = outcome { return true }
        if kind == .briefSession, case .failed(.invalidated, _, _) = outcome { return true }
        guard let fault else {
            // Where others keep the concurrency pool busy, a body without an end reaches the limit of bodies before the task
            // that waits for it, and is cancelled, has its turn.
            if kind == .awaited, case .failed(.other, 200, let text) = outcome { return text.hasPrefix("endless ") }
            return false
        }
        if isHTTP2 {
            // A proxy stands between: it may tell of a fault by a status, or end the stream in its own way.
            if fault.outcomes.contains(where: \.isWhole) { return fault.outcomes.contains(outcome) }
            if case .whole(200, let text) = outcome {
                return missesResets && text.isEmpty && fault.path == FaultyServer.pathWithoutLength
            }
            // Nothing waits for as long as a timeout by itself.
            if case .failed(.timedOut, _, _) = outcome { return missesResets }
            return true
        }
        return fault.outcomes.contains { $0.isSameEnd(as: outcome) }
    }
}

/// Numbers that follow from a seed (SplitMix64).
struct SoakRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
#endif
