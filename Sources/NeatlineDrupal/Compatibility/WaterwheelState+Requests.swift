public import NeatlineHTTP
internal import NeatlineJSON

// The requests of Waterwheel 4. The static functions with the same names describe them.

extension waterwheelManager {
    // MARK: - Session

    /// Does the same as ``waterwheel/login(_:password:completionHandler:)``.
    public func login(_ username: String?, password: String?, completionHandler: completion? = nil) {
        forgetFlag()
        run(completionHandler) { client in
            try await client.logins.run {
                await client.loggedIn(username: username ?? "", password: password ?? "")
            }
        }
    }

    /// Does the same as ``waterwheel/login(username:password:completionHandler:)``.
    public func login(username: String?, password: String?, completionHandler: completion? = nil) {
        login(username, password: password, completionHandler: completionHandler)
    }

    /// Does the same as ``waterwheel/logout(completionHandler:)``.
    public func logout(completionHandler: completion? = nil) {
        forgetFlag()
        run(completionHandler) { client in try await client.logins.run { await client.loggedOut() } }
    }

    /// Does the same as ``waterwheel/checkLoginStatus(completionHandler:)``.
    public func checkLoginStatus(completionHandler: completion? = nil) {
        forgetFlag()
        run(completionHandler) { client in
            guard try await client.loginStatus() else { throw DrupalError(.loginRequired) }
            return DrupalExchange.nothing
        }
    }

    // MARK: - Requests

    /// Does the same as ``waterwheel/sendRequest(_:method:params:completionHandler:)``.
    public func sendRequest(
        _ path: String, method: HTTPMethod, params: paramType, completionHandler: completion? = nil
    ) {
        let request = WaterwheelRequest(path: path, method: method, params: params)
        run(completionHandler) { client in try await client.exchange(request.call(of: client.site)) }
    }

    /// Does the same as ``waterwheel/sendRequestWithUrl(_:method:params:completionHandler:)``.
    public func sendRequestWithUrl(
        _ url: String, method: HTTPMethod, params: paramType, completionHandler: completion? = nil
    ) {
        let request = WaterwheelRequest(url: url, method: method, params: params)
        run(completionHandler) { client in try await client.exchange(request.call(of: client.site)) }
    }

    /// Does the same as ``waterwheel/get(_:params:completionHandler:)``.
    public func get(_ requestPath: String, params: paramType, completionHandler: completion? = nil) {
        sendRequest(requestPath, method: .get, params: params, completionHandler: completionHandler)
    }

    /// Does the same as ``waterwheel/post(_:params:completionHandler:)``.
    public func post(_ requestPath: String, params: paramType, completionHandler: completion? = nil) {
        sendRequest(requestPath, method: .post, params: params, completionHandler: completionHandler)
    }

    /// Does the same as ``waterwheel/patch(_:params:completionHandler:)``.
    public func patch(_ requestPath: String, params: paramType, completionHandler: completion? = nil) {
        sendRequest(requestPath, method: .patch, params: params, completionHandler: completionHandler)
    }

    /// Does the same as ``waterwheel/delete(_:params:completionHandler:)``.
    public func delete(_ requestPath: String, params: paramType, completionHandler: completion? = nil) {
        sendRequest(requestPath, method: .delete, params: params, completionHandler: completionHandler)
    }

    // MARK: - Entities

    /// Does the same as ``waterwheel/entityGet(entityType:entityId:params:completionHandler:)``.
    public func entityGet(
        entityType: EntityType, entityId: String, params: paramType, completionHandler: completion? = nil
    ) {
        let request = WaterwheelRequest(method: .get, path: entityType.path(of: entityId), params: params)
        run(completionHandler) { client in try await client.exchange(request.call(of: client.site)) }
    }

    /// Does the same as ``waterwheel/entityPost(entityType:params:completionHandler:)``.
    public func entityPost(entityType: EntityType, params: paramType, completionHandler: completion? = nil) {
        let request = WaterwheelRequest(method: .post, path: DrupalPath(entityType.creationPath), params: params)
        run(completionHandler) { client in try await client.exchange(request.call(of: client.site)) }
    }

    /// Does the same as ``waterwheel/entityPatch(entityType:entityId:params:completionHandler:)``.
    public func entityPatch(
        entityType: EntityType, entityId: String, params: paramType, completionHandler: completion? = nil
    ) {
        let request = WaterwheelRequest(method: .patch, path: entityType.path(of: entityId), params: params)
        run(completionHandler) { client in try await client.exchange(request.call(of: client.site)) }
    }

    /// Does the same as ``waterwheel/entityDelete(entityType:entityId:params:completionHandler:)``.
    public func entityDelete(
        entityType: EntityType, entityId: String, params: paramType, completionHandler: completion? = nil
    ) {
        let request = WaterwheelRequest(method: .delete, path: entityType.path(of: entityId), params: params)
        run(completionHandler) { client in try await client.exchange(request.call(of: client.site)) }
    }

    // MARK: - Nodes

    /// Does the same as ``waterwheel/nodeGet(nodeId:params:completionHandler:)``.
    public func nodeGet(nodeId: String, params: paramType, completionHandler: completion? = nil) {
        entityGet(entityType: .node, entityId: nodeId, params: params, completionHandler: completionHandler)
    }

    /// Does the same as ``waterwheel/nodePatch(nodeId:node:completionHandler:)``.
    public func nodePatch(nodeId: String, node: paramType, completionHandler: completion? = nil) {
        entityPatch(entityType: .node, entityId: nodeId, params: node, completionHandler: completionHandler)
    }

    /// Does the same as ``waterwheel/nodeDelete(nodeId:params:completionHandler:)``.
    public func nodeDelete(nodeId: String, params: paramType, completionHandler: completion? = nil) {
        entityDelete(entityType: .node, entityId: nodeId, params: params, completionHandler: completionHandler)
    }

    // MARK: - Views

    /// Does the same as ``waterwheel/viewGet(viewPath:completionHandler:)``.
    public func viewGet(viewPath: String, completionHandler: completion? = nil) {
        sendRequest(viewPath, method: .get, params: nil, completionHandler: completionHandler)
    }

    /// Does the same as ``waterwheel/nodePost``.
    public var nodePost: (paramType, completion?) -> Void {
        { self.entityPost(entityType: .node, params: $0, completionHandler: $1) }
    }
}
