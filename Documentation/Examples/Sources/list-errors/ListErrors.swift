import Foundation
import NeatlineJSON

// Makes common mistakes and prints their error messages: the text of Documentation/Errors.md. Exits with 1 if a code of
// `JSONError` is missing in it.
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

            Common mistakes, their error messages, and what to do. The program [list-errors](Examples/Sources/list-errors) makes each of these
            mistakes and writes this page.

            """
        var missing = Set(JSONError.Code.allCases)
        for section in [texts, values, models, try requests(), try settings(in: folder)] {
            let (markdown, codes) = await section.written()
            text += "\n" + markdown + "\n"
            missing.subtract(codes)
        }
        // The name of the temporary folder is random.
        print(text.replacingOccurrences(of: folder.path, with: "/folder"), terminator: "")
        if !missing.isEmpty {
            FileHandle.standardError.write(
                Data("error: no mistake leads to \(missing.map(\.rawValue).sorted())\n".utf8))
            exit(1)
        }
    }
}
