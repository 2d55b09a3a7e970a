import NeatlineJSON
import NeatlineTestSupport
import Testing

/// The texts about which RFC 8259 leaves the choice to the parser, as JSONTestSuite lists them, and our choices.
@Suite("Texts that a parser may accept or reject")
struct ImplementationDefinedTests {
    struct Case: Sendable, CustomStringConvertible {
        var name: String
        var bytes: [UInt8]
        /// What is wrong under default options, and where; nil if the text is accepted.
        var rejection: (code: JSONError.Code, offset: Int)?
        var description: String { name }

        init(_ name: String, _ bytes: [UInt8], _ rejection: (code: JSONError.Code, offset: Int)?) {
            self.name = name
            self.bytes = bytes
            self.rejection = rejection
        }
    }

    @Test("are all listed")
    func allListed() {
        expectEqual(Self.cases.count, 35)
        expectEqual(Set(Self.cases.map(\.name)).count, 35)
    }

    @Test("have the outcome that Documentation/Conformance.md lists", arguments: cases)
    func outcome(_ row: Case) throws {
        if let rejection = row.rejection {
            let error = #expect(throws: JSONError.self) { try JSON(parsing: row.bytes) }
            expectEqual(error?.code, rejection.code)
            expectEqual(error?.byteOffset, rejection.offset)
        } else {
            let json = try JSON(parsing: row.bytes)
            // Every digit is kept.
            if row.name.hasPrefix("number") { try expectEqual(json.serialized(), row.bytes) }
        }
        expect(Disagreement.ofTape(row.bytes) == nil)
        expect(Disagreement.ofFormatter(row.bytes) == nil)
    }

    @Test("become U+FFFD instead of an error, if the options say so", arguments: cases.filter { $0.rejection != nil })
    func replaced(_ row: Case) throws {
        var options = JSONParsingOptions()
        options.invalidUTF8 = .replace
        options.loneSurrogates = .replace
        if row.rejection?.code == .expectedValue {
            // UTF-16 is not JSON text between systems (RFC 8259, section 8.1).
            #expect(throws: JSONError.self) { try JSON(parsing: row.bytes, options: options) }
        } else {
            let written = try JSON(parsing: row.bytes, options: options).serializedString()
            expect(written.unicodeScalars.contains("\u{FFFD}"))
            expect(!written.contains("\\u"))
        }
        expect(Disagreement.ofTape(row.bytes, options: options) == nil)
    }

    static let cases: [Case] = [
        Case(
            "number_double_huge_neg_exp", Array(#"[123.456e-789]"#.utf8),
            nil),
        Case(
            "number_huge_exp",
            Array(
                ("[0.4e0066999999999999999999999999999999999999999999999999999999999999999999999999999"
                    + "9999999999999999999999999999999999999999969999999006]").utf8),
            nil),
        Case(
            "number_neg_int_huge_exp", Array(#"[-1e+9999]"#.utf8),
            nil),
        Case(
            "number_pos_double_huge_exp", Array(#"[1.5e+9999]"#.utf8),
            nil),
        Case(
            "number_real_neg_overflow", Array(#"[-123123e100000]"#.utf8),
            nil),
        Case(
            "number_real_pos_overflow", Array(#"[123123e100000]"#.utf8),
            nil),
        Case(
            "number_real_underflow", Array(#"[123e-10000000]"#.utf8),
            nil),
        Case(
            "number_too_big_neg_int", Array(#"[-123123123123123123123123123123]"#.utf8),
            nil),
        Case(
            "number_too_big_pos_int", Array(#"[100000000000000000000]"#.utf8),
            nil),
        Case(
            "number_very_big_negative_int", Array(#"[-237462374673276894279832749832423479823246327846]"#.utf8),
            nil),
        Case(
            "object_key_lone_2nd_surrogate", Array(#"{"\uDFAA":0}"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_1st_surrogate_but_2nd_missing", Array(#"["\uDADA"]"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_1st_valid_surrogate_2nd_invalid", Array(#"["\uD888\u1234"]"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_UTF-16LE_with_BOM", [0xFF, 0xFE, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00],
            (.expectedValue, 0)),
        Case(
            "string_UTF-8_invalid_sequence", [0x5B, 0x22, 0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA, 0x22, 0x5D],
            (.invalidUTF8, 7)),
        Case(
            "string_UTF8_surrogate_U+D800", [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D],
            (.invalidUTF8, 2)),
        Case(
            "string_incomplete_surrogate_and_escape_valid", Array(#"["\uD800\n"]"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_incomplete_surrogate_pair", Array(#"["\uDd1ea"]"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_incomplete_surrogates_escape_valid", Array(#"["\uD800\uD800\n"]"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_invalid_lonely_surrogate", Array(#"["\ud800"]"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_invalid_surrogate", Array(#"["\ud800abc"]"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_invalid_utf-8", [0x5B, 0x22, 0xFF, 0x22, 0x5D],
            (.invalidUTF8, 2)),
        Case(
            "string_inverted_surrogates_U+1D11E", Array(#"["\uDd1e\uD834"]"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_iso_latin_1", [0x5B, 0x22, 0xE9, 0x22, 0x5D],
            (.invalidUTF8, 2)),
        Case(
            "string_lone_second_surrogate", Array(#"["\uDFAA"]"#.utf8),
            (.loneSurrogate, 2)),
        Case(
            "string_lone_utf8_continuation_byte", [0x5B, 0x22, 0x81, 0x22, 0x5D],
            (.invalidUTF8, 2)),
        Case(
            "string_not_in_unicode_range", [0x5B, 0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22, 0x5D],
            (.invalidUTF8, 2)),
        Case(
            "string_overlong_sequence_2_bytes", [0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D],
            (.invalidUTF8, 2)),
        Case(
            "string_overlong_sequence_6_bytes", [0x5B, 0x22, 0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF, 0x22, 0x5D],
            (.invalidUTF8, 2)),
        Case(
            "string_overlong_sequence_6_bytes_null", [0x5B, 0x22, 0xFC, 0x80, 0x80, 0x80, 0x80, 0x80, 0x22, 0x5D],
            (.invalidUTF8, 2)),
        Case(
            "string_truncated-utf-8", [0x5B, 0x22, 0xE0, 0xFF, 0x22, 0x5D],
            (.invalidUTF8, 2)),
        Case(
            "string_utf16BE_no_BOM", [0x00, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D],
            (.expectedValue, 0)),
        Case(
            "string_utf16LE_no_BOM", [0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00],
            (.expectedValue, 1)),
        Case(
            "structure_500_nested_arrays",
            Array((String(repeating: "[", count: 500) + String(repeating: "]", count: 500)).utf8),
            nil),
        Case(
            "structure_UTF-8_BOM_empty_object", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D],
            nil),
    ]
}
