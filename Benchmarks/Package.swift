// swift-tools-version: 6.2

import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The C++ peers come from the system (Debian: rapidjson-dev, libsimdjson-dev). One that is not installed is left out
// of the build, and the benchmarks say so. SwiftPM remembers this answer: after installing them, build once with
// `--manifest-cache none`.
func isInstalled(header: String) -> Bool {
    ["/usr/include", "/usr/local/include"].contains { FileManager.default.fileExists(atPath: "\($0)/\(header)") }
}

// Debian's RapidJSON headers assign to a const member in a template that nobody instantiates; clang accepts that only
// when it parses templates late.
var cxxSettings: [CXXSetting] = [.define("NDEBUG"), .unsafeFlags(["-O3", "-fdelayed-template-parsing"])]
var linkerSettings: [LinkerSetting] = []
#if arch(x86_64)
cxxSettings.append(.unsafeFlags(["-march=x86-64-v2"]))
#endif
if isInstalled(header: "rapidjson/document.h") {
    cxxSettings.append(.define("HAS_RAPIDJSON"))
}
if isInstalled(header: "simdjson.h") {
    cxxSettings.append(.define("HAS_SIMDJSON"))
    linkerSettings.append(.linkedLibrary("simdjson"))
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "neatline", path: "..")
    ],
    targets: [
        .target(name: "CPeers", cxxSettings: cxxSettings, linkerSettings: linkerSettings),
        .executableTarget(
            name: "neatline-bench",
            dependencies: [
                "CPeers",
                .product(name: "NeatlineJSON", package: "neatline"),
                .product(name: "Neatline", package: "neatline"),
                .product(name: "NeatlineDefaults", package: "neatline"),
                .product(name: "NeatlineMacros", package: "neatline"),
                .product(name: "NeatlineHTTP", package: "neatline"),
                .product(name: "NeatlineHTTPMapping", package: "neatline"),
                .product(name: "NeatlineTesting", package: "neatline"),
            ],
            swiftSettings: strict
        ),
    ],
    cxxLanguageStandard: .cxx17
)
