import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The `jsonq` that was built together with these tests.
public enum JsonqBinary {
    /// Next to the test bundle, or in a folder around it: on Apple platforms the image lies inside the bundle.
    public static let path: String = {
        var folder = URL(fileURLWithPath: testImage).resolvingSymlinksInPath().deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent("jsonq").path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue,
                FileManager.default.isExecutableFile(atPath: candidate)
            {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        preconditionFailure("no jsonq beside \(testImage)")
    }()

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
