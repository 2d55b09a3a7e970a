/// The source of models that have the same properties in several forms. They are public, because the compiler generates no code
/// for an internal one that the module does not use.
struct ModelSources {
    enum Form: String, CaseIterable {
        /// With the macro: of constants, and of variables with initial values.
        case neatline, variables = "variables", byHand = "by hand", codable = "Codable"
    }

    /// Five models each.
    let files: [String]

    init(_ form: Form, count: Int) {
        files = stride(from: 0, to: count, by: 5).map { first in
            let imports = form == .codable ? "import Foundation\n" : "import Neatline\nimport NeatlineMacros\n"
            let models = (first..<min(first + 5, count)).map { ModelSources.model($0, form) }
            return imports + "\n" + models.joined(separator: "\n")
        }
    }

    private struct Property {
        let name: String
        let key: String
        let type: String

        var initialValue: String {
            switch type {
            case "Int", "Double": " = 0"
            case "Bool": " = false"
            case "String": " = \"\""
            case "[String: Int]": " = [:]"
            default: type.hasSuffix("?") ? "" : " = []"
            }
        }
    }

    /// A quarter has another name in JSON; one is the model before.
    private static func properties(of model: Int) -> [Property] {
        let types = [
            "Int", "String", "Double", "Bool", "String?", "[String]", "Int?", "[Int]", "String", "[String: Int]",
        ]
        var properties = (0..<19).map { index in
            let isRenamed = index % 4 == 0
            return Property(
                name: isRenamed ? "fieldNumber\(index)" : "field\(index)",
                key: isRenamed ? "field_number_\(index)" : "field\(index)", type: types[(model + index) % types.count])
        }
        let last = model % 5 == 0 ? "String" : "Model\(model - 1)?"
        properties.append(Property(name: "parent", key: "parent", type: last))
        return properties
    }

    private static func model(_ number: Int, _ form: Form) -> String {
        let properties = properties(of: number)
        let name = "Model\(number)"
        switch form {
        case .neatline, .variables:
            let lines = properties.map { property in
                (property.name == property.key ? "" : "@Key(\"\(property.key)\") ")
                    + (form == .neatline ? "let" : "var") + " \(property.name): \(property.type)"
                    + (form == .neatline ? "" : property.initialValue)
            }
            return type("@Mappable\npublic struct \(name)", lines)
        case .byHand:
            let constants = properties.map { "let \($0.name): \($0.type)" }
            let reads = properties.map { property in
                let method = property.type.hasSuffix("?") ? "valueIfPresent" : "value"
                return "    \(property.name) = try map.\(method)(\"\(property.key)\")"
            }
            let writes = properties.map { "    \($0.name) >>> map[\"\($0.key)\"]" }
            return type(
                "public struct \(name): ImmutableMappable",
                constants + ["", "public init(map: Map) throws {"] + reads + [
                    "}", "", "public func mapping(map: Map) {",
                ]
                    + writes + ["}"])
        case .codable:
            let keys = properties.map { property in
                "    case \(property.name)" + (property.name == property.key ? "" : " = \"\(property.key)\"")
            }
            return type(
                "public struct \(name): Codable",
                properties.map { "let \($0.name): \($0.type)" } + ["", "enum CodingKeys: String, CodingKey {"] + keys
                    + ["}"])
        }
    }

    private static func type(_ head: String, _ lines: [String]) -> String {
        head + " {\n" + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined() + "}\n"
    }
}
