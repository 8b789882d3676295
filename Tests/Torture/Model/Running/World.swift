import Signals
import SignalsTesting

typealias Real = AnyPublisher<Int, Fault>

/// Something that a script does.
enum Action: Sendable {
    case request(Int)
    case cancel
    case send(Int, to: Int)
    case end(Ending, of: Int)
    case resolve(Int, with: Result<Int, Fault>)
}

/// The subjects, futures and the time that a chain of the package is made of.
///
/// The first two subjects keep nothing, the third is a `CurrentValueSubject` of 0.
final class RealWorld: Sendable {
    let scheduler = TestScheduler()
    let notes = Locked<[Int: [Note]]>([:])
    private let passthrough = [PassthroughSubject<Int, Fault>(), PassthroughSubject<Int, Fault>()]
    private let current = CurrentValueSubject<Int, Fault>(0)
    private let futures: [Future<Int, Fault>]
    private let promises: [Promise]
    private typealias Promise = @Sendable (Result<Int, Fault>) -> Void
    private let connections = Locked<[any Cancellable]>([])

    init() {
        var futures: [Future<Int, Fault>] = []
        var promises: [Promise] = []
        for _ in 0..<2 { futures.append(Future { promises.append($0) }) }
        self.futures = futures
        self.promises = promises
    }

    var now: Int { scheduler.now.sinceStart.magnitude / 1_000_000 }

    func subject(_ index: Int) -> Real {
        index < 2 ? passthrough[index].eraseToAnyPublisher() : current.eraseToAnyPublisher()
    }

    func future(_ index: Int) -> Real {
        futures[index].eraseToAnyPublisher()
    }

    func note(_ id: Int, _ what: Note.What) {
        notes.withLock { $0[id, default: []].append(Note(time: now, what: what)) }
    }

    func at(_ time: Int, _ action: @escaping @Sendable () -> Void) {
        let date = VirtualTime(.milliseconds(time))
        scheduler.schedule(after: date, tolerance: .nanoseconds(0), options: nil, action)
    }

    func keep(_ connection: any Cancellable) {
        connections.withLock { $0.append(connection) }
    }

    /// Does what concerns the world, and returns false for what concerns the subscriber.
    func perform(_ action: Action) -> Bool {
        switch action {
        case .send(let value, let index):
            if index < 2 { passthrough[index].send(value) } else { current.send(value) }
        case .end(let ending, let index):
            if index < 2 {
                passthrough[index].send(completion: ending.completion)
            } else {
                current.send(completion: ending.completion)
            }
        case .resolve(let index, let result): promises[index](result)
        case .request, .cancel: return false
        }
        return true
    }
}

extension Ending {
    var completion: Subscribers.Completion<Fault> {
        switch self {
        case .finished: .finished
        case .failed(let fault): .failure(fault)
        }
    }

    init(_ completion: Subscribers.Completion<Fault>) {
        switch completion {
        case .finished: self = .finished
        case .failure(let fault): self = .failed(fault)
        }
    }
}

/// The same for the model.
final class ModelWorld {
    let clock = ModelClock()
    private(set) var notes: [Int: [Note]] = [:]
    let subjects: [ModelSubject]
    let futures = [ModelFuture(), ModelFuture()]

    init() {
        subjects = [ModelSubject(clock), ModelSubject(clock), ModelSubject(0, clock)]
    }

    func note(_ id: Int, _ what: Note.What) {
        notes[id, default: []].append(Note(time: clock.now, what: what))
    }

    func perform(_ action: Action) -> Bool {
        switch action {
        case .send(let value, let index): subjects[index].send(value)
        case .end(let ending, let index): subjects[index].send(ending)
        case .resolve(let index, .success(let value)): futures[index].resolve(.value(value))
        case .resolve(let index, .failure(let fault)): futures[index].resolve(.failure(fault))
        case .request, .cancel: return false
        }
        return true
    }
}

/// An event that somebody saw.
struct Note: Equatable, Sendable, CustomStringConvertible {
    enum What: Equatable, Sendable {
        case subscription
        case value(Int)
        case ending(Ending)
        case cancel
        /// A line of `print`.
        case line(String)
    }

    let time: Int
    let what: What

    var isCancel: Bool { what == .cancel || what == .line("receive cancel") }

    var isEnding: Bool {
        switch what {
        case .ending: true
        case .line(let line): line == "receive finished" || line.hasPrefix("receive error")
        default: false
        }
    }

    var description: String {
        switch what {
        case .subscription: "\(time): subscription"
        case .value(let value): "\(time): \(value)"
        case .ending(let ending): "\(time): \(ending)"
        case .cancel: "\(time): cancel"
        case .line(let line): "\(time): \(line)"
        }
    }
}
