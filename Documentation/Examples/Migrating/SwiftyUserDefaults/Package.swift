// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Notes",
    platforms: [.macOS("15.0")],
    dependencies: [
        .package(name: "neatline", path: "../../../..")
    ],
    targets: [
        .executableTarget(
            name: "Notes",
            dependencies: [
                .product(name: "NeatlineDefaults", package: "neatline")
            ])
    ]
)
