/// A name that is compared by its bytes; two `String`s are equal under canonical equivalence.
package struct UTF8Key: Hashable {
    let text: String

    package init(text: String) { self.text = text }

    package static func == (a: UTF8Key, b: UTF8Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    package func hash(into hasher: inout Hasher) {
        text.withName { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
