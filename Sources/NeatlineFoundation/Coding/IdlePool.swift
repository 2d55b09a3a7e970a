/// Objects that no call uses, kept for later calls.
///
/// Without a lock, as there are few slots and each is taken or filled at once.
final class IdlePool<Object: AnyObject>: Sendable {
    private let first = SharedReference<Object>()
    private let second = SharedReference<Object>()
    private let third = SharedReference<Object>()
    private let fourth = SharedReference<Object>()

    init() {}

    /// Removes an object, which then belongs to the caller alone; nil if there is none.
    func take() -> Object? {
        first.exchange(nil) ?? second.exchange(nil) ?? third.exchange(nil) ?? fourth.exchange(nil)
    }

    /// Adds an object, which must be uniquely referenced.
    ///
    /// - Returns: false, having done nothing, if there is no room.
    func put(_ idle: Object) -> Bool {
        first.fill(idle) || second.fill(idle) || third.fill(idle) || fourth.fill(idle)
    }
}
