/// The reason why a kernel stopped; a small number, so that results are returned in registers.
///
/// `JSONError+Parsing.swift` has the messages.
enum ScanFailure: UInt8 {
    case none = 0
    /// Not an error: the token extends beyond `limit`, and must be scanned again where more bytes can be read.
    case needsMore
    case unexpectedEnd
    case unexpectedCharacter
    case expectedValue
    case expectedKey
    case expectedColon
    case expectedCommaOrBrace
    case expectedCommaOrBracket
    case trailingComma
    case trailingContent
    case invalidLiteral
    case leadingZero
    case missingDigits
    case controlCharacter
    case invalidEscape
    case invalidUnicodeEscape
    case loneSurrogate
    case invalidUTF8
    case unterminatedComment
    case tooDeep
    case duplicateKey
    case topLevelScalar
    case tooLarge
    /// In the number kernel, an `x` follows a zero, which ends the number unless the options allow hexadecimal numbers.
    case hexadecimal
    case missingHexDigits
    case longHexadecimal
    case invalidHexEscape
    case invalidIdentifierEscape
    /// A record of a stream does not begin with U+001E.
    case missingSeparator
    /// A record of a stream may be truncated.
    case missingLineFeed
}
