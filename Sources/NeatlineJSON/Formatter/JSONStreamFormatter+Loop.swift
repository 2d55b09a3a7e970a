// The formatter's loop over tokens, in which validating is the mode that writes nothing.
extension JSONStreamFormatter {
    /// Formats tokens until the window has no more complete ones.
    ///
    /// The window's end is the limit of all kernels. A token that reaches it fails at one of the zeros after it, which
    /// `settle` distinguishes from an error, so the loop itself never checks for the end. Cursor, output and nesting are
    /// local variables; rare cases are in functions that are not inlined.
    ///
    /// Members and elements have a half of the loop each, as in the scanner: one for both takes 13 % more instructions for
    /// `jsonq -c` over citm_catalog and 29 % more over canada.
    @inline(never)
    mutating func run<Mode: FormattingMode>(_ mode: Mode.Type, classes: Cursor) -> Stop {
        // SAFETY: zeros follow the window's end, and no token contains one. The output has room: the loop reserves the size
        // of the token, and some more for separators, margins and whole vectors.
        assert(window.isPadded)
        var p = window.cursor
        let end = window.end
        let numberEnd = numberEnd
        let keepsLoneSurrogates = keepsLoneSurrogates
        let copiesPlainSource = writer.copiesPlainSource

        var out = output.cursor
        var outEnd = output.end
        let margins = margins
        let unit = margins.width
        var indent = unit * state.depth

        var depth = state.depth
        var nesting = state.nesting
        var notFirst = state.notFirst
        /// The first pass may begin at another token.
        var entry = state.entry

        /// The reason of the stop and the byte that caused it; `p` stays at the token.
        var stop = Stop(reason: .none, at: p)

        run: while true {
            if depth == 0 {
                if stopsAfterContainer { stop = Stop(reason: .none, at: p); break run }
                output.cursor = out
                stop = betweenValues(p, end: end)
                out = output.cursor; outEnd = output.end
                p = window.cursor
                if stop.reason != .none || p >= end { break run }
                // An array or object.
                if Mode.writes {
                    if outEnd - out < 16 { out = output.makeRoom(16, at: out); outEnd = output.end }
                    out[0] = p[0]
                    out += 1
                } else if Mode.colors {
                    out = writeColored(p, to: p + 1, separator: nil, indent: 0, at: out)
                    outEnd = output.end
                }
                nesting = p[0] == Byte.openBrace ? 1 : 0
                depth = 1
                indent = unit
                notFirst = 0
                entry = .item
                p += 1
            }

            if nesting & 1 != 0 {
                members: while true {
                    if entry == .item {
                        if p[0] != Byte.quote { p = WhitespaceKernel.skip(p, limit: end) }
                        if p[0] != Byte.quote {
                            if p[0] == Byte.closeBrace, notFirst == 0 || parsing.allowsTrailingCommas { break members }
                            let after = skipSpaceSlowPath(p)
                            if after.reason == .none { p = after.at; continue members }
                            let key = nonStandardKey(p, after, commas: notFirst, indent: indent, at: out)
                            out = output.cursor; outEnd = output.end
                            if key.reason != .none { stop = key; break run }
                            notFirst = 1
                            p = key.at
                            entry = .colon
                            continue members
                        }
                        let key = StringKernel.scanKey(
                            p + 1, limit: end, classes: classes, keepsLoneSurrogates: keepsLoneSurrogates)
                        if key.failure != .none {
                            let key = nonStandardKey(p, key, commas: notFirst, indent: indent, at: out)
                            out = output.cursor; outEnd = output.end
                            if key.reason != .none { stop = key; break run }
                            notFirst = 1
                            p = key.at
                            entry = .colon
                            continue members
                        }
                        if Mode.writes {
                            let length = key.stop - p + 1
                            let room = length &+ (Mode.breaksLines ? indent &+ 48 : 48)
                            if outEnd - out < room { out = output.makeRoom(room, at: out); outEnd = output.end }
                            out[0] = Byte.comma
                            out += notFirst
                            if Mode.breaksLines { out = margins.breakLine(out, indent) }
                            if copiesPlainSource && key.flags & TapeWord.escapedFlag == 0,
                                copy(p, length: length, to: out)
                            {
                                out += length
                            } else {
                                out = writeString(p, to: key.stop, flags: key.flags, at: out)
                                outEnd = output.end
                            }
                        } else if Mode.colors {
                            out = writeColored(
                                p, to: key.stop + 1, flags: key.flags, separator: notFirst, isKey: true,
                                indent: indent, at: out)
                            outEnd = output.end
                        }
                        notFirst = 1
                        p = key.stop + 1
                        entry = .colon
                    }

                    if entry == .colon {
                        if p[0] != Byte.colon {
                            p = WhitespaceKernel.skip(p, limit: end)
                            if p[0] != Byte.colon {
                                let after = skipSpaceSlowPath(p)
                                if after.reason == .none { p = after.at; continue members }
                                stop = Stop(reason: after.isComment ? after.reason : .expectedColon, at: p)
                                break run
                            }
                        }
                        p += 1
                        if Mode.writes {
                            // The slack has room for two bytes after any key.
                            out[0] = Byte.colon
                            out += 1
                            if Mode.breaksLines {
                                out[0] = Byte.space
                                out += 1
                            }
                        } else if Mode.colors {
                            out = writeColoredColon(at: out)
                            outEnd = output.end
                        }
                        entry = .value
                    }

                    if entry == .value {
                        value: while true {
                            let byte = p[0]
                            if byte == Byte.quote {
                                if !Mode.writes {
                                    var string = StringKernel.scanValue(
                                        p + 1, limit: end, keepsLoneSurrogates: keepsLoneSurrogates)
                                    if string.failure != .none {
                                        string = stringSlowPath(p, string, separator: nil, indent: indent, at: out)
                                        out = output.cursor; outEnd = output.end
                                        if string.failure != .none {
                                            stop = Stop(reason: string.failure, at: string.stop)
                                            break run
                                        }
                                    } else if Mode.colors {
                                        out = writeColored(
                                            p, to: string.stop + 1, flags: string.flags, separator: nil,
                                            indent: indent, at: out)
                                        outEnd = output.end
                                    }
                                    p = string.stop + 1
                                    break value
                                }
                                if outEnd - out < 48 { out = output.makeRoom(48, at: out); outEnd = output.end }
                                out[0] = Byte.quote
                                let q =
                                    copiesPlainSource ? copyPlain(p + 1, end: end, to: out + 1, outEnd: outEnd) : p + 1
                                if q[0] == Byte.quote {
                                    out += q - p
                                    out[0] = Byte.quote
                                    out += 1
                                    p = q + 1
                                    break value
                                }
                                let string = writeRest(p, from: q, at: out)
                                if string.failure != .none {
                                    stop = Stop(reason: string.failure, at: string.stop)
                                    break run
                                }
                                out = output.cursor; outEnd = output.end
                                p = string.stop + 1
                                break value
                            }
                            if byte == Byte.space {
                                p += 1
                                if p[0] > Byte.space { continue value }
                                p = WhitespaceKernel.skip(p, limit: end)
                                continue value
                            }
                            if byte &- Byte.zero <= 9 || byte == Byte.minus {
                                let number = NumberKernel.scan(p, limit: end)
                                if number.failure != .none || number.end >= numberEnd {
                                    let value = numberSlowPath(p, number, separator: nil, indent: indent, at: out)
                                    out = output.cursor; outEnd = output.end
                                    if value.reason != .none { stop = value; break run }
                                    p = value.at
                                    break value
                                }
                                if Mode.writes {
                                    let length = number.end - p
                                    let room = length &+ 32
                                    if outEnd - out < room { out = output.makeRoom(room, at: out); outEnd = output.end }
                                    copyNumber(p, length: length, to: out)
                                    out += length
                                } else if Mode.colors {
                                    out = writeColored(p, to: number.end, separator: nil, indent: indent, at: out)
                                    outEnd = output.end
                                }
                                p = number.end
                                break value
                            }
                            if byte == Byte.openBrace || byte == Byte.openBracket {
                                if depth >= maximumDepth { stop = Stop(reason: .tooDeep, at: p); break run }
                                if depth & 63 == 0 { pushNesting(nesting) }
                                depth &+= 1
                                indent &+= unit
                                nesting = nesting &<< 1 | (byte == Byte.openBrace ? 1 : 0)
                                if Mode.writes {
                                    if outEnd - out < 16 { out = output.makeRoom(16, at: out); outEnd = output.end }
                                    out[0] = byte
                                    out += 1
                                } else if Mode.colors {
                                    out = writeColored(p, to: p + 1, separator: nil, indent: indent, at: out)
                                    outEnd = output.end
                                }
                                notFirst = 0
                                entry = .item
                                p += 1
                                continue run
                            }
                            if byte <= Byte.space {
                                let q = WhitespaceKernel.skip(p, limit: end)
                                if q != p { p = q; continue value }
                            }
                            let four = p.load32()
                            let length = Literal.length(p, four)
                            if length != 0 {
                                if Mode.writes {
                                    if outEnd - out < 16 { out = output.makeRoom(16, at: out); outEnd = output.end }
                                    out.store(p.load64())
                                    out += length
                                } else if Mode.colors {
                                    out = writeColored(p, to: p + length, separator: nil, indent: indent, at: out)
                                    outEnd = output.end
                                }
                                p += length
                                break value
                            }
                            let after = skipSpaceSlowPath(p)
                            if after.reason == .none { p = after.at; continue value }
                            let value = valueSlowPath(p, after, separator: nil, indent: indent, at: out)
                            out = output.cursor; outEnd = output.end
                            if value.reason != .none { stop = value; break run }
                            p = value.at
                            break value
                        }
                        entry = .after
                    }

                    after: while true {
                        let byte = p[0]
                        if byte == Byte.comma {
                            p += 1
                            entry = .item
                            continue members
                        }
                        if byte == Byte.closeBrace { break members }
                        if byte <= Byte.space {
                            let q = WhitespaceKernel.skip(p, limit: end)
                            if q != p { p = q; continue after }
                        }
                        let after = skipSpaceSlowPath(p)
                        if after.reason == .none { p = after.at; continue after }
                        stop = Stop(reason: after.isComment ? after.reason : .expectedCommaOrBrace, at: p)
                        break run
                    }
                }
            } else {
                elements: while true {
                    if entry == .item {
                        value: while true {
                            let byte = p[0]
                            if byte &- Byte.zero <= 9 || byte == Byte.minus {
                                let number = NumberKernel.scan(p, limit: end)
                                if number.failure != .none || number.end >= numberEnd {
                                    let value = numberSlowPath(p, number, separator: notFirst, indent: indent, at: out)
                                    out = output.cursor; outEnd = output.end
                                    if value.reason != .none { stop = value; break run }
                                    p = value.at
                                    break value
                                }
                                if Mode.writes {
                                    let length = number.end - p
                                    let room = length &+ (Mode.breaksLines ? indent &+ 48 : 48)
                                    if outEnd - out < room { out = output.makeRoom(room, at: out); outEnd = output.end }
                                    out[0] = Byte.comma
                                    out += notFirst
                                    if Mode.breaksLines { out = margins.breakLine(out, indent) }
                                    copyNumber(p, length: length, to: out)
                                    out += length
                                } else if Mode.colors {
                                    out = writeColored(p, to: number.end, separator: notFirst, indent: indent, at: out)
                                    outEnd = output.end
                                }
                                p = number.end
                                break value
                            }
                            if byte == Byte.openBrace || byte == Byte.openBracket {
                                if depth >= maximumDepth { stop = Stop(reason: .tooDeep, at: p); break run }
                                if Mode.writes {
                                    let room = Mode.breaksLines ? indent &+ 48 : 48
                                    if outEnd - out < room { out = output.makeRoom(room, at: out); outEnd = output.end }
                                    out[0] = Byte.comma
                                    out += notFirst
                                    if Mode.breaksLines { out = margins.breakLine(out, indent) }
                                    out[0] = byte
                                    out += 1
                                } else if Mode.colors {
                                    out = writeColored(p, to: p + 1, separator: notFirst, indent: indent, at: out)
                                    outEnd = output.end
                                }
                                if depth & 63 == 0 { pushNesting(nesting) }
                                depth &+= 1
                                indent &+= unit
                                nesting = nesting &<< 1 | (byte == Byte.openBrace ? 1 : 0)
                                notFirst = 0
                                entry = .item
                                p += 1
                                continue run
                            }
                            if byte == Byte.quote {
                                if !Mode.writes {
                                    var string = StringKernel.scanValue(
                                        p + 1, limit: end, keepsLoneSurrogates: keepsLoneSurrogates)
                                    if string.failure != .none {
                                        string = stringSlowPath(p, string, separator: notFirst, indent: indent, at: out)
                                        out = output.cursor; outEnd = output.end
                                        if string.failure != .none {
                                            stop = Stop(reason: string.failure, at: string.stop)
                                            break run
                                        }
                                    } else if Mode.colors {
                                        out = writeColored(
                                            p, to: string.stop + 1, flags: string.flags, separator: notFirst,
                                            indent: indent, at: out)
                                        outEnd = output.end
                                    }
                                    p = string.stop + 1
                                    break value
                                }
                                let room = Mode.breaksLines ? indent &+ 64 : 64
                                if outEnd - out < room { out = output.makeRoom(room, at: out); outEnd = output.end }
                                let before = out
                                out[0] = Byte.comma
                                out += notFirst
                                if Mode.breaksLines { out = margins.breakLine(out, indent) }
                                out[0] = Byte.quote
                                let q =
                                    copiesPlainSource ? copyPlain(p + 1, end: end, to: out + 1, outEnd: outEnd) : p + 1
                                if q[0] == Byte.quote {
                                    out += q - p
                                    out[0] = Byte.quote
                                    out += 1
                                    p = q + 1
                                    break value
                                }
                                let string = writeRest(p, from: q, at: out)
                                if string.failure != .none {
                                    out = before
                                    stop = Stop(reason: string.failure, at: string.stop)
                                    break run
                                }
                                out = output.cursor; outEnd = output.end
                                p = string.stop + 1
                                break value
                            }
                            if byte <= Byte.space {
                                let q = WhitespaceKernel.skip(p, limit: end)
                                if q != p { p = q; continue value }
                            }
                            if byte == Byte.closeBracket {
                                if notFirst == 0 || parsing.allowsTrailingCommas { break elements }
                                stop = Stop(reason: .trailingComma, at: p)
                                break run
                            }
                            let four = p.load32()
                            let length = Literal.length(p, four)
                            if length != 0 {
                                if Mode.writes {
                                    let room = Mode.breaksLines ? indent &+ 48 : 48
                                    if outEnd - out < room { out = output.makeRoom(room, at: out); outEnd = output.end }
                                    out[0] = Byte.comma
                                    out += notFirst
                                    if Mode.breaksLines { out = margins.breakLine(out, indent) }
                                    out.store(p.load64())
                                    out += length
                                } else if Mode.colors {
                                    out = writeColored(p, to: p + length, separator: notFirst, indent: indent, at: out)
                                    outEnd = output.end
                                }
                                p += length
                                break value
                            }
                            let after = skipSpaceSlowPath(p)
                            if after.reason == .none { p = after.at; continue value }
                            let value = valueSlowPath(p, after, separator: notFirst, indent: indent, at: out)
                            out = output.cursor; outEnd = output.end
                            if value.reason != .none { stop = value; break run }
                            p = value.at
                            break value
                        }
                        notFirst = 1
                        entry = .after
                    }

                    after: while true {
                        let byte = p[0]
                        if byte == Byte.comma {
                            p += 1
                            entry = .item
                            continue elements
                        }
                        if byte == Byte.closeBracket { break elements }
                        if byte <= Byte.space {
                            let q = WhitespaceKernel.skip(p, limit: end)
                            if q != p { p = q; continue after }
                        }
                        let after = skipSpaceSlowPath(p)
                        if after.reason == .none { p = after.at; continue after }
                        stop = Stop(reason: after.isComment ? after.reason : .expectedCommaOrBracket, at: p)
                        break run
                    }
                }
            }

            // The container is complete: `p` is at its closing bracket.
            assert(p < end && depth > 0 && output.isInside(out) && outEnd == output.end)
            indent &-= unit
            if Mode.writes {
                let room = Mode.breaksLines ? indent &+ 48 : 16
                if outEnd - out < room { out = output.makeRoom(room, at: out); outEnd = output.end }
                if Mode.breaksLines, notFirst != 0 {
                    out = margins.breakLine(out, indent)
                }
                out[0] = p[0]
                out += 1
            } else if Mode.colors {
                out = writeColoredEnd(p[0], isEmpty: notFirst == 0, indent: indent, at: out)
                outEnd = output.end
            }
            p += 1
            depth &-= 1
            nesting &>>= 1
            notFirst = 1
            entry = .after
            if depth & 63 == 0 {
                if depth == 0 {
                    if Mode.writes || Mode.colors {
                        // The slack has room for it after any bracket.
                        out[0] = Byte.lineFeed
                        out += 1
                        output.complete(at: out)
                    }
                    valueCount &+= 1
                } else {
                    nesting = popNesting()
                }
            }
        }

        assert(output.isInside(out) && stop.at <= end + readAhead)
        window.advance(to: p)
        output.cursor = out
        state = State(depth: depth, nesting: nesting, entry: entry, notFirst: notFirst)
        return stop
    }
}
