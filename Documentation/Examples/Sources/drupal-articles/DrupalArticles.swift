import Foundation
import NeatlineDrupal
import NeatlineDrupalTesting

// A command that lists, creates and deletes articles of a Drupal site. It keeps its session between runs:
//
//     drupal-articles URL login NAME       reads the password from the standard input
//     drupal-articles URL list             lists the articles, by JSON:API
//     drupal-articles URL create TITLE     creates an article, by core REST
//     drupal-articles URL delete ID        deletes an article
//     drupal-articles URL logout
//     drupal-articles stub                 runs a stub of a site, until the standard input ends
//
// The session is in ~/.config/drupal-articles; the variable XDG_CONFIG_HOME names another folder.

struct Article: Mappable {
    var id = 0
    var title = ""
    var author: String?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        id <- map["drupal_internal__nid"]
        title <- map["title"]
        author <- map["uid.display_name"]
    }
}

@main
struct DrupalArticles {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch let error as DrupalError {
            fail(explanation(of: error))
        } catch {
            fail("\(error)")
        }
    }

    static func run(_ words: [String]) async throws {
        if words == ["stub"] { return try runStub() }
        guard words.count >= 2 else { throw Mistake(description: "a URL and a command are missing") }
        let site = try DrupalClient(
            baseURL: words[0], store: FileDefaultsStore(suiteName: "drupal-articles", isSynchronized: false))
        switch (words[1], words.dropFirst(2).first) {
        case ("login", let name?):
            try await site.login(username: name, password: readLine() ?? "")
            print("logged in as \(site.currentUser?.name ?? name)")
        case ("list", _):
            let query = DrupalQuery(
                filter: .where("status", true), sort: [.descending("created")], include: ["uid"],
                fields: ["node--article": ["drupal_internal__nid", "title", "uid"], "user--user": ["display_name"]])
            for try await article in site.jsonAPI.resources("node--article", query, as: Article.self) {
                print("\(article.id)  \(article.title), by \(article.author ?? "a deleted account")")
            }
        case ("create", let title?):
            var article = DrupalEntity(bundle: "article")
            article.set(.string(title), for: "title")
            let created = DrupalEntity(try await site.createNode(article.json))
            print("created \(created.id ?? "an article")")
        case ("delete", let id?):
            try await site.deleteNode(id)
            print("deleted \(id)")
        case ("logout", _):
            try await site.logout()
            print("logged out")
        case (let command, _): throw Mistake(description: "'\(command)' is no command, or needs another word")
        }
    }

    static func runStub() throws {
        let stub = try StubDrupalSite()
        // Unbuffered: another program waits for the URL.
        FileHandle.standardOutput.write(Data("\(stub.url.absoluteString)\n".utf8))
        while readLine() != nil {}
        stub.stop()
    }

    static func explanation(of error: DrupalError) -> String {
        switch error.reason {
        case .loginRefused: "the name or the password is wrong"
        case .loginRequired, .sessionExpired: "log in first"
        case .forbidden: "this account may not do that"
        case .invalid: error.fieldErrors.map { "\($0.field ?? "article"): \($0.message)" }.joined(separator: "\n")
        case .maintenance(let seconds): "the site is under maintenance; try again in \(Int(seconds ?? 60)) seconds"
        case .notDrupal: "this is not the URL of a Drupal site"
        default: error.description
        }
    }

    static func fail(_ text: String) {
        FileHandle.standardError.write(Data("drupal-articles: \(text)\n".utf8))
        exit(1)
    }
}

struct Mistake: Error, CustomStringConvertible {
    let description: String
}
