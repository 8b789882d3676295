import Combine
import Foundation

extension Notification.Name {
    static let taskSaved = Notification.Name("taskSaved")
}

/// Everything that ends on the main thread, in the ways people bring it there.
class MainScreen {
    var title = ""
    var ticks = 0
    var saved: [String] = []
    var events: [String] = []
    private var cancellables = Set<AnyCancellable>()

    init() {}

    func bind(_ titles: AnyPublisher<String, Never>, done: @escaping () -> Void) {
        titles.receive(on: DispatchQueue.main).assign(to: \.title, on: self).store(in: &cancellables)
        titles.receive(on: RunLoop.main).sink { self.events.append("loop \($0)") }.store(in: &cancellables)
        titles.receive(on: OperationQueue.main).sink { [unowned self] in events.append("queue \($0)") }
            .store(in: &cancellables)
        titles
            .debounce(for: .milliseconds(1), scheduler: RunLoop.main)
            .map { "debounced \($0)" }
            .sink { [weak self] in
                self?.events.append($0)
                done()
            }
            .store(in: &cancellables)
        titles
            .throttle(for: 0.001, scheduler: DispatchQueue.main, latest: false)
            .sink { [weak self] in self?.events.append("throttled \($0)") }
            .store(in: &cancellables)
    }

    func startTimer(done: @escaping () -> Void) {
        var timer: AnyCancellable?
        timer = Timer.publish(every: 0.001, on: .main, in: .common)
            .autoconnect()
            .scan(0) { count, _ in count + 1 }
            .sink { [weak self] in
                self?.ticks = $0
                if $0 == 3 {
                    timer?.cancel()
                    done()
                }
            }
    }

    func observe(_ center: NotificationCenter = .default) {
        center.publisher(for: .taskSaved)
            .compactMap { $0.userInfo?["name"] as? String }
            .sink { [weak self] in self?.saved.append($0) }
            .store(in: &cancellables)
    }

    func stop() {
        cancellables.forEach { $0.cancel() }
        cancellables.removeAll()
    }
}

@MainActor
final class Clock {
    private(set) var log: [String] = []
    private var subscription: AnyCancellable?
    private let input = PassthroughSubject<Int, Never>()

    init() {
        subscription =
            input
            .print("clock", to: Output())
            .tryMap { [weak self] value in try self?.check(value) ?? 0 }
            .replaceError(with: -1)
            .flatMap { value in Just(value + self.log.count) }
            .sink(receiveCompletion: { _ in self.log.append("done") }, receiveValue: { self.log.append("\($0)") })
    }

    private func check(_ value: Int) throws -> Int { value }

    func tick(_ value: Int) { input.send(value) }
    func finish() { input.send(completion: .finished) }

    func later(_ action: @escaping () -> Void) {
        DispatchQueue.main.schedule {
            self.log.append("later"); action()
        }
    }

    private struct Output: TextOutputStream {
        func write(_ string: String) {}
    }
}
