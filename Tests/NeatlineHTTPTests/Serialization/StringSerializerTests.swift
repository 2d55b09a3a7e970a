import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Bodies as text", .ownThreads) struct StringSerializerTests {
    private func text(
        _ bytes: [UInt8], type: String?, encoding: String.Encoding? = nil
    ) throws -> Result<String, any Error> {
        let response = try madeResponse(headers: type.map { ["Content-Type": $0] } ?? [])
        return StringResponseSerializer(encoding: encoding).serializeResponse(nil, response, Data(bytes), nil)
    }

    @Test(
        "The charset of the response counts",
        arguments: [
            ("text/plain; charset=utf-8", Array("Grüße".utf8), "Grüße"),
            ("text/plain;charset=UTF-8", Array("Grüße".utf8), "Grüße"),
            ("text/plain; charset=\"utf-8\"", Array("Grüße".utf8), "Grüße"),
            ("text/plain; a=b; Charset = utf8 ; c=d", Array("ü".utf8), "ü"),
            ("text/plain; charset='utf-8'", Array("ü".utf8), "ü"),
            ("TEXT/PLAIN; CHARSET=\" Utf-8 \"", Array("ü".utf8), "ü"),
            ("text/plain; a=\"; charset=koi8-r\"; charset=utf-8", Array("ü".utf8), "ü"),
            ("text/plain; charset=\"utf\\-8\"", Array("ü".utf8), "ü"),
            ("text/plain;;;charset=utf-8;", Array("ü".utf8), "ü"),
            ("text/plain; charset=iso-8859-1", [0xFC], "ü"),
            ("text/plain; charset=latin1", [0xFC], "ü"),
            ("text/plain; charset=ISO-8859-2", [0xB1], "ą"),
            ("text/plain; charset=iso-8859-5", [0xC4], "Ф"),
            ("text/plain; charset=iso-8859-15", [0xA4], "€"),
            ("text/plain; charset=windows-1250", [0xB9], "ą"),
            ("text/plain; charset=windows-1251", [0xE3], "г"),
            ("text/plain; charset=windows-1252", [0x80], "€"),
            ("text/plain; charset=windows-1253", [0xC4], "Δ"),
            ("text/plain; charset=windows-1254", [0xF0], "ğ"),
            ("text/plain; charset=windows-1255", [0xE3], "ד"),
            ("text/plain; charset=windows-1257", [0xE0], "ą"),
            ("text/plain; charset=cp1252", [0x80], "€"),
            ("text/plain; charset=koi8-r", [0xC4], "д"),
            ("text/plain; charset=ibm866", [0x84], "Д"),
            ("text/plain; charset=Shift_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"),
            (
                "text/plain; charset=iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42],
                "日本"
            ),
            ("text/plain; charset=gb2312", [0xC4, 0xE3], "你"),
            ("text/plain; charset=GBK", [0xC4, 0xE3], "你"),
            ("text/plain; charset=gb18030", [0xC4, 0xE3], "你"),
            ("text/plain; charset=big5", [0xA7, 0x41], "你"),
            ("text/plain; charset=euc-kr", [0xC7, 0xD1], "한"),
            ("text/plain; charset=utf-16le", [0x41, 0x00], "A"),
            ("text/plain; charset=utf-16be", [0x00, 0x41], "A"),
            ("text/plain; charset=us-ascii", [0x41], "A"),
        ] as [(String, [UInt8], String)])
    func charsets(type: String, bytes: [UInt8], expected: String) throws {
        try expectEqual(text(bytes, type: type).value, expected)
    }

    @Test(
        "Without a charset, or with one that nobody knows, it is ISO 8859-1",
        arguments: [
            nil, "text/plain", "text/plain; charset=", "text/plain; charset=nonsense", "text/plain; charset",
            "text/plain; xcharset=utf-8", "charset=utf-8", "text/plain; charset=iso-8859-99", "text/plain;;;=;",
            "text/plain; charset=\"", "text/plain; charset=windows-9", "text/plain; charset=cp",
        ] as [String?])
    func latin1(type: String?) throws {
        try expectEqual(text([0xC3, 0xBC], type: type).value, "Ã¼")
    }

    @Test("The encoding that is set counts, whatever the response says")
    func setEncoding() throws {
        try expectEqual(text([0xC3, 0xBC], type: "text/plain; charset=iso-8859-1", encoding: .utf8).value, "ü")
    }

    @Test("A body that is no text in the encoding is an error that names it")
    func invalid() throws {
        let result = try text([0xFF, 0xFE, 0xFF], type: "text/plain; charset=utf-8")
        expectEqual((result.error as? AFError)?.failedStringEncoding, .utf8)
        expect(try text([0xC3], type: nil, encoding: .ascii).isFailure)
    }
}
