internal import Foundation
package import NeatlineJSON

// How `NSArray` and `NSDictionary` give their parts to `JSON(_:)`: one level at a time, because Foundation on Linux converts
// nested collections by recursion, for which a deep one needs more stack than there is.

extension NSArray: JSONContainer {
    /// The elements.
    package var parts: JSONParts? {
        #if canImport(Darwin)
        .elements(map { $0 })
        #else
        .elements((0..<count).map { unbridgedElement($0) })
        #endif
    }
}

extension NSDictionary: JSONContainer {
    /// The members; nil if a key is not a string.
    package var parts: JSONParts? {
        #if canImport(Darwin)
        let members = map { (key: $0.key, value: $0.value) }
        #else
        let members = unbridgedMembers
        #endif
        var named: [(key: String, value: Any)] = []
        named.reserveCapacity(members.count)
        for (key, value) in members {
            guard let key = key as? String else { return nil }
            named.append((key: key, value: value))
        }
        return .members(named)
    }
}

#if !canImport(Darwin)
// On Linux, Foundation converts a nested `NSArray` or `NSDictionary` to a Swift array or dictionary, and all below it
// too, by recursion, each time an element is read. That takes quadratic time, overflows the stack for a thousand
// levels, and never ends if one contains itself. CoreFoundation's functions, which Foundation exports, do not.

/// CoreFoundation's functions that read arrays and dictionaries; nil in a program that does not export them, such as a
/// statically linked one, in which Foundation's recursion remains.
private enum CoreFoundation {
    typealias ElementGetter = @convention(c) (UnsafeRawPointer, Int) -> UnsafeRawPointer?
    typealias Pointers = UnsafeMutablePointer<UnsafeRawPointer?>
    typealias MembersGetter = @convention(c) (UnsafeRawPointer, Pointers, Pointers) -> Void

    // SAFETY: the types are those of the functions' documented declarations.
    static let element = dlsym(nil, "CFArrayGetValueAtIndex").map { unsafeBitCast($0, to: ElementGetter.self) }
    static let members = dlsym(nil, "CFDictionaryGetKeysAndValues").map { unsafeBitCast($0, to: MembersGetter.self) }

    /// Returns whether the object must not be bridged, because its parts are read later.
    static func isContainer(_ object: AnyObject) -> Bool { object is any JSONContainer || object is NSSet }

    static func object(_ pointer: UnsafeRawPointer?) -> AnyObject? {
        // SAFETY: the functions return objects, which their container retains.
        pointer.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension NSArray {
    /// Returns the element, not converted if it is a container itself.
    fileprivate func unbridgedElement(_ index: Int) -> Any {
        // CoreFoundation does not know the elements of subclasses.
        guard type(of: self) == NSArray.self || type(of: self) == NSMutableArray.self else { return object(at: index) }
        // SAFETY: `self` lives while it is used, and the index is below `count`.
        let address = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        if let element = CoreFoundation.object(CoreFoundation.element?(address, index)),
            CoreFoundation.isContainer(element)
        {
            return element
        }
        return object(at: index)
    }
}

extension NSDictionary {
    /// The keys and values; values are not converted if they are containers themselves.
    fileprivate var unbridgedMembers: [(key: Any, value: Any)] {
        guard let members = CoreFoundation.members,
            type(of: self) == NSDictionary.self || type(of: self) == NSMutableDictionary.self
        else { return map { (key: $0.key, value: $0.value) } }
        var keys = [UnsafeRawPointer?](repeating: nil, count: count)
        var values = keys
        // SAFETY: `self` lives while it is used; there is room for `count` of each.
        keys.withUnsafeMutableBufferPointer { keys in
            values.withUnsafeMutableBufferPointer { values in
                guard let keys = keys.baseAddress, let values = values.baseAddress else { return }
                members(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), keys, values)
            }
        }
        return zip(keys, values).compactMap { key, value in
            guard let key = CoreFoundation.object(key), let value = CoreFoundation.object(value) else { return nil }
            // A key that is a container is not a string, and is ignored.
            if CoreFoundation.isContainer(value) || CoreFoundation.isContainer(key) { return (key, value) }
            return object(forKey: key).map { (key, $0) }
        }
    }
}
#endif
