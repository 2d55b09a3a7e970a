/// The shared session, ``Session/default``, under Alamofire's short name.
///
/// ```swift
/// AF.request("https://httpbin.org/get").response { response in
///     debugPrint(response)
/// }
/// ```
public let AF = Session.default

/// Information about the interface of this library.
public enum AFInfo {
    /// The version of Alamofire whose interface this is.
    public static let version = "5.12.0"
}
