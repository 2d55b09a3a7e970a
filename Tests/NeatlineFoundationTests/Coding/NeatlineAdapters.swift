typealias NeatlineDecoder = FoundationDecoder
typealias NeatlineEncoder = FoundationEncoder
