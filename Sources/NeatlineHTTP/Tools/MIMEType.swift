internal import Foundation

#if canImport(UniformTypeIdentifiers)
internal import UniformTypeIdentifiers
#endif

/// The content types of file extensions.
enum MIMEType {
    /// The content type of unknown extensions.
    static let unknown = "application/octet-stream"

    /// Returns the content type of files with an extension, in any case; ``unknown`` if it is not known.
    static func ofFile(withExtension pathExtension: String) -> String {
        let pathExtension = pathExtension.lowercased()
        #if canImport(UniformTypeIdentifiers)
        if let type = UTType(filenameExtension: pathExtension)?.preferredMIMEType { return type }
        #endif
        return byExtension[pathExtension] ?? unknown
    }

    /// The types that are common on the web, as registered with IANA.
    private static let byExtension: [String: String] = {
        var types: [String: String] = [:]
        for (type, extensions) in extensionsByType {
            for pathExtension in extensions.split(separator: " ") { types[String(pathExtension)] = type }
        }
        return types
    }()

    private static let extensionsByType: KeyValuePairs<String, String> = [
        "application/epub+zip": "epub",
        "application/geo+json": "geojson",
        "application/gzip": "gz",
        "application/java-archive": "jar",
        "application/json": "json map",
        "application/ld+json": "jsonld",
        "application/manifest+json": "webmanifest",
        "application/msword": "doc dot",
        "application/octet-stream": "bin dmg exe iso img dll so",
        "application/ogg": "ogx",
        "application/pdf": "pdf",
        "application/pgp-signature": "asc sig",
        "application/pkcs7-mime": "p7m",
        "application/postscript": "ps eps ai",
        "application/rtf": "rtf",
        "application/sql": "sql",
        "application/toml": "toml",
        "application/vnd.android.package-archive": "apk",
        "application/vnd.apple.pkpass": "pkpass",
        "application/vnd.ms-excel": "xls",
        "application/vnd.ms-fontobject": "eot",
        "application/vnd.ms-powerpoint": "ppt",
        "application/vnd.oasis.opendocument.presentation": "odp",
        "application/vnd.oasis.opendocument.spreadsheet": "ods",
        "application/vnd.oasis.opendocument.text": "odt",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
        "application/vnd.rar": "rar",
        "application/vnd.sqlite3": "sqlite sqlite3",
        "application/wasm": "wasm",
        "application/x-7z-compressed": "7z",
        "application/x-bzip2": "bz2",
        "application/x-ndjson": "ndjson jsonl",
        "application/x-plist": "plist",
        "application/x-sh": "sh",
        "application/x-tar": "tar",
        "application/x-x509-ca-cert": "cer crt der",
        "application/x-xz": "xz",
        "application/xhtml+xml": "xhtml xht",
        "application/xml": "xml xsl xsd",
        "application/yaml": "yaml yml",
        "application/zip": "zip",
        "application/zstd": "zst",
        "audio/aac": "aac",
        "audio/flac": "flac",
        "audio/midi": "mid midi",
        "audio/mp4": "m4a m4b",
        "audio/mpeg": "mp3 mp2 mpga",
        "audio/ogg": "ogg oga opus spx",
        "audio/wav": "wav",
        "audio/webm": "weba",
        "audio/x-aiff": "aif aiff",
        "audio/x-caf": "caf",
        "font/collection": "ttc",
        "font/otf": "otf",
        "font/ttf": "ttf",
        "font/woff": "woff",
        "font/woff2": "woff2",
        "image/apng": "apng",
        "image/avif": "avif",
        "image/bmp": "bmp dib",
        "image/gif": "gif",
        "image/heic": "heic",
        "image/heif": "heif",
        "image/jp2": "jp2",
        "image/jpeg": "jpeg jpg jpe jfif",
        "image/jxl": "jxl",
        "image/png": "png",
        "image/svg+xml": "svg svgz",
        "image/tiff": "tif tiff",
        "image/vnd.adobe.photoshop": "psd",
        "image/vnd.microsoft.icon": "ico",
        "image/webp": "webp",
        "message/rfc822": "eml mht mhtml",
        "model/gltf+json": "gltf",
        "model/gltf-binary": "glb",
        "model/obj": "obj",
        "model/stl": "stl",
        "model/vnd.usdz+zip": "usdz",
        "text/calendar": "ics",
        "text/css": "css",
        "text/csv": "csv",
        "text/html": "html htm",
        "text/javascript": "js mjs cjs",
        "text/markdown": "md markdown",
        "text/plain": "txt text log conf ini",
        "text/tab-separated-values": "tsv",
        "text/vcard": "vcf",
        "text/vtt": "vtt",
        "video/3gpp": "3gp",
        "video/3gpp2": "3g2",
        "video/mp2t": "ts m2ts",
        "video/mp4": "mp4 m4v mpg4",
        "video/mpeg": "mpeg mpg",
        "video/ogg": "ogv",
        "video/quicktime": "mov qt",
        "video/webm": "webm",
        "video/x-matroska": "mkv",
        "video/x-msvideo": "avi",
    ]
}
