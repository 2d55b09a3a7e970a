// swift-tools-version: 6.2

import PackageDescription

// Stubs of the frameworks that the recipes use, in a package of their own because the frameworks are separate packages.
let package = Package(
    name: "StandIns",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Vapor", targets: ["Vapor"]),
        .library(name: "Hummingbird", targets: ["Hummingbird"]),
        .library(name: "HummingbirdTesting", targets: ["HummingbirdTesting"]),
        .library(name: "AWSLambdaRuntime", targets: ["AWSLambdaRuntime"]),
        .library(name: "OpenAPIRuntime", targets: ["OpenAPIRuntime"]),
    ],
    targets: [
        .target(name: "NIOCore"),
        .target(name: "Logging"),
        .target(name: "HTTPTypes"),
        .target(name: "Vapor", dependencies: ["NIOCore"]),
        .target(name: "Hummingbird", dependencies: ["HTTPTypes", "NIOCore"]),
        .target(name: "HummingbirdTesting", dependencies: ["Hummingbird"]),
        .target(name: "AWSLambdaRuntime", dependencies: ["Logging", "NIOCore"]),
        .target(name: "OpenAPIRuntime", dependencies: ["HTTPTypes"]),
    ]
)
