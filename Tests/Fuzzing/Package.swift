// swift-tools-version: 6.2

import PackageDescription

// The sources under test are compiled once more, instrumented, under the package's own name, so that the targets see what
// is `package`. `NEATLINE_FUZZ_SANITIZERS=fuzzer` leaves out the address sanitizer, which takes most of the time.
let sanitizers = "-sanitize=" + (Context.environment["NEATLINE_FUZZ_SANITIZERS"] ?? "fuzzer,address")

let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Optimised, because a billion inputs are tried, and with asserts.
let instrumented = language + [.unsafeFlags([sanitizers, "-assert-config", "Debug"])]

// What calls the sources under test is no part of the coverage that is looked for.
let harness = language + (sanitizers.contains("address") ? [.unsafeFlags(["-sanitize=address"])] : [])

let package = Package(
    name: "neatline",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "NeatlineSystem", swiftSettings: instrumented),
        .target(name: "NeatlineJSON", exclude: ["NeatlineJSON.docc"], swiftSettings: instrumented),
        .target(
            name: "NeatlineFoundation", dependencies: ["NeatlineJSON", "NeatlineSystem"], swiftSettings: instrumented),
        .target(
            name: "NeatlineMapping", dependencies: ["NeatlineJSON", "NeatlineFoundation", "NeatlineSystem"],
            swiftSettings: instrumented),
        // Testable, because what reads fields and URLs is internal.
        .target(name: "CNeatlineCurl"),
        .target(
            name: "NeatlineHTTP",
            dependencies: [
                "NeatlineFoundation", "NeatlineSystem",
                .target(name: "CNeatlineCurl", condition: .when(platforms: [.linux])),
            ],
            exclude: ["NeatlineHTTP.docc"], swiftSettings: instrumented + [.unsafeFlags(["-enable-testing"])]),
        // A library here: the executable is the fuzzer.
        .target(
            name: "jsonq", dependencies: ["NeatlineJSON", "NeatlineSystem"], exclude: ["main.swift"],
            swiftSettings: instrumented + [.unsafeFlags(["-enable-testing"])]),
        .target(
            name: "NeatlineTestSupport", dependencies: ["NeatlineJSON"],
            exclude: [
                "Eventually.swift", "HangLimit.swift", "OwnThreads.swift", "Inputs/Corpus.swift",
                "Inputs/HostileText.swift", "Inputs/SharedFiles.swift", "Inputs/TestScale.swift", "JsonqBinary.swift",
            ],
            swiftSettings: harness),
        .target(
            name: "Neatline", dependencies: ["NeatlineJSON", "NeatlineFoundation", "NeatlineMapping"],
            swiftSettings: harness),
        // The types and values that the tests give to both libraries' coders.
        .target(
            name: "CodingSubjects", dependencies: ["Neatline", "NeatlineTestSupport"],
            exclude: [
                "CarriedJSONTests.swift", "CodingDifferenceTests.swift", "CodingEntryPointTests.swift",
                "DecodingAgreementTests.swift", "EncodingAgreementTests.swift",
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-enable-testing"])] + harness),
        .executableTarget(
            name: "Fuzz", dependencies: ["Neatline", "NeatlineHTTP", "NeatlineTestSupport", "CodingSubjects", "jsonq"],
            swiftSettings: harness + [.unsafeFlags(["-parse-as-library"])],
            // SwiftPM gives `main` another name by a way that only this linker knows for libFuzzer's library.
            linkerSettings: [.unsafeFlags([sanitizers, "-use-ld=lld"])]),
    ]
)
