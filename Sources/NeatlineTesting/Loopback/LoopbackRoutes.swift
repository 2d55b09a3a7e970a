/// The routes of a server.
struct LoopbackRoutes: Sendable {
    typealias Handler = @Sendable (LoopbackRequest) throws -> LoopbackResponse

    private struct Route: Sendable {
        let method: String?
        let pattern: RoutePattern
        let handler: Handler
    }

    private var routes: [Route] = []
    let fallback: Handler

    init(fallback: @escaping Handler) { self.fallback = fallback }

    /// Adds a route, which replaces an earlier one with the same method and pattern.
    mutating func add(_ method: String?, _ pattern: String, _ handler: @escaping Handler) {
        let route = Route(method: method, pattern: RoutePattern(pattern), handler: handler)
        if let index = routes.firstIndex(where: { $0.method == method && $0.pattern == route.pattern }) {
            routes[index] = route
        } else {
            routes.append(route)
        }
    }

    /// Returns the response of the first matching route; 405 if only the method does not match.
    func answer(_ request: LoopbackRequest) throws -> LoopbackResponse {
        if routes.isEmpty { return try fallback(request) }
        let path = LoopbackTarget(request.target).path
        var allowed: [String] = []
        for route in routes {
            guard let parameters = route.pattern.match(path) else { continue }
            guard
                route.method == nil || route.method == request.method
                    || (route.method == "GET" && request.method == "HEAD")
            else {
                allowed.append(route.method ?? "")
                continue
            }
            var request = request
            request.parameters = parameters
            return try route.handler(request)
        }
        if allowed.isEmpty { return try fallback(request) }
        return LoopbackResponse(status: 405, headers: ["Allow": allowed.joined(separator: ", ")])
    }
}
