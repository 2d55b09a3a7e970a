/// The active requests of a session: those that were set up and whose handlers were not all called.
///
/// Each request stores its own index, so that no search or hashing is needed.
struct ActiveRequests {
    private var requests: [Request] = []

    /// All active requests.
    ///
    /// - Complexity: O(*n*)
    var all: Set<Request> { Set(requests) }

    /// Inserts a request, unless it is present.
    ///
    /// - Complexity: amortized O(1)
    mutating func insert(_ request: Request) {
        guard request.activePlace == nil else { return }
        request.activePlace = requests.count
        requests.append(request)
    }

    /// Removes a request, if it is present, by moving the last one to its index.
    ///
    /// - Complexity: O(1)
    mutating func remove(_ request: Request) {
        guard let place = request.activePlace else { return }
        request.activePlace = nil
        let last = requests.removeLast()
        if last === request { return }
        requests[place] = last
        last.activePlace = place
    }
}
