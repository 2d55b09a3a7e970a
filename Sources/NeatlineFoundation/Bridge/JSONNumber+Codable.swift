internal import Foundation
public import NeatlineJSON

// JSONNumber as a property of `Codable` types, with the coders of any framework.

extension JSONNumber: Codable {
    /// Decodes a number.
    ///
    /// - Parameter decoder: The decoder; `NeatlineJSONDecoder` keeps all digits. Others give an integer of 64 bits, the digits
    ///   of a `Decimal`, or a double, the first that can represent the number.
    /// - Throws: `DecodingError` if the value is not a number.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? any JSONCarryingDecoder {
            guard case .number(let number) = decoder.json else {
                throw DecodingError.typeMismatch(
                    JSONNumber.self,
                    .init(codingPath: decoder.codingPath, debugDescription: "Expected a number."))
            }
            self = number
            return
        }
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int64.self), JSONNumber(value).isWhole(in: container) {
            self.init(value)
        } else if let value = try? container.decode(UInt64.self), JSONNumber(value).isWhole(in: container) {
            self.init(value)
        } else if let decimal = try? container.decode(Decimal.self),
            (try? container.decode(Double.self)).map({ $0 == JSONNumber(decimal).doubleValue }) ?? !decimal.isNaN
        {
            // A decimal that does not fit would be rounded, or NaN.
            self.init(decimal)
        } else {
            self.init(try container.decode(Double.self))
        }
    }

    /// Whether a decoder's integer is the number itself: above 2^53 Foundation's gives one for a number with a fraction.
    private func isWhole(in container: any SingleValueDecodingContainer) -> Bool {
        guard doubleValue.magnitude >= 0x1p53, let decimal = try? container.decode(Decimal.self) else { return true }
        return JSONNumber(decimal) == self
    }

    /// Encodes the number.
    ///
    /// - Parameter encoder: The encoder; `NeatlineJSONEncoder` writes all digits. Others get an integer of 64 bits, a double, or
    ///   a `Decimal`, the first that represents the number exactly; a double if none does.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? any JSONCarryingEncoder { return try encoder.encode(.number(self)) }
        var container = encoder.singleValueContainer()
        if let value = exactInt64 {
            try container.encode(value)
        } else if let value = exactUInt64 {
            try container.encode(value)
        } else if let decimal, JSONNumber(doubleValue) != self {
            try container.encode(decimal)
        } else {
            try container.encode(doubleValue)
        }
    }
}
