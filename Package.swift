// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The compiler expands the macros of all tests once instead of twice: for a module's interface and for its code. Only test
// targets have such flags, so other packages can depend on this one.
let expandedOnce: [SwiftSetting] = [.unsafeFlags(["-no-emit-module-separately-wmo"], .when(configuration: .release))]

// Tests of the release build are about the libraries; optimising the tests themselves takes longer than all else.
let test: [SwiftSetting] = expandedOnce + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

// The settings of a new app in Xcode, and the features that a later language mode has.
let isolated: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

let package = Package(
    name: "neatline",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Neatline", targets: ["Neatline"]),
        .library(name: "NeatlineJSON", targets: ["NeatlineJSON"]),
        .library(name: "NeatlineFoundation", targets: ["NeatlineFoundation"]),
        .library(name: "NeatlineMapping", targets: ["NeatlineMapping"]),
        .library(name: "NeatlineMacros", targets: ["NeatlineMacros"]),
        .library(name: "NeatlineSchema", targets: ["NeatlineSchema"]),
        .library(name: "NeatlineDefaults", targets: ["NeatlineDefaults"]),
        .library(name: "NeatlineHTTP", targets: ["NeatlineHTTP"]),
        .library(name: "NeatlineHTTPJSON", targets: ["NeatlineHTTPJSON"]),
        .library(name: "NeatlineHTTPMapping", targets: ["NeatlineHTTPMapping"]),
        .library(name: "NeatlineDrupal", targets: ["NeatlineDrupal"]),
        .library(name: "NeatlineTesting", targets: ["NeatlineTesting"]),
        .library(name: "NeatlineDrupalTesting", targets: ["NeatlineDrupalTesting"]),
        .executable(name: "jsonq", targets: ["jsonq"]),
    ],
    targets: [
        // Layer 0: no Foundation here.
        .target(name: "NeatlineSystem", swiftSettings: strict),
        .target(name: "NeatlineJSON", swiftSettings: strict),

        // Layer 1.
        .target(name: "NeatlineFoundation", dependencies: ["NeatlineJSON", "NeatlineSystem"], swiftSettings: strict),
        .executableTarget(name: "jsonq", dependencies: ["NeatlineJSON", "NeatlineSystem"], swiftSettings: strict),

        // Layer 2.
        .target(
            name: "NeatlineMapping", dependencies: ["NeatlineJSON", "NeatlineFoundation", "NeatlineSystem"],
            swiftSettings: strict),

        // The compiler plugin is built for the host, by those who use the macros. What it makes of a declaration is a library,
        // because tests of a macro's target would have all that they use compiled a second time, for the host.
        .target(name: "NeatlineMacroExpansion", swiftSettings: strict),
        .macro(name: "NeatlineMacroPlugin", dependencies: ["NeatlineMacroExpansion"], swiftSettings: strict),
        .target(
            name: "NeatlineMacros",
            dependencies: [
                "NeatlineMapping", "NeatlineJSON", "NeatlineFoundation", "NeatlineSystem", "NeatlineMacroPlugin",
            ],
            swiftSettings: strict),

        // Beside the macros, so that who makes no schemas has nothing of them.
        .target(
            name: "NeatlineSchema",
            dependencies: [
                "NeatlineMacros", "NeatlineMapping", "NeatlineJSON", "NeatlineFoundation", "NeatlineMacroPlugin",
            ],
            swiftSettings: strict),

        // libcurl's functions, opened with `dlopen`, for a language that cannot call what takes a variable list.
        .target(name: "CNeatlineCurl"),
        .target(
            name: "NeatlineHTTP",
            dependencies: [
                "NeatlineFoundation", "NeatlineSystem",
                .target(name: "CNeatlineCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),

        // Layer 3.
        .target(
            name: "NeatlineDefaults",
            dependencies: ["NeatlineJSON", "NeatlineFoundation", "NeatlineMapping", "NeatlineSystem"],
            swiftSettings: strict),
        .target(
            name: "NeatlineHTTPJSON", dependencies: ["NeatlineHTTP", "NeatlineJSON", "NeatlineFoundation"],
            swiftSettings: strict),
        .target(
            name: "NeatlineHTTPMapping", dependencies: ["NeatlineHTTPJSON", "NeatlineMapping", "NeatlineSystem"],
            swiftSettings: strict),
        .target(
            name: "NeatlineTesting", dependencies: ["NeatlineHTTP", "NeatlineFoundation", "NeatlineSystem"],
            swiftSettings: strict),

        // Layer 4.
        .target(
            name: "NeatlineDrupal", dependencies: ["NeatlineHTTPMapping", "NeatlineDefaults", "NeatlineSystem"],
            swiftSettings: strict),
        .target(
            name: "NeatlineDrupalTesting",
            dependencies: ["NeatlineTesting", "NeatlineJSON", "NeatlineFoundation", "NeatlineSystem"],
            swiftSettings: strict),

        // The umbrella re-exports and declares nothing of its own.
        .target(
            name: "Neatline", dependencies: ["NeatlineJSON", "NeatlineFoundation", "NeatlineMapping"],
            swiftSettings: strict),

        // What tests share: a reference parser, seeded inputs, and the files of `../shared` where they are at hand.
        .target(
            name: "NeatlineTestSupport", dependencies: ["NeatlineJSON", "CTestProcess"], path: "Tests/Support",
            swiftSettings: strict),
        // Sets how many tests run at a time, before the first begins.
        .target(name: "CTestProcess", path: "Tests/CTestProcess"),

        .testTarget(
            name: "NeatlineSystemTests", dependencies: ["NeatlineSystem", "NeatlineTestSupport"],
            swiftSettings: strict + test),
        .testTarget(
            name: "NeatlineJSONTests", dependencies: ["NeatlineJSON", "NeatlineTestSupport"],
            swiftSettings: strict + test),
        // Compiled as users' code is, which may leave out `any`.
        .testTarget(
            name: "NeatlineFoundationTests", dependencies: ["Neatline", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "NeatlineMappingTests", dependencies: ["Neatline", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        // Compiled as users' code is, too.
        .testTarget(
            name: "NeatlineMacrosTests",
            dependencies: ["NeatlineMacros", "NeatlineSchema", "Neatline", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        // Compiled as new apps are: all that does not say otherwise belongs to the main actor.
        .testTarget(
            name: "DefaultIsolationTests",
            dependencies: [
                "NeatlineMacros", "NeatlineSchema", "NeatlineDefaults", "NeatlineHTTPMapping", "NeatlineTesting",
            ],
            swiftSettings: test + isolated),
        .testTarget(
            name: "NeatlineMacroExpansionTests", dependencies: ["NeatlineMacroExpansion"], swiftSettings: strict + test),
        // A process for the tests of what several processes do with one file.
        .executableTarget(
            name: "defaults-process", dependencies: ["NeatlineDefaults"], path: "Tests/DefaultsProcess",
            swiftSettings: strict),
        // Compiled as users' code is, too.
        .testTarget(
            name: "NeatlineDefaultsTests",
            dependencies: ["NeatlineDefaults", "NeatlineTestSupport", "defaults-process"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "NeatlineHTTPTests", dependencies: ["NeatlineHTTP", "NeatlineTesting", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        // All orders of what happens to the values that decide. Without threads and pointers, so not for the sanitizers.
        .testTarget(
            name: "MachineTests", dependencies: ["NeatlineHTTP", "NeatlineSystem", "NeatlineTestSupport"],
            swiftSettings: strict + expandedOnce),
        // What carries requests, by itself: connections, and the pointers of libcurl.
        .testTarget(
            name: "TransportTests",
            dependencies: ["NeatlineHTTP", "NeatlineSystem", "NeatlineTesting", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "NeatlineHTTPJSONTests",
            dependencies: ["NeatlineHTTPJSON", "NeatlineTesting", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "NeatlineHTTPMappingTests",
            dependencies: ["NeatlineHTTPMapping", "NeatlineTesting", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        // Compiled as users' code is, too.
        .testTarget(
            name: "NeatlineDrupalTests",
            dependencies: ["NeatlineDrupal", "NeatlineDrupalTesting", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        // Against real servers, which `.ci/interop` starts.
        .testTarget(
            name: "InteropTests", dependencies: ["NeatlineHTTP", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "NeatlineTestingTests", dependencies: ["NeatlineTesting", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "NeatlineDrupalTestingTests", dependencies: ["NeatlineDrupalTesting", "NeatlineTestSupport"],
            swiftSettings: test + [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "ConformanceTests", dependencies: ["NeatlineJSON", "NeatlineTestSupport"],
            swiftSettings: strict + test),
        .testTarget(
            name: "PropertyTests", dependencies: ["Neatline", "NeatlineTestSupport"], swiftSettings: strict + test),
        // Values used by several threads at once, which is what the thread sanitizer is for.
        .testTarget(
            name: "SharingTests", dependencies: ["Neatline", "NeatlineTestSupport", "jsonq"],
            swiftSettings: strict + test),
        .testTarget(
            name: "CommandLineTests", dependencies: ["jsonq", "NeatlineTestSupport"], swiftSettings: strict + test),
        // How the work grows with the input.
        .target(name: "CInstructionCounter", path: "Tests/CInstructionCounter"),
        .testTarget(
            name: "GrowthTests", dependencies: ["Neatline", "NeatlineTestSupport", "CInstructionCounter", "jsonq"],
            swiftSettings: strict + test),
    ]
)

// Names of test targets, with spaces between them, where the others are to be left out of the build: most of the time that
// a sanitizer needs goes to compiling tests that have nothing to show it.
if let names = Context.environment["NEATLINE_TEST_TARGETS"]?.split(separator: " ") {
    package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}

// Names of targets whose internals the tests of an optimised build see, as they do in a build for debugging. With the flag for
// all modules, none would be optimised as users build it.
if let names = Context.environment["NEATLINE_TESTABLE"]?.split(separator: " ") {
    let testable = SwiftSetting.unsafeFlags(["-enable-testing"], .when(configuration: .release))
    for target in package.targets where names.contains(Substring(target.name)) {
        target.swiftSettings = (target.swiftSettings ?? []) + [testable]
    }
}
