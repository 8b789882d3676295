import Signals

extension Catalog {
    /// Operators on several publishers, each with a chain of its own.
    static let combining: [Draft.Maker] = [
        { draft in
            Operation(clock: [draft.chain()], { "merge(with: \($0[0]))" }, { $0.merge(with: $1[0]()).erased }) {
                .merge([$0] + $1.map { $0() }, $2)
            }
        },
        { draft in
            Operation(
                clock: [draft.chain(), draft.chain()], { "merge(with: \($0[0]), \($0[1]))" },
                { $0.merge(with: $1[0](), $1[1]()).erased }
            ) { .merge([$0] + $1.map { $0() }, $2) }
        },
        { draft in
            Operation(
                clock: [draft.chain()], { "merge(with: \($0[0])), as MergeMany" },
                { Publishers.MergeMany([$0, $1[0]()]).erased }
            ) { .merge([$0] + $1.map { $0() }, $2) }
        },
        { draft in
            Operation(
                clock: [draft.chain()], { "zip(\($0[0])) { mix([$0, $1]) }" },
                { $0.zip($1[0]()) { mix([$0, $1]) }.erased }
            ) {
                .zip([$0] + $1.map { $0() }, $2)
            }
        },
        { draft in
            Operation(
                clock: [draft.chain(), draft.chain()], { "zip(\($0[0]), \($0[1])) { mix([$0, $1, $2]) }" },
                { $0.zip($1[0](), $1[1]()) { mix([$0, $1, $2]) }.erased }
            ) { .zip([$0] + $1.map { $0() }, $2) }
        },
        { draft in
            Operation(
                clock: [draft.chain()], { "combineLatest(\($0[0])) { mix([$0, $1]) }" },
                { $0.combineLatest($1[0]()) { mix([$0, $1]) }.erased }
            ) { .combineLatest([$0] + $1.map { $0() }, $2) }
        },
        { draft in
            Operation(
                clock: [draft.chain(), draft.chain()], { "combineLatest(\($0[0]), \($0[1])) { mix([$0, $1, $2]) }" },
                { $0.combineLatest($1[0](), $1[1]()) { mix([$0, $1, $2]) }.erased }
            ) { .combineLatest([$0] + $1.map { $0() }, $2) }
        },
        { draft in
            Operation([draft.chain()], { "append(\($0[0]))" }, { $0.append($1[0]()).erased }, { $0.append($1[0]()) })
        },
        { draft in
            Operation([draft.chain()], { "prepend(\($0[0]))" }, { $0.prepend($1[0]()).erased }, { $1[0]().append($0) })
        },
        { draft in
            let values = draft.values(1...3)
            return Operation("append(\(values))", { $0.append(values).erased }, { $0.append(.sequence(values)) })
        },
        { draft in
            let values = draft.values(1...3)
            return Operation(
                "prepend(\(values))", { $0.prepend(values).erased }, { ModelPublisher.sequence(values).append($0) })
        },
        { draft in
            Operation(
                [draft.chain()], { "prefix(untilOutputFrom: \($0[0]))" }, { $0.prefix(untilOutputFrom: $1[0]()).erased }
            ) { upstream, inputs in
                let other = inputs[0]()
                return upstream.until { PrefixingUntil($0, other) }
            }
        },
        { draft in
            Operation(
                [draft.chain()], { "drop(untilOutputFrom: \($0[0]))" }, { $0.drop(untilOutputFrom: $1[0]()).erased }
            ) { upstream, inputs in
                let other = inputs[0]()
                return upstream.until { DroppingUntil($0, other) }
            }
        },
    ]

