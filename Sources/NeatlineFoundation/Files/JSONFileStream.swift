internal import NeatlineSystem
public import Foundation
public import NeatlineJSON

// Files of many values, of which only a few are in memory at a time.

extension JSON {
    /// Returns the values of a file of JSON Lines (NDJSON), of which some 64 KB are in memory at a time.
    ///
    /// ```swift
    /// for line in JSON.lines(contentsOf: URL(filePath: "events.ndjson")) {
    ///     let event = try line.get()
    ///     print(event["id"])
    /// }
    /// ```
    ///
    /// Nothing is read before the loop begins, and each loop reads from the start.
    ///
    /// - Parameters:
    ///   - url: the URL of a file, in UTF-8. A pipe is read until it ends.
    ///   - options: what is accepted as a value, how long one may be, and whether the values after an error are read too.
    ///     With another `framing` the file may also contain concatenated values or a JSON text sequence.
    /// - Returns: a sequence of values and errors.
    public static func lines(
        contentsOf url: URL, options: JSONStreamOptions = JSONStreamOptions()
    ) -> JSONFileStream {
        JSONFileStream(url: url, options: options)
    }

    /// Returns the values of a file of JSON Lines (NDJSON), of which some 64 KB are in memory at a time.
    ///
    /// - Parameters:
    ///   - path: the path of the file, as in `JSON.lines(contentsOf:options:)`.
    ///   - options: what is accepted as a value, how long one may be, and whether the values after an error are read too.
    /// - Returns: a sequence of values and errors.
    public static func lines(
        contentsOfFile path: String, options: JSONStreamOptions = JSONStreamOptions()
    ) -> JSONFileStream {
        JSONFileStream(url: URL(fileURLWithPath: path), path: path, options: options)
    }
}

/// The values of a file that contains many, as `JSON.lines(contentsOf:options:)` returns them.
///
/// An element is a value, or a ``JSONFileError`` with the path, and for an error of the text with line and column. Unless
/// `JSONStreamOptions.continuesAfterErrors` is set, an error is the last element; an error of the system always is. A
/// file that cannot be opened is the first element's error.
///
/// A value keeps at most 64 KB of the file in memory, or itself if it is larger; see `JSONStreamParser`.
public struct JSONFileStream: Sequence, Sendable {
    private let url: URL
    private let path: String?
    private let options: JSONStreamOptions

    init(url: URL, path: String? = nil, options: JSONStreamOptions) {
        self.url = url
        self.path = path
        self.options = options
    }

    /// Opens the file and returns an iterator over its values; an error of opening is its first element.
    public func makeIterator() -> Iterator {
        do {
            let path = try path ?? JSONFileError.path(of: url, orThrow: .fileReadUnsupportedScheme)
            do throws(SystemError) {
                return Iterator(
                    path: path, source: .file(try InputFile(path)), parser: JSONStreamParser(options: options))
            } catch {
                throw JSONFileError(path: path, error)
            }
        } catch {
            let error = error as? JSONFileError ?? JSONFileError(path: url.absoluteString, error)
            return Iterator(path: error.path, source: .failed(error), parser: JSONStreamParser(options: options))
        }
    }

    /// Reads a part of the file when the values before it were returned.
    public struct Iterator: IteratorProtocol {
        fileprivate enum Source {
            case file(InputFile)
            case failed(JSONFileError)
            case ended
        }

        private let path: String
        private var source: Source
        private var parser: JSONStreamParser

        /// How much is read at a time.
        private static let chunkSize = 65_536

        fileprivate init(path: String, source: Source, parser: JSONStreamParser) {
            self.path = path
            self.source = source
            self.parser = parser
        }

        /// A reader of the value that was returned last.
        package var lastReader: DocumentReader? { parser.lastReader }

        /// Returns the next value or error; nil at the end of the file.
        public mutating func next() -> Result<JSON, JSONFileError>? {
            while true {
                if let result = parser.nextResult() { return result.mapError { JSONFileError(path: path, $0) } }
                switch source {
                case .ended: return nil
                case .failed(let error):
                    source = .ended
                    return .failure(error)
                case .file(let file):
                    if parser.hasEnded {
                        source = .ended
                        return nil
                    }
                    do throws(SystemError) {
                        let chunk = try file.readAvailable(Self.chunkSize)
                        if chunk.isEmpty { parser.finish() } else { parser.feed(chunk) }
                    } catch {
                        source = .failed(JSONFileError(path: path, error))
                    }
                }
            }
        }
    }
}
