#if os(Linux)
public import Foundation

// The settings of the transport: HTTP version, connections, proxies, TLS, addresses.

extension CurlTransport {
    /// The settings of a transport, for all its connections and requests.
    ///
    /// ```swift
    /// var configuration = CurlTransport.Configuration()
    /// configuration.connectTimeout = 5
    /// configuration.tls.authorities = .file("/etc/company/authority.pem")
    /// let transport = try CurlTransport(configuration: configuration)
    /// ```
    public struct Configuration: Sendable {
        /// The maximum number of simultaneous connections to one host, at least 1. Further requests wait, and this time
        /// does not count for ``connectTimeout``.
        ///
        /// The default of 256 is more than one event loop can use fully, so it does not reduce performance; it limits
        /// programs that send thousands of requests at once.
        public var maximumConnectionsPerHost = 256

        /// The maximum number of simultaneous connections, at least 1. Idle ones are closed for new ones. Further
        /// requests wait.
        public var maximumConnections = 512

        /// The time in seconds within which a host must be resolved and connected to, including TLS.
        public var connectTimeout: TimeInterval = 60

        /// The time in seconds for which an idle connection is kept. With 0, each request has its own connection.
        public var idleConnectionLifetime: TimeInterval = 60

        /// The HTTP version of requests that do not choose one.
        public var httpVersion = HTTPVersion.automatic

        /// The proxy for all URLs; that of the environment by default.
        public var proxy = Proxy.environment

        /// The proxy for `https` URLs; `nil` for the same one.
        public var secureProxy: Proxy?

        /// The path of the Unix domain socket that all requests are sent to, regardless of the host; `nil` for the
        /// network.
        public var unixSocketPath: String?

        /// The certificate authorities, client certificate, pinned keys and minimum version.
        public var tls = TLS()

        /// The addresses of hosts that are not resolved.
        public var resolvedHosts: [ResolvedHost] = []

        /// The address family that host names are resolved to.
        public var addressFamily = AddressFamily.any

        /// The number of bytes that are read from a connection at once, from 1,024 to 524,288. Requests that expect a
        /// large body use 524,288.
        ///
        /// This is also the maximum size of the chunks of a body.
        public var receiveBufferSize = 65_536

        /// The maximum total size, in bytes, of the head of a response, the heads with status 100 to 199 before it, and
        /// the trailers after its body. A response with more fails with `TransportError.Code.invalidResponse`.
        ///
        /// libcurl also has limits: 100 KB for a line, and 300 KB in total in versions of 2023 and later.
        public var maximumHeadSize = 2 << 20

        /// The path of libcurl, or its name for the dynamic linker, such as `libcurl-gnutls.so.4`; `nil` for the
        /// library that is found.
        ///
        /// A library that cannot be loaded beside the one that Foundation uses is refused: where `malloc` is replaced, or
        /// the C library is not glibc.
        public var libraryPath: String?

        /// Whether a complete body whose content coding is truncated is accepted. Otherwise the request fails with
        /// `TransportError.Code.cannotDecodeContent` after all decodable bytes were delivered.
        public var allowsTruncatedContent = false

        /// Creates settings with the defaults of the properties.
        public init() {}
    }

    /// The HTTP version of a request.
    public typealias HTTPVersion = NeatlineHTTP.HTTPVersion

    /// The proxy through which requests are sent.
    ///
    /// The credentials for a proxy are part of its URL, or given separately. Basic credentials are sent with each request
    /// to an `http` URL. Digest challenges (407) are also answered when a tunnel for an `https` URL is opened; for an
    /// `http` URL the session answers them, so a session is needed.
    public enum Proxy: Sendable, Hashable {
        /// The proxies of the environment variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`. If none of
        /// them is set when the transport is created, later changes are ignored.
        case environment
        /// No proxy, regardless of the environment.
        case direct
        /// A proxy: a URL with the scheme `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`.
        ///
        /// - Parameters:
        ///   - except: The hosts and domains without a proxy; `*` for all. If empty, `no_proxy` of the environment is
        ///     used.
        case url(String, user: String? = nil, password: String? = nil, except: [String] = [])
    }

    /// The TLS settings of a transport, for all of its hosts.
    public struct TLS: Sendable {
        /// The certificate authorities that are trusted.
        public enum Authorities: Sendable, Hashable {
            /// The authorities of the system.
            case system
            /// The authorities in a PEM file, and no others.
            case file(String)
            /// The authorities in a PEM text, and no others.
            case pem(Data)
        }

        /// The oldest TLS version that is accepted.
        public enum Version: Sendable, Hashable {
            /// TLS 1.2 or newer, which is the default.
            case v1_2
            /// TLS 1.3 or newer is required.
            case v1_3
        }

        /// A client certificate with its private key. If the key is encrypted and its password is missing or wrong, requests
        /// fail with `URLError.clientCertificateRejected`.
        public enum Identity: Sendable, Hashable {
            /// PEM files; without a key file, the certificate's file contains the key.
            case files(certificate: String, key: String? = nil, password: String? = nil)
            /// PEM texts; without a key, the certificate's text contains the key.
            case pem(certificate: Data, key: Data? = nil, password: String? = nil)
            /// A PKCS #12 archive with the certificate and its key.
            case pkcs12(Data, password: String? = nil)
        }

        /// The certificate authorities that are trusted.
        public var authorities = Authorities.system
        /// The oldest TLS version that is accepted.
        public var minimumVersion = Version.v1_2
        /// The SHA-256 digests, in Base64, of the public keys that servers may have; empty to accept every key.
        ///
        /// Keys are checked in addition to certificates.
        public var pinnedKeys: [String] = []
        /// The client certificate that is sent to servers that ask for one.
        public var identity: Identity?
        /// Whether certificates are verified. If `false`, anybody on the network can read and change all data.
        public var verifiesCertificates = true

        /// Creates settings with the defaults of the properties.
        public init() {}
    }

    /// The known addresses of a host.
    public struct ResolvedHost: Sendable, Hashable {
        /// The host, as in URLs.
        public var host: String
        /// The port, as in URLs; by default 80 or 443.
        public var port: Int
        /// The IPv4 or IPv6 addresses, without brackets; the first one that answers is used.
        public var addresses: [String]

        /// Creates the addresses of a host. The parameters are the properties of the same names.
        public init(host: String, port: Int, addresses: [String]) {
            self.host = host
            self.port = port
            self.addresses = addresses
        }
    }

    /// The address families that host names are resolved to.
    public enum AddressFamily: Sendable, Hashable {
        /// IPv4 and IPv6, whichever connects first.
        case any
        /// Only IPv4 addresses are used.
        case ipv4
        /// Only IPv6 addresses are used.
        case ipv6
    }
}
#endif
