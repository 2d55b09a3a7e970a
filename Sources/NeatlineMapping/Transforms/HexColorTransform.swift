public import NeatlineJSON
#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

/// Colours as strings of hexadecimal digits.
///
/// ```swift
/// background <- (map["background"], HexColorTransform())                    // "background": "#FF8000"
/// border <- (map["border"], HexColorTransform(prefixToJSON: true, alphaToJSON: true))
/// ```
///
/// The property is a `UIColor` or `NSColor` where there is one, and a `HexColor` elsewhere. Three, four, six or eight
/// digits are read, with a `#` in front or without.
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

    /// A transform.
    ///
    /// - Parameters:
    ///   - prefixToJSON: whether `#` is written in front.
    ///   - alphaToJSON: whether the alpha value is written behind the others.
    public init(prefixToJSON: Bool = false, alphaToJSON: Bool = false) {
        prefix = prefixToJSON
        alpha = alphaToJSON
    }

    /// The colour that a string says; nil for everything else.
    open func transformFromJSON(_ value: Any?) -> Object? {
        (value as? String).flatMap { HexColor($0) }.map(HexColorTransform.object)
    }

    /// The colour in upper-case digits; nil for one that has no red, green and blue, such as a pattern.
    open func transformToJSON(_ value: Object?) -> String? {
        value.flatMap(HexColorTransform.hexColor)?.text(prefix: prefix, alpha: alpha)
    }

    /// The colour that the value says; a subclass is asked through `transformFromJSON`.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> Object? {
        guard type(of: self) == HexColorTransform.self else { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return HexColor(text).map(HexColorTransform.object)
    }
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
        // Asking a colour of another space for its red raises an exception.
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
    /// A part of a colour, which in wide spaces can be beyond 0 and 1.
    private static func byte(_ part: CGFloat) -> UInt8 { UInt8((min(max(part, 0), 1) * 255).rounded()) }
    #endif
}
