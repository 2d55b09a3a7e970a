public import NeatlineHTTP

/// The functions of Waterwheel 4, for one site. New programs use ``DrupalClient``.
///
/// ```swift
/// waterwheel.setDrupalURL("https://example.org")
/// waterwheel.login("alice", password: "secret") { success, response, json, error in
///     print(success ? "logged in" : "failed to login")
/// }
/// ```
///
/// All functions may be called on any thread. They return immediately, and call their completion handler once, on the
/// main queue; a program without a user interface must run it, for example by an `async` main function.
public enum waterwheel {
    /// The instance that the functions use.
    public static var sharedInstance: waterwheelManager { .sharedInstance }

    // MARK: - Site and credentials

    /// Sets the site, and restores its session. Nothing is sent.
    ///
    /// - Parameter drupalURL: The URL of the front page. If it is not valid, all requests fail with that error.
    public static func setDrupalURL(_ drupalURL: String) { sharedInstance.setDrupalURL(drupalURL) }

    /// Uses Basic authentication for all requests. The password is not stored.
    ///
    /// - Parameters:
    ///   - username: The name of the account.
    ///   - password: The password.
    ///   - sign: Whether requests have the credentials; if `false`, those from before are removed.
    public static func setBasicAuthUsernameAndPassword(_ username: String, password: String, sign: Bool = true) {
        sharedInstance.setBasicAuthUsernameAndPassword(username, password: password, sign: sign)
    }

    /// Sets the token for requests that change something. The client fetches it automatically.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - sign: Whether it is used.
    public static func setCSRF(_ token: String, sign: Bool = true) { sharedInstance.setCSRF(token, sign: sign) }

    /// Sets the token for logging out, which a login sets, too.
    ///
    /// - Parameter token: The token.
    public static func setLogoutToken(_ token: String) { sharedInstance.setLogoutToken(token) }

    /// Sets what ``isLoggedIn()`` returns until the next login, logout or ``checkLoginStatus(completionHandler:)``.
    ///
    /// - Parameter isLoggedIn: The value.
    public static func setIsLoggedIn(_ isLoggedIn: Bool) { sharedInstance.setIsLoggedIn(isLoggedIn) }

    /// Returns whether the client has credentials, and has not noticed that they are invalid. Nothing is sent.
    public static func isLoggedIn() -> Bool { sharedInstance.isLoggedIn() }

    /// Posts a notification to `NotificationCenter.default`, on the calling thread.
    ///
    /// - Parameters:
    ///   - name: The notification.
    ///   - requestName: The request that it is about.
    ///   - object: The object of the notification.
    public static func postNotification(
        _ name: waterwheelNotifications, requestName: waterwheelNotificationsTypes, object: AnyObject? = nil
    ) {
        sharedInstance.postNotification(name, requestName: requestName, object: object)
    }

    // MARK: - Session

    /// Logs in with a name and a password. The session is kept by the store.
    ///
    /// - Parameters:
    ///   - username: The name of the account; `nil` is sent as an empty name.
    ///   - password: The password.
    ///   - completionHandler: Receives the outcome.
    public static func login(_ username: String?, password: String?, completionHandler: completion? = nil) {
        sharedInstance.login(username, password: password, completionHandler: completionHandler)
    }

    /// Logs in with a name and a password. The session is kept by the store.
    ///
    /// - Parameters:
    ///   - username: The name of the account; `nil` is sent as an empty name.
    ///   - password: The password.
    ///   - completionHandler: Receives the outcome.
    public static func login(username: String?, password: String?, completionHandler: completion? = nil) {
        sharedInstance.login(username: username, password: password, completionHandler: completionHandler)
    }

    /// Ends the session, or removes the credentials of Basic authentication. The handler is always called.
    ///
    /// - Parameter completionHandler: Receives the outcome.
    public static func logout(completionHandler: completion? = nil) {
        sharedInstance.logout(completionHandler: completionHandler)
    }

    /// Asks the site whether the session is alive; the handler's `success` is the answer. An error leaves the state as
    /// it is.
    ///
    /// - Parameter completionHandler: Receives the outcome.
    public static func checkLoginStatus(completionHandler: completion? = nil) {
        sharedInstance.checkLoginStatus(completionHandler: completionHandler)
    }

    // MARK: - Requests

