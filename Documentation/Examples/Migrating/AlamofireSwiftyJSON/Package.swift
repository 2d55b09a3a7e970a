// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Forecasts",
    platforms: [.macOS("15.0")],
    dependencies: [
        .package(name: "neatline", path: "../../../..")
    ],
    targets: [
        .executableTarget(
            name: "Forecasts",
            dependencies: [
                .product(name: "NeatlineHTTPJSON", package: "neatline")
            ])
    ]
)
