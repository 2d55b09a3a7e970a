internal import NeatlineJSON

/// The routes of a site, the most specific first.
enum RouteTable {
    /// Returns the routes of a site with the given settings.
    static func routes(_ settings: StubDrupalSettings) -> [Route] {
        settings.views.map(view) + accounts + pages + coreREST + uploads + jsonAPI + entityPages
    }

    private static let data: [Format] = [.json, .xml]
    private static let dataTypes = ["application/json", "application/xml", "text/xml"]

    private static let accounts: [Route] = [
        Route("GET", "/session/token", [.html, .json, .xml]) { try $0.sessionToken($1) },
        Route("POST", "/user/login", data) { try $0.logIn($1) },
        Route("GET", "/user/login_status", data) { $0.loginStatus($1) },
        Route("POST", "/user/logout", data) { try $0.logOut($1) },
        Route("POST", "/user/password", data) { try $0.requestPassword($1) },
        with(Route("POST", "/user/register", data) { try $0.register($1) }) {
            $0.mediaTypes = dataTypes
            $0.needsToken = true
        },
    ]

    private static let coreREST: [Route] = EntityType.allCases.flatMap { type -> [Route] in
        guard let path = type.corePath else { return [] }
        var routes: [Route] = []
        if let creation = type.coreCreationPath {
            routes.append(
                with(Route("POST", creation, data) { try $0.createEntity(type, $1) }) {
                    $0.mediaTypes = dataTypes
                    $0.needsToken = true
                    $0.allowsBasic = true
                })
        }
        routes.append(
            with(Route("GET", path, data) { try $0.readEntity($1) }) {
                $0.subject = .entity(type)
                $0.allowsBasic = true
            })
        if type.isConfiguration { return routes }
        routes.append(
            with(Route("DELETE", path, data) { try $0.deleteEntity($1) }) {
                $0.subject = .entity(type)
                $0.needsToken = true
                $0.allowsBasic = true
            })
        routes.append(
            with(Route("PATCH", path, data) { try $0.updateEntity($1) }) {
                $0.subject = .entity(type)
                $0.mediaTypes = dataTypes
                $0.needsToken = true
                $0.allowsBasic = true
            })
        return routes
    }

    private static let uploads = [
        with(Route("POST", "/file/upload/:type/:bundle/:field", data) { try $0.uploadFile($1) }) {
            $0.mediaTypes = ["application/octet-stream"]
            $0.needsToken = true
            $0.allowsBasic = true
        }
    ]

    private static func view(_ view: StubDrupalView) -> Route {
        with(Route("GET", view.path, data) { $0.exportView(view, $1) }) { $0.allowsBasic = true }
    }

    // MARK: JSON:API

    private static let jsonAPI: [Route] = [
        api("GET", "") { $0.jsonAPIEntry($1) },
        api("GET", "/:type/:bundle") { try $0.collection($1) },
        api("POST", "/:type/:bundle", JSONAPI.mediaType) { try $0.createResource($1) },
        api("POST", "/:type/:bundle/:field", "application/octet-stream") { try $0.uploadForNewResource($1) },
        resource("GET", "") { try $0.readResource($1) },
        resource("DELETE", "") { try $0.deleteResource($1) },
        resource("PATCH", "", JSONAPI.mediaType) { try $0.updateResource($1) },
        resource("GET", "/:field") { try $0.relatedResources($1) },
        resource("POST", "/:field", "application/octet-stream") { try $0.uploadToResource($1) },
        resource("GET", "/relationships/:field") { try $0.readRelationship($1) },
        resource("POST", "/relationships/:field", JSONAPI.mediaType) { try $0.changeRelationship($1) },
        resource("PATCH", "/relationships/:field", JSONAPI.mediaType) { try $0.changeRelationship($1) },
        resource("DELETE", "/relationships/:field", JSONAPI.mediaType) { try $0.changeRelationship($1) },
    ]

    private static func resource(
        _ methods: String, _ path: String, _ mediaType: String? = nil, handler: @escaping Route.Handler
    ) -> Route {
        with(api(methods, "/:type/:bundle/:id" + path, mediaType, handler: handler)) {
            $0.subject = .resource
            if path.isEmpty { return }
            $0.condition = { state, parameters in
                guard let type = ResourceType(parameters), state.isResourceType(type) else { return false }
                return type.relationship(parameters["field"] ?? "") != nil
            }
        }
    }

    private static func api(
        _ methods: String, _ path: String, _ mediaType: String? = nil, handler: @escaping Route.Handler
    ) -> Route {
        with(Route(methods, "/jsonapi" + path, [.apiJSON], handler: handler)) {
            $0.mediaTypes = mediaType.map { [$0] }
            $0.needsToken = true
            $0.allowsBasic = true
            if path.isEmpty { return }
            $0.condition = { state, parameters in
                ResourceType(parameters).map { state.isResourceType($0) } ?? JSONAPI.isOtherType(parameters)
            }
        }
    }

    // MARK: Pages

    private static let pages: [Route] = [
        Route("GET", "/", [.html]) { state, _ in .page(state.settings.siteName) },
        Route("GET POST", "/node", [.html]) { state, _ in .page(state.settings.siteName) },
        Route("GET POST", "/user/login", []) { try $0.loginPage($1) },
        Route("GET", "/user/logout", []) { _, _ in .redirect(to: "/user/logout/confirm") },
        Route("GET", "/user/logout/confirm", [.html]) { _, _ in .page("Log out?") },
        Route("GET POST", "/user/password", []) { _, _ in .page("Forgotten password") },
        Route("GET POST", "/user/register", []) { _, _ in .page("New account") },
        Route("GET", "/user", []) { _, call in
            .redirect(
                to: call.request.base
                    + (call.viewer.isAuthenticated ? "/user/\(call.viewer.uid)?check_logged_in=1" : "/user/login"))
        },
        Route("GET", "/admin", []) { _, call in
            if !call.viewer.isAdministrator { throw SiteError.forbidden() }
            return .page("Administration")
        },
    ]

    private static let entityPages = [
        page("/node/:id", .node), page("/user/:id", .user), page("/taxonomy/term/:id", .term),
    ]

    private static func page(_ path: String, _ type: EntityType) -> Route {
        with(
            Route("GET POST", path, [.html]) { state, call in
                let entity = try call.requireEntity()
                if !state.mayView(entity, call.viewer) { throw SiteError.forbidden() }
                return .page(entity.label)
            }
        ) { $0.subject = .entity(type) }
    }

    private static func with(_ route: Route, _ change: (inout Route) -> Void) -> Route {
        var route = route
        change(&route)
        return route
    }
}
