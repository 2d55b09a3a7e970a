#if os(Linux)
#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

// Lists of users and groups that may read or write a file, beside its owner and its group (POSIX.1e, acl(5)).
//
// If a file has a list, the mode's bits of the group are the most that the list grants to anybody but the owner and others. A
// file without it that gets the same mode grants this to its whole group.

/// The list of a file, in the form in which the kernel stores it.
package struct AccessControlList: Equatable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    private static let name = "system.posix_acl_access"

    // SAFETY (of these three): the types are those of the documented declarations, which Swift's module of the C library leaves out.
    private static let getter = dlsym(nil, "getxattr").map {
        unsafeBitCast(
            $0,
            to: (@convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int).self
        )
    }
    private static let setter = dlsym(nil, "fsetxattr").map {
        unsafeBitCast(
            $0, to: (@convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32).self)
    }
    private static let remover = dlsym(nil, "fremovexattr").map {
        unsafeBitCast($0, to: (@convention(c) (Int32, UnsafePointer<CChar>) -> Int32).self)
    }

    /// The list of the file with a path; nil if it has none, or the file system has no lists.
    package init?(of path: SystemPath) {
        guard let getter = Self.getter else { return nil }
        // The kernel's limit for the values of attributes.
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = bytes.withUnsafeMutableBytes { getter(path.characters, Self.name, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        self.bytes = Array(bytes.prefix(count))
    }

    /// Gives an open file the list. Returns `false` if that is not possible.
    package func assign(to file: Descriptor) -> Bool {
        guard let setter = Self.setter else { return false }
        return bytes.withUnsafeBytes { setter(file.number, Self.name, $0.baseAddress, $0.count, 0) } == 0
    }

    /// Takes the list away from an open file, which a new one may have from its directory.
    package static func remove(from file: Descriptor) { _ = remover?(file.number, name) }
}
#endif
