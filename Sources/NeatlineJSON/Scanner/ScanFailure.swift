/// Why a kernel stopped; a small number, so that results travel in registers.
///
/// `JSONError` gives each its words.
enum ScanFailure: UInt8 {
    case none = 0
    /// Not an error: the token reaches beyond `limit`, scan it again where more bytes can be read.
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
    /// Of a number kernel: an `x` follows a zero, which ends the number unless the options know hexadecimal ones.
    case hexadecimal
    case missingHexDigits
    case invalidHexEscape
    case invalidIdentifierEscape
    /// Of a stream's record: no U+001E is before it.
    case missingSeparator
    /// Of a stream's record: it may have been cut off.
    case missingLineFeed
}
