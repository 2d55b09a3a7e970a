/// A name that equals another if their bytes do; two `String`s are equal under canonical equivalence.
struct ExactName: Hashable {
    let text: String

    static func == (a: ExactName, b: ExactName) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
        text.withName { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
