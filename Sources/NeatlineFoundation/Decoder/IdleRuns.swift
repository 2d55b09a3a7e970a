/// Runs that no call uses.
///
/// Without a lock, as there are few places and each is taken or filled at once.
enum IdleRuns {
    private static let count = 4

    // SAFETY: the places are initialized once and never freed; each is changed atomically.
    nonisolated(unsafe) private static let places: UnsafeMutablePointer<SharedReference<DecodingRun>> = {
        let places = UnsafeMutablePointer<SharedReference<DecodingRun>>.allocate(capacity: count)
        for place in 0..<count { (places + place).initialize(to: SharedReference()) }
        return places
    }()

    /// A run that belongs to the caller alone.
    static func take() -> DecodingRun? {
        for place in 0..<count {
            if let run = places[place].exchange(nil) { return run }
        }
        return nil
    }

    /// Takes over a run to which nobody else refers.
    static func put(_ idle: DecodingRun) {
        for place in 0..<count where places[place].fill(idle) { return }
    }
}
