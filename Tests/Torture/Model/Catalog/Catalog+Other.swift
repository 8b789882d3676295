import Signals
import SignalsTesting

extension Catalog {
    /// Operators on failures that take no other publisher.
    static let errors: [Draft.Maker] = [
        { draft in
            let n = draft.number(1...9)
            return Operation(
                "mapError { Fault(code: $0.code + \(n)) }", { $0.mapError { Fault(code: $0.code + n) }.erased },
                { $0.changingTheEnd { .failed(Fault(code: $0.code + n)) } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "replaceError(with: \(n))", { $0.replaceError(with: n).erased }, { $0.catch { _ in .sequence([n]) } })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "replaceError(with: \(n)).assertNoFailure()", { $0.replaceError(with: n).assertNoFailure().erased },
                { $0.catch { _ in .sequence([n]) } })
        },
        { draft in
            let n = draft.number(0...2)
            return Operation("retry(\(n))", { $0.retry(n).erased }, { $0.retry(n) })
        },
        { draft in
            let n = draft.number()
            return Operation(
                "tryCatch { throw Fault(code: $0.code + \(n)) }",
                { $0.tryCatch { fault -> Just<Int> in throw Fault(code: fault.code + n) }.erased },
                { $0.catch { throw Fault(code: $0.code + n) } })
        },
    ]

    /// Operators that look on, and those that keep.
    static let observing: [Draft.Maker] = [
        { draft in
            let id = draft.id()
            return Operation(
                world: "handleEvents(/* \(id) */)",
                { upstream, world in
                    upstream.handleEvents(
                        receiveSubscription: { _ in world.note(id, .subscription) },
                        receiveOutput: { world.note(id, .value($0)) },
                        receiveCompletion: { world.note(id, .ending(Ending($0))) },
                        receiveCancel: { world.note(id, .cancel) }
                    ).erased
                }, { upstream, world in upstream.through { Noting($0, id, world) } })
        },
        { draft in
            let id = draft.id()
            return Operation(
                world: "print(to: /* \(id) */)",
                { upstream, world in upstream.print(to: NoteStream(id: id, world: world)).erased },
                { upstream, world in upstream.through { Printing($0, id, world) } })
        },
        { _ in
            Operation(
                "breakpoint()",
                {
                    $0.breakpoint(
                        receiveSubscription: { _ in false }, receiveOutput: { _ in false },
                        receiveCompletion: { _ in false }
                    ).erased
                }, { $0 })
        },
        { draft in
            let size = draft.number(0...3)
            let whenFull = draft.pick([Buffering.WhenFull.dropNewest, .dropOldest, .fail(Fault(code: 99))])
            let keepsFull = size > 0 && draft.chance(50)
            return Operation(
                "buffer(size: \(size), prefetch: .\(keepsFull ? "keepFull" : "byRequest"), whenFull: .\(whenFull))",
                {
                    $0.buffer(
                        size: size, prefetch: keepsFull ? .keepFull : .byRequest, whenFull: whenFull.strategy
                    ).erased
                },
                { $0.through { Buffering($0, size: size, keepsFull: keepsFull, whenFull: whenFull) } })
        },
    ]

