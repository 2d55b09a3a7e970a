public import Foundation
internal import NeatlineJSON

/// The value under a name, for code without keys.
///
/// ```swift
/// Defaults["color"].string          // nil where none is stored
/// Defaults["color"].stringValue     // ""
/// Defaults["color"] = "red"
/// ```
///
/// Numbers are read from strings, too, as launch arguments are.
public struct DefaultsProxy {
    let container: any DefaultsContainer
    let key: String

    private var stored: DefaultsValue? { container.backingStore.value(forKey: key) }

    private func read<Bridge: DefaultsBridge>(_ bridge: Bridge) -> Bridge.T? { stored.flatMap { bridge.decode($0) } }

    /// The string, or the text of a number.
    public var string: String? { read(DefaultsStringBridge()) }
    /// The value as an integer; nil if there is none.
    public var int: Int? { read(DefaultsIntBridge()) }
    /// The value as a double; nil if there is none.
    public var double: Double? { read(DefaultsDoubleBridge()) }
    /// The value as a boolean; nil if there is none.
    public var bool: Bool? { read(DefaultsBoolBridge()) }
    /// The value as an array; nil if there is none.
    public var array: [Any]? { read(DefaultsObjectBridge()) }
    /// The value as a dictionary; nil if there is none.
    public var dictionary: [String: Any]? { read(DefaultsObjectBridge()) }
    /// The value as bytes; nil if there are none.
    public var data: Data? { read(DefaultsDataBridge()) }
    /// The value as a point in time; nil if there is none.
    public var date: Date? { read(DefaultsDateBridge()) }
    /// The value as a URL; nil if there is none.
    public var url: URL? { read(DefaultsUrlBridge()) }
    /// The value as an object of a property list.
    public var object: Any? { stored?.object }
    /// The number or the boolean.
    public var number: NSNumber? {
        guard case .json(let json)? = stored else { return nil }
        switch json {
        case .bool(let bool): return NSNumber(value: bool)
        case .number(let number): return number.object as? NSNumber
        case .string(let text): return Int(text).map { NSNumber(value: $0) } ?? Double(text).map { NSNumber(value: $0) }
        default: return nil
        }
    }

    /// The value as a string; `""` if there is none.
    public var stringValue: String { string ?? "" }
    /// The value as an integer; 0 if there is none.
    public var intValue: Int { int ?? 0 }
    /// The value as a double; 0 if there is none.
    public var doubleValue: Double { double ?? 0 }
    /// The value as a boolean; false if there is none.
    public var boolValue: Bool { bool ?? false }
    /// The value as an array; `[]` if there is none.
    public var arrayValue: [Any] { array ?? [] }
    /// The value as a dictionary; `[:]` if there is none.
    public var dictionaryValue: [String: Any] { dictionary ?? [:] }
    /// The value as bytes; empty if there are none.
    public var dataValue: Data { data ?? Data() }
    /// The value as a number; 0 if there is none.
    public var numberValue: NSNumber { number ?? 0 }
}

extension UserDefaults {
    /// The value under a name.
    public typealias Proxy = DefaultsProxy
}

extension DefaultsContainer {
    /// The value under a name, for reading.
    ///
    /// - Parameter key: The name.
    public subscript(key: String) -> DefaultsProxy { DefaultsProxy(container: self, key: key) }

    /// The value under a name, for writing: a property list, a URL, JSON, or nil to remove it.
    ///
    /// - Parameter key: The name.
    @_disfavoredOverload
    public subscript(key: String) -> Any? {
        get { DefaultsProxy(container: self, key: key) }
        nonmutating set {
            reportingFailure(of: key) {
                let stored = try newValue.flatMap { try DefaultsObjectBridge<Any>().encode($0) }
                try backingStore.change(key) { _ in stored }
            }
        }
    }

    /// Stores what a subscript for a custom type has converted, as the setter of a name does.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: A property list; nil removes the key.
    public func set<Value>(_ key: DefaultsKey<Value>, _ value: Any?) { self[key._key] = value }
}

infix operator ?= : AssignmentPrecedence
postfix operator ++

/// Stores a value under a name if there is none, atomically.
///
/// - Parameters:
///   - proxy: The name.
///   - value: The value, which is not computed if the key has one.
public func ?= (proxy: DefaultsProxy, value: @autoclosure () -> Any) {
    let store = proxy.container.backingStore
    proxy.container.reportingFailure(of: proxy.key) {
        try store.beginChanges()
        defer { store.endChanges() }
        let isMissing = !proxy.container.hasKey(proxy.key)
        if isMissing { proxy.container[proxy.key] = value() }
    }
}

/// Adds to the integer under a name, atomically.
///
/// - Parameters:
///   - proxy: The name.
///   - increment: What is added; a sum beyond the range of `Int` is the last integer of the range.
public func += (proxy: DefaultsProxy, increment: Int) {
    proxy.container.update(DefaultsKey<Int>(proxy.key)) { value in
        let (sum, isOverflow) = value.addingReportingOverflow(increment)
        value = isOverflow ? (increment < 0 ? .min : .max) : sum
    }
}

/// Adds to the number under a name, atomically.
///
/// - Parameters:
///   - proxy: The name.
///   - increment: What is added.
public func += (proxy: DefaultsProxy, increment: Double) {
    proxy.container.update(DefaultsKey<Double>(proxy.key)) { $0 += increment }
}

/// Appends to the string under a name, atomically.
///
/// - Parameters:
///   - proxy: The name.
///   - suffix: What is appended.
public func += (proxy: DefaultsProxy, suffix: String) {
    proxy.container.update(DefaultsKey<String>(proxy.key)) { $0 += suffix }
}

/// Adds 1 to the integer under a name, atomically.
///
/// - Parameter proxy: The name.
public postfix func ++ (proxy: DefaultsProxy) { proxy += 1 }
