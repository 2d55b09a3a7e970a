import Foundation
import NeatlineJSON

// Makes the mistakes that users make, and prints what they are told: the text of Documentation/Errors.md. Ends with 1 if an
// error of JSON is missing in it.
//
//     list-errors > Documentation/Errors.md

@main
struct ListErrors {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("list-errors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        var text = """
            # Errors

            What goes wrong in the first hours, what it looks like, and what helps. `list-errors` in Documentation/Examples makes each of these
            mistakes and writes this page.

            """
        var missing = Set(JSONError.Code.allCases)
        for section in [texts, values, models, try requests(), try settings(in: folder)] {
            let (markdown, codes) = try await section.written()
            text += "\n" + markdown + "\n"
            missing.subtract(codes)
        }
        // Where this program runs is nobody's concern.
        print(text.replacingOccurrences(of: folder.path, with: "/folder"), terminator: "")
        if !missing.isEmpty {
            FileHandle.standardError.write(
                Data("error: no mistake leads to \(missing.map(\.rawValue).sorted())\n".utf8))
            exit(1)
        }
    }
}
