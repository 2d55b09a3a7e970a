internal import Synchronization

/// Runs that no call uses.
///
/// Without a lock, as there are few places and each is taken or filled at once.
enum IdleRuns {
    private static let count = 4

    nonisolated(unsafe) private static let places: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> = {
        let places = UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>.allocate(capacity: count)
        for place in 0..<count { (places + place).initialize(to: Atomic(nil)) }
        return places
    }()

    /// A run that belongs to the caller alone.
    static func take() -> DecodingRun? {
        for place in 0..<count {
            if let run = places[place].exchange(nil, ordering: .acquiring) {
                // SAFETY: `put` has stored it with a reference of its own.
                return Unmanaged<DecodingRun>.fromOpaque(run).takeRetainedValue()
            }
        }
        return nil
    }

    /// Takes over a run to which nobody else refers.
    static func put(_ idle: DecodingRun) {
        let run = Unmanaged.passRetained(idle)
        for place in 0..<count {
            let (stored, _) = places[place].compareExchange(
                expected: nil, desired: UnsafeRawPointer(run.toOpaque()), ordering: .releasing)
            if stored { return }
        }
        run.release()
    }
}
