internal import Foundation
internal import NeatlineJSON

// The header fields that each session sends unless told otherwise.

extension HTTPHeaders {
    /// The default fields of sessions: the default `Accept-Encoding`, `Accept-Language` and `User-Agent`.
    public static let `default`: HTTPHeaders = [
        .defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent,
    ]
}

extension HTTPHeader {
    /// The default `Accept-Encoding` field: `br;q=1.0, gzip;q=0.9, deflate;q=0.8`. A transport that supports fewer
    /// codings sends fewer.
    public static let defaultAcceptEncoding = acceptEncoding(qualities(of: ["br", "gzip", "deflate"]))

    /// The default `Accept-Language` field: at most six of the user's preferred languages, such as `de;q=1.0,
    /// en;q=0.9`.
    public static var defaultAcceptLanguage: HTTPHeader {
        acceptLanguage(qualities(of: Locale.preferredLanguages.prefix(6)))
    }

    /// The default `User-Agent` field: the program, the system and this library, such as `Reader/1.4
    /// (org.example.reader; build:17; Linux 6.1.0) Neatline/0.1.0`.
    ///
    /// In place of `Alamofire/` and its version, it contains `Neatline/` and the version of this library. A program
    /// without a bundle, as is usual on Linux, is named by its file, and the other values are `Unknown`.
    public static let defaultUserAgent: HTTPHeader = {
        let bundle = Bundle.main.infoDictionary
        func entry(_ key: String) -> String? { bundle?[key] as? String }
        let program =
            entry("CFBundleExecutable")
            ?? ProcessInfo.processInfo.arguments.first?.split(separator: "/").last
            .map(String.init)
        let system = ProcessInfo.processInfo.operatingSystemVersion
        return userAgent(
            program: program, version: entry("CFBundleShortVersionString"), bundle: entry("CFBundleIdentifier"),
            build: entry("CFBundleVersion"),
            system: "\(systemName) \(system.majorVersion).\(system.minorVersion).\(system.patchVersion)")
    }()

    /// Returns a `User-Agent` field in the default format.
    static func userAgent(
        program: String?, version: String?, bundle: String?, build: String?, system: String
    ) -> HTTPHeader {
        let unknown = "Unknown"
        return userAgent(
            "\(program.map(fieldText) ?? unknown)/\(version ?? unknown) "
                + "(\(bundle ?? unknown); build:\(build ?? unknown); \(system)) Neatline/\(LibraryVersion.current)")
    }

    /// Returns a text without characters that a field cannot contain: the name of a program's file may contain any.
    private static func fieldText(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { (" "..."~").contains($0) ? $0 : "?" }))
    }

    /// Returns the values with qualities: the first with 1.0, each other with 0.1 less.
    static func qualities(of values: some Collection<String>) -> String {
        values.enumerated()
            .map { index, value in
                let tenths = max(10 - index, 1)
                return "\(value);q=\(tenths / 10).\(tenths % 10)"
            }
            .joined(separator: ", ")
    }

    private static var systemName: String {
        #if os(macOS)
        "macOS"
        #elseif os(iOS)
        "iOS"
        #elseif os(tvOS)
        "tvOS"
        #elseif os(watchOS)
        "watchOS"
        #elseif os(visionOS)
        "visionOS"
        #elseif os(Linux)
        "Linux"
        #elseif os(Android)
        "Android"
        #elseif os(Windows)
        "Windows"
        #else
        "Unknown"
        #endif
    }
}
