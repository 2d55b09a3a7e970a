public import Foundation

/// A serializer that returns the body as a string.
///
/// The encoding is the one that is set, otherwise that of the `charset` parameter of the response's `Content-Type`, and
/// otherwise ISO 8859-1, as in Alamofire. If a server sends UTF-8 without saying so, use `encoding: .utf8`.
public final class StringResponseSerializer: ResponseSerializer, ReceivedResponseSerializer, ComputingSerializer {
    /// Changes the body before it is decoded.
    public let dataPreprocessor: any DataPreprocessor
    /// The encoding, regardless of the response; `nil` for the one that the response names.
    public let encoding: String.Encoding?
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>

    /// Creates a serializer. An empty body, if one is allowed, becomes an empty string. The parameters are the
    /// properties of the same names.
    public init(
        dataPreprocessor: any DataPreprocessor = StringResponseSerializer.defaultDataPreprocessor,
        encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = StringResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = StringResponseSerializer.defaultEmptyRequestMethods
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.encoding = encoding
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
    }

    /// Decodes the body as a string.
    ///
    /// - Returns: The string.
    /// - Throws: The error of the request; the error of the preprocessor; or `AFError.responseSerializationFailed` with
    ///   the reason `stringSerializationFailed(encoding:)` if the body is invalid in the encoding, or
    ///   `inputDataNilOrZeroLength` if it is missing.
    public func serialize(_ received: ReceivedResponse) throws -> String {
        guard let data = try body(of: received) else { return "" }
        let encoding = encoding ?? received.textEncoding ?? .isoLatin1
        guard let text = String(data: data, encoding: encoding) else {
            throw AFError.responseSerializationFailed(reason: .stringSerializationFailed(encoding: encoding))
        }
        return text
    }
}

extension ResponseSerializer where Self == StringResponseSerializer {
    /// A serializer that returns the body as a string, in the encoding that the response names.
    public static var string: StringResponseSerializer { StringResponseSerializer() }

    /// Returns a serializer that returns the body as a string. The parameters are those of the initializer.
    public static func string(
        dataPreprocessor: any DataPreprocessor = StringResponseSerializer.defaultDataPreprocessor,
        encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = StringResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = StringResponseSerializer.defaultEmptyRequestMethods
    ) -> StringResponseSerializer {
        StringResponseSerializer(
            dataPreprocessor: dataPreprocessor, encoding: encoding, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods)
    }
}

extension ReceivedResponse {
    /// The encoding that the response's `Content-Type` names, if Foundation supports it.
    var textEncoding: String.Encoding? {
        headerValue("Content-Type").flatMap(charset).flatMap(String.Encoding.init(charset:))
    }
}

/// Returns the `charset` parameter of a content type, without quotes (RFC 9110, section 8.3.1). Some servers send single
/// quotes, or blanks within them.
func charset(ofContentType type: String) -> String? {
    FieldParser.parameters(of: type).first { $0.name == "charset" }?.value
        .trimmingCharacters(in: CharacterSet(charactersIn: " \t'"))
}

extension String.Encoding {
    /// Creates the encoding with a name from IANA's registry of character sets, or a common alias, in any case.
    ///
    /// Foundation has such a function only on Apple's platforms.
    init?(charset: String) {
        let name = charset.lowercased()
        guard let encoding = Self.named[name] ?? Self.numbered(name) else { return nil }
        self = encoding
    }

    private static let named: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "unicode-1-1-utf-8": .utf8,
        "utf-16": .utf16, "utf16": .utf16, "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian,
        "utf-32": .utf32, "utf32": .utf32, "utf-32be": .utf32BigEndian, "utf-32le": .utf32LittleEndian,
        "us-ascii": .ascii, "ascii": .ascii, "ansi_x3.4-1968": .ascii, "iso646-us": .ascii,
        "latin1": .isoLatin1, "l1": .isoLatin1, "cp819": .isoLatin1, "latin2": .isoLatin2, "l2": .isoLatin2,
        "macintosh": .macOSRoman, "mac": .macOSRoman,
        "shift_jis": .shiftJIS, "shift-jis": .shiftJIS, "sjis": .shiftJIS, "windows-31j": .shiftJIS, "cp932": .shiftJIS,
        "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
        "gb18030": core(0x0632), "gbk": core(0x0632), "gb2312": core(0x0632), "cp936": core(0x0632),
        "big5": core(0x0A03), "big5-hkscs": core(0x0A06), "euc-kr": core(0x0940), "ks_c_5601-1987": core(0x0940),
        "euc-tw": core(0x0931), "iso-2022-kr": core(0x0840), "hz-gb-2312": core(0x0A05),
        "koi8-r": core(0x0A02), "koi8-u": core(0x0A08), "ibm866": core(0x041B), "cp866": core(0x041B),
        "tis-620": core(0x041D), "windows-874": core(0x041D), "x-mac-cyrillic": core(0x0007),
    ]

    /// Returns the encoding of the numbered families: ISO 8859, and the Windows code pages 1250 to 1258.
    private static func numbered(_ name: String) -> String.Encoding? {
        for prefix in ["iso-8859-", "iso_8859-", "iso8859-"] where name.hasPrefix(prefix) {
            guard let part = UInt(name.dropFirst(prefix.count)), (1...16).contains(part), part != 12 else { return nil }
            switch part {
            case 1: return .isoLatin1
            case 2: return .isoLatin2
            default: return core(0x0200 + part)
            }
        }
        for prefix in ["windows-", "cp"] where name.hasPrefix(prefix) {
            switch UInt(name.dropFirst(prefix.count)) {
            case 1250: return .windowsCP1250
            case 1251: return .windowsCP1251
            case 1252: return .windowsCP1252
            case 1253: return .windowsCP1253
            case 1254: return .windowsCP1254
            case .some(let page) where (1255...1258).contains(page): return core(0x0500 + page - 1250)
            default: return nil
            }
        }
        return nil
    }

    /// Returns the encoding with a number of Core Foundation that has no name in Foundation.
    private static func core(_ number: UInt) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | number)
    }
}
