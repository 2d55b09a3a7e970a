/// The requests of a session that were set up and have not served all their handlers.
///
/// Each knows where it stands, so that none has to be searched or hashed for: requests come and go as fast as anything here.
struct ActiveRequests {
    private var requests: [Request] = []

    /// All of them, in no order. O(n)
    var all: Set<Request> { Set(requests) }

    /// Adds a request, if it is not there. O(1)
    mutating func insert(_ request: Request) {
        guard request.activePlace == nil else { return }
        request.activePlace = requests.count
        requests.append(request)
    }

    /// Removes a request, if it is there; the last one takes its place. O(1)
    mutating func remove(_ request: Request) {
        guard let place = request.activePlace else { return }
        request.activePlace = nil
        let last = requests.removeLast()
        if last === request { return }
        requests[place] = last
        last.activePlace = place
    }
}
