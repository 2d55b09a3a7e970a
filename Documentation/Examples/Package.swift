// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "neatline", path: "../.."),
        .package(path: "StandIns"),
    ],
    targets: [
        // The models that the commands and the service have in common.
        .target(name: "HutModels", dependencies: [.product(name: "Neatline", package: "neatline")]),
        // A service over HTTP that reads and writes them.
        .target(
            name: "HutService",
            dependencies: [
                "HutModels", .product(name: "Neatline", package: "neatline"),
                .product(name: "NeatlineTesting", package: "neatline"),
            ]),
        // Fetches, maps, prints and saves.
        .executableTarget(
            name: "fetch-huts",
            dependencies: ["HutModels", "HutService", .product(name: "NeatlineHTTPMapping", package: "neatline")],
            exclude: ["README.md"]),
        // Runs the service.
        .executableTarget(name: "serve-huts", dependencies: ["HutService"], exclude: ["README.md"]),
        // Keeps its settings in a file.
        .executableTarget(
            name: "keep-settings", dependencies: [.product(name: "NeatlineDefaults", package: "neatline")],
            exclude: ["README.md"]),
        // Lists, creates and deletes articles of a Drupal site.
        .executableTarget(
            name: "drupal-articles",
            dependencies: [
                .product(name: "NeatlineDrupal", package: "neatline"),
                .product(name: "NeatlineDrupalTesting", package: "neatline"),
            ],
            exclude: ["README.md"]),
        // Asks the service as fast as it can, and checks every answer.
        .executableTarget(
            name: "load-huts",
            dependencies: ["HutModels", "HutService", .product(name: "NeatlineHTTPMapping", package: "neatline")],
            exclude: ["README.md"]),
        // Makes common mistakes and prints their error messages.
        .executableTarget(
            name: "list-errors",
            dependencies: [
                .product(name: "Neatline", package: "neatline"),
                .product(name: "NeatlineDefaults", package: "neatline"),
                .product(name: "NeatlineHTTPMapping", package: "neatline"),
                .product(name: "NeatlineTesting", package: "neatline"),
            ],
            exclude: ["README.md"]),
        // Lists repositories of all pages of a service like GitHub's.
        .executableTarget(
            name: "list-repositories",
            dependencies: [
                .product(name: "NeatlineHTTPMapping", package: "neatline"),
                .product(name: "NeatlineTesting", package: "neatline"),
            ],
            exclude: ["README.md"]),
        // Downloads a file with a progress bar, and goes on where it was cut off.
        .executableTarget(
            name: "large-download",
            dependencies: [
                .product(name: "NeatlineHTTP", package: "neatline"),
                .product(name: "NeatlineTesting", package: "neatline"),
            ],
            exclude: ["README.md"]),
        // Maps lines to models, as a worker of a cluster.
        .executableTarget(
            name: "map-records",
            dependencies: [
                .product(name: "Neatline", package: "neatline"), .product(name: "NeatlineMacros", package: "neatline"),
            ],
            exclude: ["README.md"]),
        // Models in servers and in AWS Lambda functions, compiled against stubs of the frameworks.
        .executableTarget(
            name: "vapor-recipe",
            dependencies: [
                .product(name: "Vapor", package: "StandIns"), .product(name: "Neatline", package: "neatline"),
            ],
            exclude: ["README.md"]),
        .executableTarget(
            name: "hummingbird-recipe",
            dependencies: [
                .product(name: "Hummingbird", package: "StandIns"),
                .product(name: "HummingbirdTesting", package: "StandIns"),
                .product(name: "Neatline", package: "neatline"),
            ],
            exclude: ["README.md"]),
        .executableTarget(
            name: "lambda-recipe",
            dependencies: [
                .product(name: "AWSLambdaRuntime", package: "StandIns"),
                .product(name: "Neatline", package: "neatline"),
            ],
            exclude: ["README.md", "event.json"]),
        // Sessions as the transport of clients that Swift OpenAPI Generator generates.
        .executableTarget(
            name: "openapi-transport",
            dependencies: [
                .product(name: "OpenAPIRuntime", package: "StandIns"),
                .product(name: "Neatline", package: "neatline"), .product(name: "NeatlineHTTP", package: "neatline"),
                .product(name: "NeatlineTesting", package: "neatline"),
            ],
            exclude: ["README.md"]),
        // Projects that were written for other libraries, moved to this one. Each has the difference in `move.diff`.
        .executableTarget(
            name: "moved-swiftyjson", dependencies: [.product(name: "Neatline", package: "neatline")],
            path: "Migrating/SwiftyJSON/Sources", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "moved-objectmapper", dependencies: [.product(name: "Neatline", package: "neatline")],
            path: "Migrating/ObjectMapper/Sources", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "moved-alamofire", dependencies: [.product(name: "NeatlineHTTP", package: "neatline")],
            path: "Migrating/Alamofire/Sources", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "moved-alamofireobjectmapper",
            dependencies: [.product(name: "NeatlineHTTPMapping", package: "neatline")],
            path: "Migrating/AlamofireObjectMapper/Sources", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "moved-alamofireswiftyjson", dependencies: [.product(name: "NeatlineHTTPJSON", package: "neatline")],
            path: "Migrating/AlamofireSwiftyJSON/Sources", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "moved-swiftyuserdefaults", dependencies: [.product(name: "NeatlineDefaults", package: "neatline")],
            path: "Migrating/SwiftyUserDefaults/Sources", swiftSettings: [.swiftLanguageMode(.v5)]),
        // The server that those of them ask which need one.
        .executableTarget(
            name: "moved-service",
            dependencies: [
                .product(name: "Neatline", package: "neatline"), .product(name: "NeatlineTesting", package: "neatline"),
            ]),
    ]
)
