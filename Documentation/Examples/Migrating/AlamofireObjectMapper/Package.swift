// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Weather",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "neatline", path: "../../../..")
    ],
    targets: [
        .executableTarget(
            name: "Weather",
            dependencies: [
                .product(name: "NeatlineHTTPMapping", package: "neatline")
            ])
    ]
)
