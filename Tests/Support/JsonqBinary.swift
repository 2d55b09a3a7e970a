import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The `jsonq` that was built together with these tests.
public enum JsonqBinary {
    /// Its path.
    public static let path = path(of: "jsonq")

    /// The path of a program that was built together with these tests.
    ///
    /// It is next to the test bundle, or in a folder around it: on Apple platforms the image lies inside the bundle.
    public static func path(of name: String) -> String {
        var folder = URL(fileURLWithPath: testImage).resolvingSymlinksInPath().deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent(name).path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue,
                FileManager.default.isExecutableFile(atPath: candidate)
            {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        preconditionFailure("no \(name) beside \(testImage)")
    }

    /// Whether the build has a sanitizer, which needs memory of its own.
    public static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
        dlsym(dlopen(nil, RTLD_NOW), name) != nil
    }

    /// The file that holds this code.
    private static var testImage: String {
        #if os(Linux)
        "/proc/self/exe"
        #else
        var info = Dl_info()
        let found = dladdr(#dsohandle, &info) != 0
        return found ? String(cString: info.dli_fname) : CommandLine.arguments[0]
        #endif
    }
}
