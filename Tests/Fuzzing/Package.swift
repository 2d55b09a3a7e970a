// swift-tools-version: 6.2

import PackageDescription

// The sources under test are compiled once more, instrumented, under the package's own name, so that the targets see what
// is `package`: for the fuzzers and for the tests of modules with pointers of their own, which `.ci/run` runs with the
// address sanitizer. `NEATLINE_FUZZ_SANITIZERS=fuzzer` leaves out that sanitizer, which takes most of the time of a fuzzer.
let sanitizers = "-sanitize=" + (Context.environment["NEATLINE_FUZZ_SANITIZERS"] ?? "fuzzer,address")

let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// One compilation makes a module's interface and its code, instead of one each.
let oneCompilation = "-no-emit-module-separately-wmo"

// Optimised, because a billion inputs are tried, and with asserts.
let instrumented = language + [.unsafeFlags([oneCompilation, sanitizers, "-assert-config", "Debug"])]

let testable: [SwiftSetting] = [.unsafeFlags(["-enable-testing"])]

// Only the fuzzers of the parser try so many texts in a short run that its speed matters; other modules are compiled three
// times as fast so.
let unoptimised: [SwiftSetting] = sanitizers.contains("address") ? [.unsafeFlags(["-Onone"])] : []

// What calls the sources under test is no part of the coverage that is looked for.
let address = sanitizers.contains("address") ? ["-sanitize=address"] : []
let harness = language + [.unsafeFlags([oneCompilation] + address)]

// As in the package itself: to optimise the tests takes longer than to run them. They have no pointers to be watched, and the
// allocator that watches is the whole process's.
let test: [SwiftSetting] = [.unsafeFlags([oneCompilation, "-Onone", "-warnings-as-errors"])]
// The callbacks of the fuzzers' instrumentation are in the address sanitizer's library, too.
let testLinker: [LinkerSetting] = [.unsafeFlags(address)]

let package = Package(
    name: "neatline",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "NeatlineSystem", swiftSettings: instrumented + testable),
        .target(name: "NeatlineJSON", exclude: ["NeatlineJSON.docc"], swiftSettings: instrumented + testable),
        .target(
            name: "NeatlineFoundation", dependencies: ["NeatlineJSON", "NeatlineSystem"],
            swiftSettings: unoptimised + instrumented),
        .target(
            name: "NeatlineMapping", dependencies: ["NeatlineJSON", "NeatlineFoundation", "NeatlineSystem"],
            swiftSettings: unoptimised + instrumented),
        .target(name: "CNeatlineCurl"),
        .target(
            name: "NeatlineHTTP",
            dependencies: [
                "NeatlineFoundation", "NeatlineSystem",
                .target(name: "CNeatlineCurl", condition: .when(platforms: [.linux])),
            ],
            exclude: ["NeatlineHTTP.docc"], swiftSettings: unoptimised + instrumented + testable),
        .target(
            name: "NeatlineTesting", dependencies: ["NeatlineHTTP", "NeatlineFoundation", "NeatlineSystem"],
            exclude: ["NeatlineTesting.docc"], swiftSettings: unoptimised + harness),
        // A library here: the executable is the fuzzer.
        .target(
            name: "jsonq", dependencies: ["NeatlineJSON", "NeatlineSystem"], exclude: ["main.swift"],
            swiftSettings: unoptimised + instrumented + testable),
        .target(name: "CTestProcess"),
        .target(name: "NeatlineTestSupport", dependencies: ["NeatlineJSON", "CTestProcess"], swiftSettings: harness),
        .target(
            name: "Neatline", dependencies: ["NeatlineJSON", "NeatlineFoundation", "NeatlineMapping"],
            swiftSettings: harness),
        // The types and values that the tests give to both libraries' coders: much code, of which little runs at a time.
        .target(
            name: "CodingSubjects", dependencies: ["Neatline", "NeatlineTestSupport"],
            exclude: [
                "CarriedJSONTests.swift", "CodingDifferenceTests.swift", "CodingEntryPointTests.swift",
                "DecodingAgreementTests.swift", "EncodingAgreementTests.swift",
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-Onone"])] + testable + harness),
        .executableTarget(
            name: "Fuzz", dependencies: ["Neatline", "NeatlineHTTP", "NeatlineTestSupport", "CodingSubjects", "jsonq"],
            swiftSettings: harness + [.unsafeFlags(["-parse-as-library"])],
            // SwiftPM gives `main` another name by a way that only this linker knows for libFuzzer's library.
            linkerSettings: [.unsafeFlags([sanitizers, "-use-ld=lld"])]),
        .testTarget(
            name: "NeatlineSystemTests", dependencies: ["NeatlineSystem", "NeatlineTestSupport"],
            swiftSettings: language + test, linkerSettings: testLinker),
        .testTarget(
            name: "NeatlineJSONTests", dependencies: ["NeatlineJSON", "NeatlineTestSupport"],
            swiftSettings: language + test, linkerSettings: testLinker),
        .testTarget(
            name: "ConformanceTests", dependencies: ["NeatlineJSON", "NeatlineTestSupport"],
            swiftSettings: language + test, linkerSettings: testLinker),
        .testTarget(
            name: "TransportTests",
            dependencies: ["NeatlineHTTP", "NeatlineSystem", "NeatlineTesting", "NeatlineTestSupport"],
            swiftSettings: [.swiftLanguageMode(.v6)] + test, linkerSettings: testLinker),
    ]
)