    /// Sends a request to a path of the site.
    ///
    /// - Parameters:
    ///   - path: The path below the site's URL. It may have a query, which must be percent-encoded.
    ///   - method: The method.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func sendRequest(
        _ path: String, method: HTTPMethod, params: paramType, completionHandler: completion? = nil
    ) {
        sharedInstance.sendRequest(path, method: method, params: params, completionHandler: completionHandler)
    }

    /// Sends a request to a URL. Another origin than the site's receives neither cookies nor credentials.
    ///
    /// - Parameters:
    ///   - url: The URL. It may have a query, which must be percent-encoded.
    ///   - method: The method.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func sendRequestWithUrl(
        _ url: String, method: HTTPMethod, params: paramType, completionHandler: completion? = nil
    ) {
        sharedInstance.sendRequestWithUrl(url, method: method, params: params, completionHandler: completionHandler)
    }

    /// Reads a path; the parameters are those of the query.
    ///
    /// - Parameters:
    ///   - requestPath: The path below the site's URL.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func get(_ requestPath: String, params: paramType, completionHandler: completion? = nil) {
        sharedInstance.get(requestPath, params: params, completionHandler: completionHandler)
    }

    /// Sends a POST with a JSON body.
    ///
    /// - Parameters:
    ///   - requestPath: The path below the site's URL.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func post(_ requestPath: String, params: paramType, completionHandler: completion? = nil) {
        sharedInstance.post(requestPath, params: params, completionHandler: completionHandler)
    }

    /// Sends a PATCH with a JSON body.
    ///
    /// - Parameters:
    ///   - requestPath: The path below the site's URL.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func patch(_ requestPath: String, params: paramType, completionHandler: completion? = nil) {
        sharedInstance.patch(requestPath, params: params, completionHandler: completionHandler)
    }

    /// Sends a request with the method DELETE.
    ///
    /// - Parameters:
    ///   - requestPath: The path below the site's URL.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func delete(_ requestPath: String, params: paramType, completionHandler: completion? = nil) {
        sharedInstance.delete(requestPath, params: params, completionHandler: completionHandler)
    }

    // MARK: - Entities

    /// Reads the fields of an entity.
    ///
    /// - Parameters:
    ///   - entityType: The type of the entity.
    ///   - entityId: The number of the entity.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func entityGet(
        entityType: EntityType, entityId: String, params: paramType, completionHandler: completion? = nil
    ) {
        sharedInstance.entityGet(
            entityType: entityType, entityId: entityId, params: params, completionHandler: completionHandler)
    }

    /// Creates an entity with the given fields.
    ///
    /// - Parameters:
    ///   - entityType: The type of the entity.
    ///   - params: The fields in the shape of core REST.
    ///   - completionHandler: Receives the outcome.
    public static func entityPost(entityType: EntityType, params: paramType, completionHandler: completion? = nil) {
        sharedInstance.entityPost(entityType: entityType, params: params, completionHandler: completionHandler)
    }

    /// Changes the given fields of an entity.
    ///
    /// - Parameters:
    ///   - entityType: The type of the entity.
    ///   - entityId: The number of the entity.
    ///   - params: The fields in the shape of core REST.
    ///   - completionHandler: Receives the outcome.
    public static func entityPatch(
        entityType: EntityType, entityId: String, params: paramType, completionHandler: completion? = nil
    ) {
        sharedInstance.entityPatch(
            entityType: entityType, entityId: entityId, params: params, completionHandler: completionHandler)
    }

    /// Deletes the entity with this number.
    ///
    /// - Parameters:
    ///   - entityType: The type of the entity.
    ///   - entityId: The number of the entity.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func entityDelete(
        entityType: EntityType, entityId: String, params: paramType, completionHandler: completion? = nil
    ) {
        sharedInstance.entityDelete(
            entityType: entityType, entityId: entityId, params: params, completionHandler: completionHandler)
    }

    // MARK: - Nodes

    /// Reads the fields of a node.
    ///
    /// - Parameters:
    ///   - nodeId: The number of the node.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func nodeGet(nodeId: String, params: paramType, completionHandler: completion? = nil) {
        sharedInstance.nodeGet(nodeId: nodeId, params: params, completionHandler: completionHandler)
    }

    /// Changes the given fields of a node.
    ///
    /// - Parameters:
    ///   - nodeId: The number of the node.
    ///   - node: The fields in the shape of core REST, with `type`.
    ///   - completionHandler: Receives the outcome.
    public static func nodePatch(nodeId: String, node: paramType, completionHandler: completion? = nil) {
        sharedInstance.nodePatch(nodeId: nodeId, node: node, completionHandler: completionHandler)
    }

    /// Deletes the node with this number.
    ///
    /// - Parameters:
    ///   - nodeId: The number of the node.
    ///   - params: The parameters.
    ///   - completionHandler: Receives the outcome.
    public static func nodeDelete(nodeId: String, params: paramType, completionHandler: completion? = nil) {
        sharedInstance.nodeDelete(nodeId: nodeId, params: params, completionHandler: completionHandler)
    }

    // MARK: - Views

    /// Reads the first page of a view with a REST export.
    ///
    /// - Parameters:
    ///   - viewPath: The path of the view.
    ///   - completionHandler: Receives the outcome.
    public static func viewGet(viewPath: String, completionHandler: completion? = nil) {
        sharedInstance.viewGet(viewPath: viewPath, completionHandler: completionHandler)
    }

    /// Creates a node: a closure without labels, as in Waterwheel 4.
    ///
    /// ```swift
    /// waterwheel.nodePost(["type": [["target_id": "article"]], "title": [["value": "Hello"]]]) { success, _, _, _ in
    ///     print(success)
    /// }
    /// ```
    public static var nodePost: (paramType, completion?) -> Void { sharedInstance.nodePost }
}
