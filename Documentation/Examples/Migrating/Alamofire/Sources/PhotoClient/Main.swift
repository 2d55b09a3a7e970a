import Foundation
import NeatlineHTTP

@main
struct Main {
    static func main() async {
        if CommandLine.arguments.count > 1, let url = URL(string: CommandLine.arguments[1]) { Router.baseURL = url }
        let client = PhotoClient()

        for password in ["wrong", "secret"] {
            let result = await withCheckedContinuation { continuation in
                client.login(name: "lena", password: password) { continuation.resume(returning: $0) }
            }
            switch result {
            case .success: print("logged in")
            case .failure(let error): print("not logged in:", error.responseCode ?? 0, error.isResponseValidationError)
            }
        }

        do {
            async let first = client.albums(page: 1, tags: ["alps", "lake & sea"])
            async let second = client.albums(page: 2)
            for album in try await first + second {
                print(album.id, album.title, album.photoCount, Int(album.createdAt.timeIntervalSince1970))
            }
            print("refreshed the token:", client.tokens.refreshCount > 0)
            _ = try await client.albums(page: 3)
        } catch {
            print("no albums:", message(for: error))
        }

        for title in ["Autumn", ""] {
            let result = await withCheckedContinuation { continuation in
                client.create(NewAlbum(title: title, isPublic: true)) { continuation.resume(returning: $0) }
            }
            switch result {
            case .success(let album): print("created \(album.id): \(album.title)")
            case .failure(let error as ServiceError): print("refused: \(error.code), \(error.message)")
            case .failure(let error): print("not created:", message(for: error))
            }
        }
        for id in [7, 8] {
            let response = await client.delete(id)
            print("deleted", response.response?.statusCode ?? 0, response.error.map(message(for:)) ?? "well")
        }

        do {
            let photos = ["a.jpg": Data(count: 70_000), "b.jpg": Data(count: 30_000)]
            var last = 0.0
            let result = try await client.upload(photos, to: 7) { last = max(last, $0) }
            print(
                "uploaded", result.byteCount, result.fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" },
                last)
        } catch {
            print("not uploaded:", message(for: error))
        }

        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + "/archive.zip")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        var received: Int64 = 0
        for album in [7, 404] {
            let (response, fraction) = await withCheckedContinuation { continuation in
                client.archive(album, to: file, progress: { received = max(received, $0) }) {
                    continuation.resume(returning: ($0, $1))
                }
            }
            let size = response.fileURL.flatMap { try? Data(contentsOf: $0).count } ?? 0
            print("archive", size, received, fraction, response.error.map(message(for:)) ?? "complete")
        }

        for separator in [",", ";"] as [Character] {
            let response = await withCheckedContinuation { continuation in
                client.statistics(separator: separator) { continuation.resume(returning: $0) }
            }
            print(response.value ?? [], response.error.map(message(for:)) ?? "read")
        }

        let cancelled = AF.request(Router.statistics)
        cancelled.cancel()
        print(message(for: await cancelled.serializingString().response.error!))
        let nowhere = await AF.request("http://127.0.0.1:9/", requestModifier: { $0.timeoutInterval = 1 })
            .serializingData().result
        if case .failure(let error) = nowhere { print(message(for: error)) }
        print(await AF.request("").serializingData().response.error.map(message(for:)) ?? "")
        client.logger.log.prefix(9).forEach { print("log:", $0) }
    }
}
