/// A pool of runs that no call uses.
///
/// It has few slots, which are changed atomically, so that it needs no lock.
enum IdleRuns {
    private static let count = 4

    // SAFETY: the slots are initialized once and never freed; each is changed atomically.
    nonisolated(unsafe) private static let places: UnsafeMutablePointer<SharedReference<DecodingRun>> = {
        let places = UnsafeMutablePointer<SharedReference<DecodingRun>>.allocate(capacity: count)
        for place in 0..<count { (places + place).initialize(to: SharedReference()) }
        return places
    }()

    /// Returns a run that the caller owns.
    static func take() -> DecodingRun? {
        for place in 0..<count {
            if let run = places[place].exchange(nil) { return run }
        }
        return nil
    }

    /// Stores a run that nobody else refers to.
    static func put(_ idle: DecodingRun) {
        for place in 0..<count where places[place].fill(idle) { return }
    }
}