    /// Operators on time.
    static let timing: [Draft.Maker] = [
        { draft in
            let n = draft.interval()
            return Operation(
                world: "delay(for: \(n))",
                { $0.delay(for: .milliseconds(n), scheduler: $1.scheduler).erased },
                { upstream, world in upstream.through { Later($0, world.clock, after: n) } })
        },
        { _ in
            Operation(
                world: "receive(on: scheduler)", { $0.receive(on: $1.scheduler).erased },
                { upstream, world in upstream.through { Mailing($0, world.clock) } })
        },
        { _ in
            Operation(
                world: "subscribe(on: scheduler)", { $0.subscribe(on: $1.scheduler).erased },
                { upstream, world in
                    ModelPublisher { subscriber in
                        world.clock.schedule(at: world.clock.now) {
                            upstream.subscribe(SubscribingOn(subscriber, world.clock))
                        }
                    }
                })
        },
        { draft in
            let n = draft.interval()
            return Operation(
                world: "debounce(for: \(n))",
                { $0.debounce(for: .milliseconds(n), scheduler: $1.scheduler).erased },
                { upstream, world in upstream.through { Debouncing($0, world.clock, n) } })
        },
        { draft in
            let n = draft.interval()
            let latest = draft.chance(50)
            return Operation(
                world: "throttle(for: \(n), latest: \(latest))",
                { $0.throttle(for: .milliseconds(n), scheduler: $1.scheduler, latest: latest).erased },
                { upstream, world in upstream.through { Throttling($0, world.clock, n, latest: latest) } })
        },
        { draft in
            let n = draft.interval()
            let fault = draft.chance(50) ? Fault(code: 77) : nil
            return Operation(
                world: "timeout(\(n), customError: \(fault.map { "\($0)" } ?? "nil"))",
                { upstream, world in
                    guard let fault else {
                        return upstream.timeout(.milliseconds(n), scheduler: world.scheduler).erased
                    }
                    return upstream.timeout(.milliseconds(n), scheduler: world.scheduler, customError: { fault }).erased
                },
                { upstream, world in
                    upstream.through { TimingOut($0, world.clock, n, fault.map { .failed($0) } ?? .finished) }
                })
        },
        { _ in
            Operation(
                world: "measureInterval(using: scheduler)",
                { $0.measureInterval(using: $1.scheduler).map { $0.magnitude / 1_000_000 }.erased },
                { upstream, world in upstream.through { Measuring($0, world.clock) } })
        },
        { draft in
            let n = draft.interval()
            return Operation(
                world: "collect(.byTime(scheduler, \(n))).map { mix($0) }",
                { $0.collect(.byTime($1.scheduler, .milliseconds(n))).number.erased },
                { upstream, world in upstream.through { GroupingByTime($0, world.clock, n) } })
        },
        { draft in
            let (n, count) = (draft.interval(), draft.number(1...3))
            return Operation(
                world: "collect(.byTimeOrCount(scheduler, \(n), \(count))).map { mix($0) }",
                { $0.collect(.byTimeOrCount($1.scheduler, .milliseconds(n), count)).number.erased },
                { upstream, world in upstream.through { GroupingByTime($0, world.clock, n, count: count) } })
        },
    ]

    /// Operators with a subject, and one subscriber.
    static let sharing: [Draft.Maker] = [
        { _ in
            Operation(
                world: "share()", { upstream, _ in upstream.share().erased },
                { ModelMulticast($0, ModelSubject($1.clock), $1.clock).autoconnected })
        },
        { draft in
            let n = draft.number()
            return Operation(
                world: "multicast(subject: CurrentValueSubject(\(n))).autoconnect()",
                { upstream, _ in
                    upstream.multicast(subject: CurrentValueSubject<Int, Fault>(n)).autoconnect().erased
                },
                { ModelMulticast($0, ModelSubject(n, $1.clock), $1.clock).autoconnected })
        },
        { draft in
            let time = 50 * draft.number(1...5) + 25
            return Operation(
                world: "makeConnectable() /* connect() at \(time) */",
                { upstream, world in
                    let connectable = upstream.assertNoFailureType.makeConnectable()
                    world.at(time) { world.keep(connectable.connect()) }
                    return connectable.erased
                },
                { upstream, world in
                    let multicast = ModelMulticast(
                        upstream.catch { _ in .sequence([0]) }, ModelSubject(world.clock), world.clock)
                    world.clock.schedule(at: time) { multicast.connect() }
                    return multicast.publisher
                })
        },
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    /// `makeConnectable()` is for publishers that cannot fail.
    fileprivate var assertNoFailureType: Publishers.ReplaceError<Self> { replaceError(with: 0) }
}

extension Buffering.WhenFull {
    fileprivate var strategy: Publishers.BufferingStrategy<Fault> {
        switch self {
        case .dropNewest: .dropNewest
        case .dropOldest: .dropOldest
        case .fail(let fault): .customError { fault }
        }
    }
}

/// The stream that `print` writes to: the notes, but for what says how the subscription is called and what was asked
/// for.
struct NoteStream: TextOutputStream, Sendable {
    let id: Int
    let world: RealWorld

    mutating func write(_ string: String) {
        for line in string.split(separator: "\n") where line.hasPrefix("receive") && !line.contains("subscription") {
            world.note(id, .line(String(line)))
        }
    }
}
