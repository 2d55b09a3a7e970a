// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "PhotoClient",
    platforms: [.macOS(.v15)],
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
