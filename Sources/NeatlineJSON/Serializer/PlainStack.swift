/// A stack of trivial values, without the reference counting and the bounds checks of an array.
struct PlainStack<Element: BitwiseCopyable>: ~Copyable {
    private var elements: UnsafeMutablePointer<Element>
    private(set) var capacity: Int
    private(set) var count = 0

    /// Creates an empty stack with room for `capacity` elements.
    init(capacity: Int) {
        assert(capacity > 0)
        elements = Memory.allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit { Memory.free(elements) }

    /// The element at `index`, which must be on the stack.
    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count)
            // SAFETY: required of the caller.
            return elements[index]
        }
        set {
            assert(index >= 0 && index < count)
            elements[index] = newValue
        }
    }

    /// The first element. Valid until the stack is changed.
    @inline(__always)
    var start: UnsafePointer<Element> { UnsafePointer(elements) }

    /// The last element; the stack must not be empty.
    @inline(__always)
    var last: Element {
        get { self[count &- 1] }
        set { self[count &- 1] = newValue }
    }

    /// A pointer to the last element, to change it in place; valid until the stack grows. The stack must not be empty.
    @inline(__always)
    var top: UnsafeMutablePointer<Element> {
        assert(count > 0)
        return elements + (count &- 1)
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        // SAFETY: there is room for one more.
        (elements + count).initialize(to: element)
        count &+= 1
    }

    /// Removes all elements but the first `count`.
    @inline(__always)
    mutating func removeLast(to count: Int) {
        assert(count >= 0 && count <= self.count)
        self.count = count
    }

    @inline(never)
    private mutating func grow() {
        let larger = Memory.allocate(Element.self, capacity: capacity * 2)
        // SAFETY: `count` elements are initialised, and fit in twice the room.
        larger.update(from: elements, count: count)
        Memory.free(elements)
        elements = larger
        capacity *= 2
    }
}
