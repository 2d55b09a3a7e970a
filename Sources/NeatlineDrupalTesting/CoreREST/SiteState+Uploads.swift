internal import Foundation
internal import NeatlineJSON

// Uploads of files by core REST.

extension SiteState {
    /// Stores a file for a field, which an entity can refer to then.
    mutating func uploadFile(_ call: Call) throws -> Reply {
        guard let type = ResourceType(call.parameters), isResourceType(type),
            let field = type.fields.first(where: { $0.name == call["field"] })
        else { throw SiteError.notFound("There is no such field.") }
        if field.kind != .image { throw SiteError.forbidden("The field takes no files.") }
        if !mayCreate(type, call.viewer) { throw SiteError.forbidden("This account may not upload files here.") }
        let file = try storeUpload(call)
        return .json(shown(file, to: call.viewer, base: call.request.base), status: 201)
    }

    /// Stores the body of a request as a file.
    ///
    /// - Throws: ``SiteError`` with status 400 unless `Content-Disposition` has a file name in quotes, and 422 for a
    ///   file that is no image by its name.
    mutating func storeUpload(_ call: Call) throws -> Entity {
        guard let disposition = call.request.header("Content-Disposition") else {
            throw SiteError.badRequest("The request has no Content-Disposition.")
        }
        guard let name = Self.fileName(in: disposition) else {
            throw SiteError.badRequest("Content-Disposition has no filename in quotes.")
        }
        let pieces = name.split(separator: ".")
        guard pieces.count > 1, let last = pieces.last, Self.imageExtensions.contains(last.lowercased()) else {
            throw SiteError.unprocessable("The file is not valid.\nIts extension is not one of an image.")
        }
        let folder = String(Self.date(timestamp).prefix(7))
        let path = content.store(call.request.body, name: name, folder: folder)
        var file = newEntity(ResourceType(type: .file, bundle: "file"), author: call.viewer.uid)
        file.setValue("filename", .string(String(path.dropFirst(folder.count + 1))))
        file.setValue("uri", .string("public://" + path))
        file.setValue("filemime", .string(Self.mediaType(ofFile: name)))
        file.setValue("filesize", JSON(call.request.body.count))
        return try save(file, isNew: true)
    }

    private static let imageExtensions: Set<String> = ["png", "gif", "jpg", "jpeg", "webp"]

    /// Returns the name in `file; filename="dot.png"`, without folders; `nil` for other forms.
    private static func fileName(in disposition: String) -> String? {
        guard let start = disposition.firstRange(of: "filename=\"") else { return nil }
        let rest = disposition[start.upperBound...]
        guard let end = rest.lastIndex(of: "\"") else { return nil }
        let name = rest[..<end].split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
        return name
    }
}
