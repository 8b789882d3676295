import Signals

extension Catalog {
    /// Operators that decide on each value.
    static let steps: [Draft.Maker] = [
        { draft in
            let n = draft.number()
            return Operation("map { mix($0, \(n)) }", { $0.map { mix($0, n) }.erased }, { $0.map { mix($0, n) } })
        },
        { _ in
            Operation(
                "map(\\.magnitude, \\.nonzeroBitCount)",
                { $0.map(\.magnitude, \.nonzeroBitCount).map { mix(Int($0), $1) }.erased },
                { $0.map { mix($0, $0.nonzeroBitCount) } })
        },
        { draft in
            let n = draft.number(2...3)
            return Operation(
                "filter { $0 % \(n) == 0 }", { $0.filter { $0 % n == 0 }.erased }, { $0.filter { $0 % n == 0 } })
        },
        { draft in
            let n = draft.number(2...3)
            return Operation(
                "compactMap { $0 % \(n) == 0 ? nil : $0 + 1 }", { $0.compactMap { $0 % n == 0 ? nil : $0 + 1 }.erased },
                { $0.compactMap { $0 % n == 0 ? nil : $0 + 1 } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "scan(\(n)) { mix($0, $1) }", { $0.scan(n) { mix($0, $1) }.erased }, { $0.scan(n) { mix($0, $1) } })
        },
        { _ in Operation("removeDuplicates()", { $0.removeDuplicates().erased }, { $0.removeDuplicates(==) }) },
        { draft in
            let n = draft.number(2...3)
            return Operation(
                "removeDuplicates { $0 % \(n) == $1 % \(n) }", { $0.removeDuplicates { $0 % n == $1 % n }.erased },
                { $0.removeDuplicates { $0 % n == $1 % n } })
        },
        { draft in
            let n = draft.number(0...3)
            return Operation("dropFirst(\(n))", { $0.dropFirst(n).erased }, { $0.dropFirst(n) })
        },
        { draft in
            let n = draft.number(1...9)
            return Operation("drop { $0 < \(n) }", { $0.drop { $0 < n }.erased }, { $0.drop { $0 < n } })
        },
        { draft in
            let n = draft.number(0...4)
            return Operation("prefix(\(n))", { $0.prefix(n).erased }, { $0.output(in: 0..<n) })
        },
        { draft in
            let n = draft.number(1...9)
            return Operation("prefix { $0 < \(n) }", { $0.prefix { $0 < n }.erased }, { $0.prefix { $0 < n } })
        },
        { draft in
            let n = draft.number(0...3)
            return Operation("output(at: \(n))", { $0.output(at: n).erased }, { $0.output(in: n..<n + 1) })
        },
        { draft in
            let n = draft.number(0...2)
            let m = n + draft.number(0...3)
            return Operation("output(in: \(n)..<\(m))", { $0.output(in: n..<m).erased }, { $0.output(in: n..<m) })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "map { $0 % 3 == 0 ? nil : $0 }.replaceNil(with: \(n))",
                { $0.map { $0 % 3 == 0 ? nil : $0 }.replaceNil(with: n).erased }, { $0.map { $0 % 3 == 0 ? n : $0 } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "replaceEmpty(with: \(n))", { $0.replaceEmpty(with: n).erased }, { $0.replaceEmpty(with: n) })
        },
    ]

    /// The same where the closure throws.
    static let tries: [Draft.Maker] = [
        { draft in
            let n = draft.number()
            return Operation(
                "tryMap { try risky($0, \(n)) }", { $0.tryMap { try risky($0, n) }.erased },
                { $0.map { try risky($0, n) } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryFilter { try risky($0, \(n)) % 2 == 0 }", { $0.tryFilter { try risky($0, n) % 2 == 0 }.erased },
                { $0.filter { try risky($0, n) % 2 == 0 } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryCompactMap { try risky($0, \(n)) % 2 == 0 ? nil : $0 }",
                { $0.tryCompactMap { try risky($0, n) % 2 == 0 ? nil : $0 }.erased },
                { $0.compactMap { try risky($0, n) % 2 == 0 ? nil : $0 } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryScan(0) { mix($0, try risky($1, \(n))) }", { $0.tryScan(0) { mix($0, try risky($1, n)) }.erased },
                { $0.scan(0) { mix($0, try risky($1, n)) } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryRemoveDuplicates { try risky($0, \(n)) == $1 }",
                { $0.tryRemoveDuplicates { try risky($0, n) == $1 }.erased },
                { $0.removeDuplicates { try risky($0, n) == $1 } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryDrop { try risky($0, \(n)) < 5 }", { $0.tryDrop { try risky($0, n) < 5 }.erased },
                { $0.drop { try risky($0, n) < 5 } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryPrefix { try risky($0, \(n)) < 8 }", { $0.tryPrefix { try risky($0, n) < 8 }.erased },
                { $0.prefix { try risky($0, n) < 8 } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "encode(encoder: RiskyCoder(\(n)))", { $0.encode(encoder: RiskyCoder(n)).erased },
                { $0.map { try risky($0, n) } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "decode(type: Int.self, decoder: RiskyCoder(\(n)))",
                { $0.decode(type: Int.self, decoder: RiskyCoder(n)).erased }, { $0.map { try risky($0, n) } })
        },
    ]

    /// Pairs of operators that the package may make one of.
    static let fused: [Draft.Maker] = [
        { draft in
            let n = draft.number()
            return Operation(
                "map { $0 + 1 }.map { mix($0, \(n)) }", { $0.map { $0 + 1 }.map { mix($0, n) }.erased },
                { $0.map { mix($0 + 1, n) } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "map { $0 + 1 }.tryMap { try risky($0, \(n)) }",
                { $0.map { $0 + 1 }.tryMap { try risky($0, n) }.erased },
                { $0.map { try risky($0 + 1, n) } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryMap { try risky($0, \(n)) }.map { $0 + 1 }.tryMap { try risky($0, \(n)) }",
                { $0.tryMap { try risky($0, n) }.map { $0 + 1 }.tryMap { try risky($0, n) }.erased },
                { $0.map { try risky(risky($0, n) + 1, n) } })
        },
        { _ in
            Operation(
                "filter { $0 % 2 == 0 }.filter { $0 % 3 > 0 }",
                { $0.filter { $0 % 2 == 0 }.filter { $0 % 3 > 0 }.erased },
                { $0.filter { $0 % 2 == 0 && $0 % 3 > 0 } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "filter { $0 % 2 == 0 }.tryFilter { try risky($0, \(n)) > 2 }.filter { $0 < 7 }",
                { $0.filter { $0 % 2 == 0 }.tryFilter { try risky($0, n) > 2 }.filter { $0 < 7 }.erased },
                { $0.filter { try $0 % 2 == 0 && risky($0, n) > 2 && $0 < 7 } })
        },
        { _ in
            Operation(
                "compactMap { $0 % 2 == 0 ? nil : $0 }.compactMap { $0 % 3 == 0 ? nil : $0 }.map { $0 + 1 }",
                {
                    $0.compactMap { $0 % 2 == 0 ? nil : $0 }.compactMap { $0 % 3 == 0 ? nil : $0 }.map { $0 + 1 }.erased
                },
                { $0.compactMap { $0 % 2 == 0 || $0 % 3 == 0 ? nil : $0 + 1 } })
        },
        { draft in
            let (n, m) = (draft.number(0...3), draft.number(0...3))
            return Operation(
                "dropFirst(\(n)).dropFirst(\(m))", { $0.dropFirst(n).dropFirst(m).erased }, { $0.dropFirst(n + m) })
        },
    ]
}

/// Encodes and decodes numbers, some of which it does not like.
struct RiskyCoder: TopLevelEncoder, TopLevelDecoder, Sendable {
    let code: Int

    init(_ code: Int) {
        self.code = code
    }

    func encode<T: Encodable>(_ value: T) throws -> Int {
        try risky(value as? Int ?? 0, code)
    }

    func decode<T: Decodable>(_ type: T.Type, from number: Int) throws -> T {
        guard let value = try risky(number, code) as? T else { throw Fault(code: -2) }
        return value
    }
}
