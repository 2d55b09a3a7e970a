#if os(Linux)
// The constants of libcurl's binary interface, which never change.

/// `CURLoption`.
enum CurlOption: Int32 {
    case buffersize = 98
    case caInfo = 10065
    case caInfoBlob = 40309
    case caPath = 10097
    case connectOnly = 141
    case connectTimeoutMilliseconds = 156
    case customRequest = 10036
    case debugData = 10095
    case errorBuffer = 10010
    case forbidReuse = 75
    case freshConnect = 74
    case headerData = 10029
    case headerFunction = 20079
    case headerOption = 229
    case http09Allowed = 285
    case httpGet = 80
    case httpHeader = 10023
    case httpProxyTunnel = 61
    case httpVersion = 84
    case ipResolve = 113
    case keyPassword = 10026
    case maximumConnectionAge = 288
    case noBody = 44
    case noProgress = 43
    case noProxy = 10177
    case noSignal = 99
    case pathAsIs = 234
    case pinnedPublicKey = 10230
    case pipeWait = 237
    case post = 47
    case postFields = 10015
    case postFieldSize = 30120
    case prerequestData = 10313
    case privateData = 10103
    case proxySSLOptions = 261
    case proxySSLVersion = 250
    case protocols = 181
    case proxy = 10004
    case proxyAuthentication = 111
    case proxyCAInfo = 10246
    case proxyCAInfoBlob = 40310
    case proxyCAPath = 10247
    case proxyPassword = 10176
    case proxyUserName = 10175
    case quickExit = 322
    case readData = 10009
    case readFunction = 20012
    case resolve = 10203
    case seekData = 10168
    case seekFunction = 20167
    case sslCertificate = 10025
    case sslCertificateBlob = 40291
    case sslContextData = 10109
    case sslSessionCache = 150
    case sslCertificateType = 10086
    case sslKey = 10087
    case sslKeyBlob = 40292
    case sslOptions = 216
    case sslVerifyHost = 81
    case sslVerifyPeer = 64
    case sslVerifyStatus = 232
    case sslVersion = 32
    case streamWeight = 239
    case trailerData = 10284
    case suppressConnectHeaders = 265
    case tcpKeepAlive = 213
    case unixSocketPath = 10231
    case upload = 46
    case uploadSize = 30115
    case url = 10002
    case verbose = 41
    case writeData = 10001
    case writeFunction = 20011
}

/// `CURLMoption`.
enum CurlMultiOption: Int32 {
    case socketData = 10002
    case timerData = 10005
    case maximumConnects = 6
    case maximumHostConnections = 7
    case maximumTotalConnections = 13
}

/// The `CURLcode`s that are handled.
enum CurlCode {
    static let ok: Int32 = 0
    static let unsupportedProtocol: Int32 = 1
    static let malformedURL: Int32 = 3
    static let cannotResolveProxy: Int32 = 5
    static let cannotResolveHost: Int32 = 6
    static let cannotConnect: Int32 = 7
    static let weirdServerReply: Int32 = 8
    static let http2: Int32 = 16
    static let partialFile: Int32 = 18
    static let writeError: Int32 = 23
    static let uploadFailed: Int32 = 25
    static let readError: Int32 = 26
    static let outOfMemory: Int32 = 27
    static let operationTimedOut: Int32 = 28
    static let sslConnectError: Int32 = 35
    static let abortedByCallback: Int32 = 42
    static let badFunctionArgument: Int32 = 43
    static let gotNothing: Int32 = 52
    static let sslEngineNotFound: Int32 = 53
    static let sslEngineSetFailed: Int32 = 54
    static let sendError: Int32 = 55
    static let receiveError: Int32 = 56
    static let sslCertificateProblem: Int32 = 58
    static let sslCipher: Int32 = 59
    static let peerFailedVerification: Int32 = 60
    static let badContentEncoding: Int32 = 61
    static let again: Int32 = 81
    static let sslEngineInitFailed: Int32 = 66
    static let sslAuthorityBadFile: Int32 = 77
    static let sendFailedRewind: Int32 = 65
    static let sslIssuerError: Int32 = 83
    static let sslPinnedKeyMismatch: Int32 = 90
    static let sslInvalidCertificateStatus: Int32 = 91
    static let http2Stream: Int32 = 92
    static let proxy: Int32 = 97
    static let sslClientCertificate: Int32 = 98
    static let tooLarge: Int32 = 100
}

/// Other constants of libcurl.
enum CurlNumber {
    /// `CURLAUTH_BASIC | CURLAUTH_DIGEST`
    static let authenticationBasicAndDigest = 3

    /// `CURLINFO_PRIVATE`
    static let privateData: Int32 = 0x100000 + 21

    /// `CURLINFO_HTTP_CONNECTCODE`
    static let connectStatus: Int32 = 0x200000 + 22

    /// `CURLINFO_REQUEST_SIZE`
    static let requestSize: Int32 = 0x200000 + 12
    /// `CURLINFO_NUM_CONNECTS`
    static let newConnections: Int32 = 0x200000 + 26

    static let protocolsHTTPAndHTTPS = 3

    static let httpVersion1_1 = 2
    static let httpVersion2OverTLS = 4
    static let httpVersion2PriorKnowledge = 5
    static let httpVersion3 = 30

    static let resolveAny = 0
    static let resolveIPv4 = 1
    static let resolveIPv6 = 2

    static let tlsVersion1_2 = 6
    static let tlsVersion1_3 = 7

    /// The value that a write callback returns to receive the same bytes again later.
    static let writePause = 0x1000_0001
    static let readAbort = 0x1000_0000
    static let trailersSend: Int32 = 0
    static let trailersAbort: Int32 = 1
    static let prerequestSend: Int32 = 0
    static let prerequestAbort: Int32 = 1
    static let readPause = 0x1000_0001

    static let seekDone: Int32 = 0
    static let seekFailed: Int32 = 1

    static let pauseNothing: Int32 = 0
    static let pauseReceiving: Int32 = 1
    static let pauseSending: Int32 = 4

    /// `CURL_POLL_REMOVE`; lower values consist of 1 for reading and 2 for writing.
    static let pollRemove: Int32 = 4

    static let featureSSL: Int32 = 1 << 2
    static let featureHTTP2: Int32 = 1 << 16
    static let featureUnixSockets: Int32 = 1 << 19
    static let featureIPv6: Int32 = 1 << 0
}
#endif
