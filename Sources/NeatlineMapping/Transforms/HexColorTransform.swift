public import NeatlineJSON
#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

/// Maps colors to strings of hexadecimal digits.
///
/// ```swift
/// background <- (map["background"], HexColorTransform())                    // "background": "#FF8000"
/// border <- (map["border"], HexColorTransform(prefixToJSON: true, alphaToJSON: true))
/// ```
///
/// The property is a `UIColor` or `NSColor` if the platform has it, otherwise a `HexColor`. Three, four, six or eight
/// digits are read, with or without a leading `#`.
open class HexColorTransform: TransformType {
    #if canImport(UIKit)
    /// The type of the property.
    public typealias Object = UIColor
    #elseif canImport(AppKit)
    /// The type of the property.
    public typealias Object = NSColor
    #else
    /// The type of the property.
    public typealias Object = HexColor
    #endif
    /// The type of the value in JSON.
    public typealias JSON = String

    private let prefix: Bool
    private let alpha: Bool

    /// Creates a transform that writes colours in the given form.
    ///
    /// - Parameters:
    ///   - prefixToJSON: whether the text begins with `#`.
    ///   - alphaToJSON: whether the text contains the alpha value.
    public init(prefixToJSON: Bool = false, alphaToJSON: Bool = false) {
        prefix = prefixToJSON
        alpha = alphaToJSON
    }

    /// Returns the color of a string; nil for all other values.
    ///
    /// - Parameter value: A string of hexadecimal digits; nil for null.
    open func transformFromJSON(_ value: Any?) -> Object? {
        (value as? String).flatMap { HexColor($0) }.map(HexColorTransform.object)
    }

    /// Returns the color in upper-case digits; nil for one without red, green and blue components, such as a pattern.
    ///
    /// - Parameter value: The color; nil if the property is nil.
    open func transformToJSON(_ value: Object?) -> String? {
        value.flatMap(HexColorTransform.hexColor)?.text(prefix: prefix, alpha: alpha)
    }

    /// Returns the color of the value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> Object? {
        guard type(of: self) == HexColorTransform.self else { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return HexColor(text).map(HexColorTransform.object)
    }

    /// "a hexadecimal color such as #FF8000".
    open var expectedJSON: String { "a hexadecimal color such as #FF8000" }
}

extension HexColorTransform {
    #if canImport(UIKit)
    private static func object(_ color: HexColor) -> UIColor {
        UIColor(
            red: CGFloat(color.red) / 255, green: CGFloat(color.green) / 255, blue: CGFloat(color.blue) / 255,
            alpha: CGFloat(color.alpha) / 255)
    }

    private static func hexColor(_ color: UIColor) -> HexColor? {
        var (red, green, blue, alpha) = (CGFloat(), CGFloat(), CGFloat(), CGFloat())
        guard color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return nil }
        return HexColor(red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha))
    }
    #elseif canImport(AppKit)
    private static func object(_ color: HexColor) -> NSColor {
        NSColor(
            srgbRed: CGFloat(color.red) / 255, green: CGFloat(color.green) / 255, blue: CGFloat(color.blue) / 255,
            alpha: CGFloat(color.alpha) / 255)
    }

    private static func hexColor(_ color: NSColor) -> HexColor? {
        // Reading the red component of a color of another space raises an exception.
        guard let color = color.usingColorSpace(.sRGB) else { return nil }
        return HexColor(
            red: byte(color.redComponent), green: byte(color.greenComponent), blue: byte(color.blueComponent),
            alpha: byte(color.alphaComponent))
    }
    #else
    private static func object(_ color: HexColor) -> HexColor { color }
    private static func hexColor(_ color: HexColor) -> HexColor? { color }
    #endif

    #if canImport(UIKit) || canImport(AppKit)
    /// Returns a component, which in wide color spaces can be out of 0...1, as a byte.
    private static func byte(_ part: CGFloat) -> UInt8 { UInt8((min(max(part, 0), 1) * 255).rounded()) }
    #endif
}
