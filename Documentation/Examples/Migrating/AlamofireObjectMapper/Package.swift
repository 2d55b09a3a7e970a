// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Weather",
    platforms: [.macOS("15.0")],
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
