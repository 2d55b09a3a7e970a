// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "PhotoClient",
    platforms: [.macOS("15.0")],
    dependencies: [
        .package(name: "neatline", path: "../../../..")
    ],
    targets: [
        .executableTarget(
            name: "PhotoClient",
            dependencies: [
                .product(name: "NeatlineHTTP", package: "neatline")
            ])
    ]
)
