import Signals

extension Catalog {
    /// Operators that put out one value, or groups.
    static let gatherings: [Draft.Maker] = [
        { _ in Operation("collect().map { mix($0) }", { $0.collect().number.erased }, { $0.collect() }) },
        { draft in
            let n = draft.number(1...3)
            return Operation(
                "collect(\(n)).map { mix($0) }", { $0.collect(n).number.erased }, { $0.through { Grouping($0, n) } })
        },
        { _ in Operation("count()", { $0.count().erased }, { $0.reduce(0) { count, _ in count.map { $0 + 1 } } }) },
        { draft in
            let n = draft.number()
            return Operation(
                "reduce(\(n)) { mix($0, $1) }", { $0.reduce(n) { mix($0, $1) }.erased },
                { $0.reduce(n) { result, value in result.map { mix($0, value) } } })
        },
        { _ in Operation("min()", { $0.min().erased }, { $0.reduce(nil) { min($0 ?? $1, $1) } }) },
        { _ in Operation("max()", { $0.max().erased }, { $0.reduce(nil) { max($0 ?? $1, $1) } }) },
        { _ in
            // Of values that are equal in this order the first is put out, as by `Sequence`'s functions.
            Operation(
                "min { $0 % 4 < $1 % 4 }", { $0.min { $0 % 4 < $1 % 4 }.erased },
                { $0.reduce(nil) { result, value in value % 4 < (result ?? value) % 4 ? value : result ?? value } })
        },
        { _ in
            Operation(
                "max { $0 % 4 < $1 % 4 }", { $0.max { $0 % 4 < $1 % 4 }.erased },
                { $0.reduce(nil) { result, value in (result ?? value) % 4 < value % 4 ? value : result ?? value } })
        },
        { draft in
            let n = draft.number(0...9)
            return Operation(
                "contains(\(n)).map { $0 ? 1 : 0 }", { $0.contains(n).number.erased },
                { $0.first(or: 0) { $0 == n ? 1 : nil } })
        },
        { draft in
            let n = draft.number(0...9)
            return Operation(
                "contains { $0 > \(n) }.map { $0 ? 1 : 0 }", { $0.contains { $0 > n }.number.erased },
                { $0.first(or: 0) { $0 > n ? 1 : nil } })
        },
        { draft in
            let n = draft.number(0...9)
            return Operation(
                "allSatisfy { $0 > \(n) }.map { $0 ? 1 : 0 }", { $0.allSatisfy { $0 > n }.number.erased },
                { $0.first(or: 1) { $0 > n ? nil : 0 } })
        },
        { _ in Operation("first()", { $0.first().erased }, { $0.first(or: nil) { $0 } }) },
        { draft in
            let n = draft.number(0...9)
            return Operation(
                "first { $0 > \(n) }", { $0.first { $0 > n }.erased }, { $0.first(or: nil) { $0 > n ? $0 : nil } })
        },
        { _ in Operation("last()", { $0.last().erased }, { $0.reduce(nil) { $1 } }) },
        { draft in
            let n = draft.number(0...9)
            return Operation(
                "last { $0 < \(n) }", { $0.last { $0 < n }.erased }, { $0.reduce(nil) { $1 < n ? $1 : $0 } })
        },
        { _ in
            Operation("ignoreOutput()", { $0.ignoreOutput().number.erased }, { $0.ignoreOutput() })
        },
    ]

    /// The same where the closure throws.
    static let triedGatherings: [Draft.Maker] = [
        { draft in
            let n = draft.number()
            return Operation(
                "tryReduce(1) { mix($0, try risky($1, \(n))) }",
                { $0.tryReduce(1) { mix($0, try risky($1, n)) }.erased },
                { $0.reduce(1) { result, value in mix(result ?? 0, try risky(value, n)) } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryMin { try risky($0, \(n)) < $1 }",
                {
                    $0.tryMin {
                        _ = try risky(min($0, $1), n)
                        return $0 < $1
                    }.erased
                },
                {
                    $0.reduce(nil) { result, value in
                        guard let result else { return value }
                        _ = try risky(min(result, value), n)
                        return min(result, value)
                    }
                })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryMax { try risky($0, \(n)) < $1 }",
                {
                    $0.tryMax {
                        _ = try risky(min($0, $1), n)
                        return $0 < $1
                    }.erased
                },
                {
                    $0.reduce(nil) { result, value in
                        guard let result else { return value }
                        _ = try risky(min(result, value), n)
                        return max(result, value)
                    }
                })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryContains { try risky($0, \(n)) > 6 }.map { $0 ? 1 : 0 }",
                { $0.tryContains { try risky($0, n) > 6 }.number.erased },
                { $0.first(or: 0) { try risky($0, n) > 6 ? 1 : nil } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryAllSatisfy { try risky($0, \(n)) > 2 }.map { $0 ? 1 : 0 }",
                { $0.tryAllSatisfy { try risky($0, n) > 2 }.number.erased },
                { $0.first(or: 1) { try risky($0, n) > 2 ? nil : 0 } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryFirst { try risky($0, \(n)) > 4 }", { $0.tryFirst { try risky($0, n) > 4 }.erased },
                { $0.first(or: nil) { try risky($0, n) > 4 ? $0 : nil } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryLast { try risky($0, \(n)) > 4 }", { $0.tryLast { try risky($0, n) > 4 }.erased },
                { $0.reduce(nil) { result, value in try risky(value, n) > 4 ? value : result } })
        },
    ]
}
