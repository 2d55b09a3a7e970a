internal import NeatlineSystem

/// A color of the sRGB space with hexadecimal text.
///
/// ```swift
/// let color = HexColor("#FF8000")          // red 255, green 128, blue 0, alpha 255
/// color?.text(prefix: true, alpha: true)   // "#FF8000FF"
/// ```
public struct HexColor: Sendable, Hashable {
    /// The red component, from 0 to 255.
    public var red: UInt8
    /// The green component, from 0 to 255.
    public var green: UInt8
    /// The blue component, from 0 to 255.
    public var blue: UInt8
    /// The opacity, from 0, which is transparent, to 255, which is opaque.
    public var alpha: UInt8

    /// Creates a color of its components.
    ///
    /// - Parameters:
    ///   - red: The red component.
    ///   - green: The green component.
    ///   - blue: The blue component.
    ///   - alpha: The opacity; 255 is opaque.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates the color of a text; nil if the text is invalid.
    ///
    /// - Parameter text: hexadecimal digits with an optional leading `#`: `RRGGBB` or `RRGGBBAA`, or with one digit for
    ///   two equal ones `RGB` or `RGBA`.
    public init?(_ text: String) {
        let digits = text.utf8.first == UInt8(ascii: "#") ? text.utf8.dropFirst() : text.utf8[...]
        guard 3...8 ~= digits.count else { return nil }
        var values: [UInt8] = []
        for digit in digits {
            guard let value = HexadecimalDigits.value(digit) else { return nil }
            values.append(value)
        }
        switch values.count {
        case 3, 4: values = values.map { $0 * 17 }
        case 6, 8: values = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
        default: return nil
        }
        self.init(red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 255)
    }

    /// Returns the color as six or eight digits in upper case.
    ///
    /// - Parameters:
    ///   - prefix: whether the text begins with `#`.
    ///   - alpha: whether the text contains the digits of `alpha`.
    public func text(prefix: Bool = false, alpha: Bool = false) -> String {
        let values = alpha ? [red, green, blue, self.alpha] : [red, green, blue]
        return (prefix ? "#" : "") + HexadecimalDigits.text(values, isUppercase: true)
    }
}
