/// The version of this package, which `jsonq --version` prints and requests send in `User-Agent`.
///
/// It is the only place in the sources that states the version. `.ci/check-release` compares it with the newest entry of
/// `Documentation/Changelog.md` and with the manual page.
package enum LibraryVersion {
    /// The version, by Semantic Versioning: major, minor and patch.
    package static let current = "0.1.0"
}
