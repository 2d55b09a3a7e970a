public import Foundation
public import NeatlineJSON

#if canImport(ObjectiveC)
/// An error that can be cast to `NSError`, with a localized description.
///
/// On Apple's platforms every error can be cast to `NSError`.
public protocol NSErrorBridgeable: LocalizedError {}
#else
/// An error that can be cast to `NSError`, with a localized description.
///
/// On Linux the compiler assumes, as on Apple's platforms, that every error can be cast to `NSError`, but the runtime casts
/// only types that conform to `_ObjectiveCBridgeable`. For others `as? NSError` is nil, and `catch let error as NSError`
/// binds a null reference, so that the first use of `error` stops the process.
public protocol NSErrorBridgeable: LocalizedError, _ObjectiveCBridgeable where _ObjectiveCType == NSError {}

extension NSErrorBridgeable {
    /// The error as an `NSError`, with the same domain, code and description as `error as NSError`.
    public func _bridgeToObjectiveC() -> NSError { (self as any Error) as NSError }

    /// Stores nil: an `NSError` does not keep the error that it was made from.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) { result = nil }

    /// Returns false: an `NSError` does not keep the error that it was made from.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = nil
        return false
    }

    /// Stops the process: an `NSError` does not keep the error that it was made from.
    ///
    /// Only code of the Objective-C importer calls this, which does not exist on Linux.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        preconditionFailure("an NSError does not keep the error that it was made from")
    }
}
#endif

extension NSErrorBridgeable {
    /// The error's description, which `localizedDescription` returns too.
    public var errorDescription: String? { String(describing: self) }
}

extension JSONPatchError: NSErrorBridgeable {}