    /// Operators that make a publisher of each value, or of the failure.
    static let dependent: [Draft.Maker] = [
        { draft in
            let limit = draft.chance(40) ? Int.max : draft.number(1...2)
            return Operation(
                clock: [draft.chain()],
                {
                    "flatMap(maxPublishers: \(limit == .max ? ".unlimited" : ".max(\(limit))")) { value in \($0[0]).map { mix($0, value) } }"
                },
                { upstream, inputs in
                    let input = inputs[0]
                    return upstream.flatMap(maxPublishers: limit == .max ? .unlimited : .max(limit)) { value in
                        input().map { mix($0, value) }
                    }.erased
                },
                { upstream, inputs, clock in
                    let input = inputs[0]
                    return .flatMap(upstream, limit: limit, clock) { value in input().map { mix($0, value) } }
                })
        },
        { draft in
            Operation(
                [draft.chain()], { "map { value in \($0[0]).map { mix($0, value) } }.switchToLatest()" },
                { upstream, inputs in
                    let input = inputs[0]
                    return upstream.map { value in input().map { mix($0, value) } }.switchToLatest().erased
                },
                { upstream, inputs in
                    let input = inputs[0]
                    return Switching.latest(upstream) { value in input().map { mix($0, value) } }
                })
        },
        { draft in
            Operation(
                [draft.chain()], { "catch { _ in \($0[0]) }" },
                { upstream, inputs in
                    let input = inputs[0]
                    return upstream.catch { _ in input() }.erased
                },
                { upstream, inputs in
                    let input = inputs[0]
                    return upstream.catch { _ in input() }
                })
        },
        { draft in
            let n = draft.number()
            return Operation(
                [draft.chain()], { "tryCatch { _ = try risky($0.code, \(n)); return \($0[0]) }" },
                { upstream, inputs in
                    let input = inputs[0]
                    return upstream.tryCatch { fault in
                        _ = try risky(fault.code, n)
                        return input()
                    }.erased
                },
                { upstream, inputs in
                    let input = inputs[0]
                    return upstream.catch { fault in
                        _ = try risky(fault.code, n)
                        return input()
                    }
                })
        },
        { draft in
            Operation(
                [draft.chain()], { "append(Deferred { \($0[0]) })" },
                { upstream, inputs in
                    let input = inputs[0]
                    return upstream.append(Deferred { input() }).erased
                },
                { upstream, inputs in
                    let input = inputs[0]
                    return upstream.append(.deferred { input() })
                })
        },
    ]

    /// One publisher with two subscribers.
    static let shared: [Draft.Maker] = [
        { draft in
            let n = draft.number(1...3)
            return Operation(
                world: "share() with itself: $0.prefix(\(n)).merge(with: $0)",
                { upstream, _ in
                    let shared = upstream.share()
                    return shared.prefix(n).merge(with: shared).erased
                },
                { upstream, world in
                    let shared = ModelMulticast(upstream, ModelSubject(world.clock), world.clock).autoconnected
                    return .merge([shared.output(in: 0..<n), shared], world.clock)
                })
        },
        { _ in
            Operation(
                world: "share() with itself: $0.merge(with: $0.map { $0 + 100 })",
                { upstream, _ in
                    let shared = upstream.share()
                    return shared.merge(with: shared.map { $0 + 100 }).erased
                },
                { upstream, world in
                    let shared = ModelMulticast(upstream, ModelSubject(world.clock), world.clock).autoconnected
                    return .merge([shared, shared.map { $0 + 100 }], world.clock)
                })
        },
        { _ in
            Operation(
                world: "share() with itself: $0.zip($0.dropFirst()) { mix([$0, $1]) }",
                { upstream, _ in
                    let shared = upstream.share()
                    return shared.zip(shared.dropFirst()) { mix([$0, $1]) }.erased
                },
                { upstream, world in
                    let shared = ModelMulticast(upstream, ModelSubject(world.clock), world.clock).autoconnected
                    return .zip([shared, shared.dropFirst(1)], world.clock)
                })
        },
        { _ in
            Operation(
                world: "multicast(subject: CurrentValueSubject(0)).autoconnect(): $0.combineLatest($0.scan(0, +))",
                { upstream, _ in
                    let shared = upstream.multicast(subject: CurrentValueSubject<Int, Fault>(0)).autoconnect()
                    return shared.combineLatest(shared.scan(0, +)) { mix([$0, $1]) }.erased
                },
                { upstream, world in
                    let shared = ModelMulticast(upstream, ModelSubject(0, world.clock), world.clock).autoconnected
                    return .combineLatest([shared, shared.scan(0, +)], world.clock)
                })
        },
        { _ in
            Operation(
                world: "subscribed to twice: $0.merge(with: $0)",
                { upstream, _ in upstream.merge(with: upstream).erased },
                { .merge([$0, $0], $1.clock) })
        },
    ]
}
