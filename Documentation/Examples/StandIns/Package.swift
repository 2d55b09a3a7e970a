// swift-tools-version: 6.2

import PackageDescription

// Modules that stand for the frameworks of the recipes for servers. They are another package, as the frameworks are.
let package = Package(
    name: "StandIns",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Vapor", targets: ["Vapor"]),
        .library(name: "Hummingbird", targets: ["Hummingbird"]),
    ],
    targets: [
        .target(name: "NIOCore"),
        .target(name: "Vapor", dependencies: ["NIOCore"]),
        .target(name: "Hummingbird", dependencies: ["NIOCore"]),
    ]
)
