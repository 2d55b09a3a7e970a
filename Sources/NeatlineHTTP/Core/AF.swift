/// The shared session, ``Session/default``.
///
/// ```swift
/// AF.request("https://httpbin.org/get").response { response in
///     debugPrint(response)
/// }
/// ```
public let AF = Session.default

/// Information about the library.
public enum AFInfo {
    /// The version of Alamofire whose interface this is.
    public static let version = "5.12.0"
}
