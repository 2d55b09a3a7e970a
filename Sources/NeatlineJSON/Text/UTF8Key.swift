/// A name that equals another if their bytes do; two `String`s are equal under canonical equivalence.
struct UTF8Key: Hashable {
    let text: String

    static func == (a: UTF8Key, b: UTF8Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
        text.withName { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
