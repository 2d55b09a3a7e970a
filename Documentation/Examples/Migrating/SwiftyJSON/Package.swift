// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "ActivityFeed",
    platforms: [.macOS("15.0")],
    dependencies: [
        .package(name: "neatline", path: "../../../..")
    ],
    targets: [
        .executableTarget(
            name: "ActivityFeed",
            dependencies: [
                .product(name: "Neatline", package: "neatline")
            ])
    ]
)
