extension JSONSelector {
    /// Validates the value in which `skipping` stands, up to its closing bracket or the window's end.
    ///
    /// As in the formatter's loop, the window's end is the limit of all kernels, a token that touches it fails at one of
    /// the zeroes there, and what is used in each pass is a local variable.
    ///
    /// - Returns: without a reason the position after the closing bracket; otherwise the offending byte, while the
    ///   window's cursor stands at the token.
    @inline(never)
    mutating func skipContainer(from start: Cursor, maximumDepth: Int, classes: Cursor) -> JSONStreamFormatter.Stop {
        // SAFETY: zeroes follow the window's end, and no token goes on over one.
        assert(window.isPadded && start <= window.end && skipping.depth > 0)
        var p = start
        let end = window.end
        // A number that reaches the end may go on in the next window.
        let numberEnd = isFinal ? end + 1 : end
        let keepsLoneSurrogates = keepsLoneSurrogates
        var depth = skipping.depth
        var nesting = skipping.nesting
        var notFirst = skipping.notFirst
        /// Only the first pass begins elsewhere.
        var entry = skipping.entry
        var reason = ScanFailure.none
        /// The offending byte; `p` stays at the token.
        var at = p

        run: while true {
            if nesting & 1 != 0 {
                members: while true {
                    if entry == .item {
                        if p[0] != Byte.quote { p = WhitespaceKernel.skip(p, limit: end) }
                        if p[0] != Byte.quote {
                            if p[0] == Byte.closeBrace, !notFirst { break members }
                            reason = p[0] == Byte.closeBrace ? .trailingComma : .expectedKey
                            at = p
                            break run
                        }
                        let key = StringKernel.scanKey(
                            p + 1, limit: end, classes: classes, keepsLoneSurrogates: keepsLoneSurrogates)
                        if key.failure != .none {
                            reason = key.failure
                            at = key.stop
                            break run
                        }
                        notFirst = true
                        p = key.stop + 1
                        entry = .colon
                    }
                    if entry == .colon {
                        if p[0] != Byte.colon {
                            p = WhitespaceKernel.skip(p, limit: end)
                            if p[0] != Byte.colon {
                                reason = .expectedColon
                                at = p
                                break run
                            }
                        }
                        p += 1
                        entry = .value
                    }
                    if entry == .value {
                        if p[0] <= Byte.space { p = WhitespaceKernel.skip(p, limit: end) }
                        let byte = p[0]
                        if byte == Byte.quote {
                            let string = StringKernel.scanValue(
                                p + 1, limit: end, keepsLoneSurrogates: keepsLoneSurrogates)
                            if string.failure != .none {
                                reason = string.failure
                                at = string.stop
                                break run
                            }
                            p = string.stop + 1
                        } else if byte &- Byte.zero <= 9 || byte == Byte.minus {
                            let number = NumberKernel.scan(p, limit: end)
                            if number.failure != .none || number.end >= numberEnd {
                                reason = number.failure == .none ? .needsMore : number.failure
                                at = number.end
                                break run
                            }
                            p = number.end
                        } else if byte == Byte.openBrace || byte == Byte.openBracket {
                            if depth >= maximumDepth {
                                reason = .tooDeep
                                at = p
                                break run
                            }
                            if depth & 63 == 0 { skipping.nestingWords.append(nesting) }
                            depth &+= 1
                            nesting = nesting &<< 1 | (byte == Byte.openBrace ? 1 : 0)
                            notFirst = false
                            entry = .item
                            p += 1
                            continue run
                        } else {
                            let length = Literal.length(p, p.load32())
                            if length == 0 {
                                let wrong = wrongValue(p)
                                reason = wrong.reason
                                at = wrong.at
                                break run
                            }
                            p += length
                        }
                        entry = .after
                    }
                    if p[0] <= Byte.space { p = WhitespaceKernel.skip(p, limit: end) }
                    if p[0] == Byte.comma {
                        p += 1
                        entry = .item
                        continue members
                    }
                    if p[0] == Byte.closeBrace { break members }
                    reason = .expectedCommaOrBrace
                    at = p
                    break run
                }
            } else {
                elements: while true {
                    if entry == .item {
                        if p[0] <= Byte.space { p = WhitespaceKernel.skip(p, limit: end) }
                        let byte = p[0]
                        if byte &- Byte.zero <= 9 || byte == Byte.minus {
                            let number = NumberKernel.scan(p, limit: end)
                            if number.failure != .none || number.end >= numberEnd {
                                reason = number.failure == .none ? .needsMore : number.failure
                                at = number.end
                                break run
                            }
                            p = number.end
                        } else if byte == Byte.openBrace || byte == Byte.openBracket {
                            if depth >= maximumDepth {
                                reason = .tooDeep
                                at = p
                                break run
                            }
                            if depth & 63 == 0 { skipping.nestingWords.append(nesting) }
                            depth &+= 1
                            nesting = nesting &<< 1 | (byte == Byte.openBrace ? 1 : 0)
                            notFirst = false
                            p += 1
                            continue run
                        } else if byte == Byte.quote {
                            let string = StringKernel.scanValue(
                                p + 1, limit: end, keepsLoneSurrogates: keepsLoneSurrogates)
                            if string.failure != .none {
                                reason = string.failure
                                at = string.stop
                                break run
                            }
                            p = string.stop + 1
                        } else if byte == Byte.closeBracket {
                            if !notFirst { break elements }
                            reason = .trailingComma
                            at = p
                            break run
                        } else {
                            let length = Literal.length(p, p.load32())
                            if length == 0 {
                                let wrong = wrongValue(p)
                                reason = wrong.reason
                                at = wrong.at
                                break run
                            }
                            p += length
                        }
                        notFirst = true
                        entry = .after
                    }
                    if p[0] <= Byte.space { p = WhitespaceKernel.skip(p, limit: end) }
                    if p[0] == Byte.comma {
                        p += 1
                        entry = .item
                        continue elements
                    }
                    if p[0] == Byte.closeBracket { break elements }
                    reason = .expectedCommaOrBracket
                    at = p
                    break run
                }
            }

            // The container is complete: `p` is at its closing bracket.
            assert(p < end && depth > 0)
            p += 1
            depth &-= 1
            nesting &>>= 1
            notFirst = true
            entry = .after
            if depth & 63 == 0 {
                if depth == 0 {
                    at = p
                    break run
                }
                nesting = skipping.nestingWords.removeLast()
            }
        }

        window.advance(to: p)
        skipping.depth = depth
        skipping.nesting = nesting
        skipping.entry = entry
        skipping.notFirst = notFirst
        return JSONStreamFormatter.Stop(reason: reason, at: at)
    }

    /// What is wrong at `p`, where no value begins.
    @inline(never)
    func wrongValue(_ p: Cursor) -> JSONStreamFormatter.Stop {
        let names: [StaticString] = ["null", "true", "false"]
        for name in names where name.utf8Start[0] == p[0] {
            var index = 0
            // SAFETY: a static string of ASCII has a pointer; zeroes after the window's end differ from all letters.
            while index < name.utf8CodeUnitCount, p[index] == name.utf8Start[index] { index += 1 }
            return JSONStreamFormatter.Stop(reason: .invalidLiteral, at: p + index)
        }
        return JSONStreamFormatter.Stop(reason: .expectedValue, at: p)
    }
}
