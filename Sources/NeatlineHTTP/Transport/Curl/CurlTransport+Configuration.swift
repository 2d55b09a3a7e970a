#if os(Linux)
public import Foundation

extension CurlTransport {
    /// What holds for all connections and requests of a transport.
    ///
    /// ```swift
    /// var configuration = CurlTransport.Configuration()
    /// configuration.connectTimeout = 5
    /// configuration.tls.authorities = .file("/etc/company/authority.pem")
    /// let transport = try CurlTransport(configuration: configuration)
    /// ```
    public struct Configuration: Sendable {
        /// Connections to one host at the same time, at least 1. Requests beyond them wait, and the time they wait does
        /// not count for ``connectTimeout``.
        ///
        /// 256 is more than one event loop can keep busy, so the default does not slow down; it is a bound for a program
        /// that asks thousands of things at once.
        public var maximumConnectionsPerHost = 256

        /// Connections all in all at the same time, at least 1; idle ones make room. Requests beyond them wait.
        public var maximumConnections = 512

        /// Seconds until a host must have been found, connected to, and TLS agreed on.
        public var connectTimeout: TimeInterval = 60

        /// Seconds that a connection without a request is kept. With 0, each request has a connection of its own.
        public var idleConnectionLifetime: TimeInterval = 60

        /// Which version of HTTP is spoken.
        public var httpVersion = HTTPVersion.automatic

        /// Where requests go through.
        public var proxy = Proxy.environment

        /// Where requests for `https` URLs go through; nil if there is no difference.
        public var secureProxy: Proxy?

        /// The path of the socket that all requests go to, whatever host their URLs name; nil for the network.
        public var unixSocketPath: String?

        /// How servers are trusted, and who this client is to them.
        public var tls = TLS()

        /// Addresses of hosts that are not looked up.
        public var resolvedHosts: [ResolvedHost] = []

        /// Which kinds of addresses hosts are looked up for.
        public var addressFamily = AddressFamily.any

        /// Bytes that are read from a connection at once, from 1,024 to 524,288. Requests that expect a large body use
        /// 524,288.
        ///
        /// Bodies come in pieces of this size at most.
        public var receiveBufferSize = 65_536

        /// Bytes that the head of a response, the heads before it of status 100 to 199 and the trailers after its body
        /// may have together. What is longer fails with `TransportError.Code.invalidResponse`.
        ///
        /// libcurl has limits of its own: 100 KB for a line, and 300 KB in all in versions of 2023 and later.
        public var maximumHeadSize = 2 << 20

        /// The file of the libcurl to use, or its name as the dynamic linker finds it, such as `libcurl-gnutls.so.4`; nil for
        /// the one that is found.
        public var libraryPath: String?

        /// Whether a body that is whole, but ends before its content coding does, counts as a whole response. Otherwise the
        /// request fails with `TransportError.Code.cannotDecodeContent`, after all that could be decoded has come.
        public var allowsTruncatedContent = false

        /// The defaults.
        public init() {}
    }

    /// Which version of HTTP is spoken.
    public enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 with servers that offer it over TLS, else HTTP/1.1.
        case automatic
        /// HTTP/1.1 only.
        case http1_1
        /// HTTP/2 only, also without TLS, with servers that are known to speak it.
        case http2PriorKnowledge
    }

    /// Where requests go through.
    ///
    /// A proxy may ask for a name and a password, which stand in its URL or beside it. Basic goes along with each request
    /// for an `http` URL. Digest answers a proxy that asks for it (407), when a tunnel for an `https` URL is opened, too;
    /// for an `http` URL it is the session that answers, so it needs one.
    public enum Proxy: Sendable, Hashable {
        /// What the environment's `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say. If none of them is set when
        /// the transport begins, later ones do not count.
        case environment
        /// Straight to the hosts, whatever the environment says.
        case direct
        /// Through this proxy: a URL of scheme `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`.
        ///
        /// - Parameters:
        ///   - except: Hosts and domains that are asked directly; `*` stands for all. With none, the environment's
        ///     `no_proxy` holds.
        case url(String, user: String? = nil, password: String? = nil, except: [String] = [])
    }

    /// How servers are trusted, and who this client is to them.
    public struct TLS: Sendable {
        /// Whose certificates are trusted.
        public enum Authorities: Sendable, Hashable {
            /// The system's.
            case system
            /// Those in this PEM file, and no others.
            case file(String)
            /// Those in this PEM text, and no others.
            case pem(Data)
        }

        /// The least version that is spoken.
        public enum Version: Sendable, Hashable {
            case v1_2, v1_3
        }

        /// A certificate with its key.
        public enum Identity: Sendable, Hashable {
            /// PEM files; without a key file, the key is in the certificate's.
            case files(certificate: String, key: String? = nil, password: String? = nil)
            /// PEM texts; without a key, the key is in the certificate's.
            case pem(certificate: Data, key: Data? = nil, password: String? = nil)
            /// A PKCS #12 archive.
            case pkcs12(Data, password: String? = nil)
        }

        /// Whose certificates are trusted.
        public var authorities = Authorities.system
        /// The least version that is spoken.
        public var minimumVersion = Version.v1_2
        /// SHA-256 digests, in base64, of the public keys that servers may have; empty allows every key.
        ///
        /// A key is checked besides the certificate, not instead of it.
        public var pinnedKeys: [String] = []
        /// What servers are told when they ask who is there.
        public var identity: Identity?
        /// Whether certificates are checked at all. Without, anybody on the way can read and change everything.
        public var verifiesCertificates = true

        /// The defaults.
        public init() {}
    }

    /// A host whose address is known.
    public struct ResolvedHost: Sendable, Hashable {
        /// As in the URLs.
        public var host: String
        /// As in the URLs, or the scheme's: 80, 443.
        public var port: Int
        /// IPv4 or IPv6 addresses, without brackets; the first that answers is used.
        public var addresses: [String]

        /// Says that `host` at `port` is to be found at `addresses`.
        public init(host: String, port: Int, addresses: [String]) {
            self.host = host
            self.port = port
            self.addresses = addresses
        }
    }

    /// Kinds of addresses.
    public enum AddressFamily: Sendable, Hashable {
        /// Both, whichever connects first.
        case any
        /// IPv4 only.
        case ipv4
        /// IPv6 only.
        case ipv6
    }
}
#endif
