public func _probe(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { b in
        do {
            let t = try Scanner.scan(b, options: .init())
            defer { t.buffer.release() }
            return t.count
        } catch let e { print(e); return -1 }
    }
}
