import Combine
import Foundation

/// A scheduler whose actions run by hand.
final class ManualScheduler: Scheduler {
    typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    typealias SchedulerOptions = Never

    var now: SchedulerTimeType = .init(.init(uptimeNanoseconds: 1))
    var minimumTolerance: SchedulerTimeType.Stride { 0 }
    private var actions: [(date: SchedulerTimeType, run: () -> Void)] = []

    init() {}

    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        actions.append((now, action))
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        actions.append((date, action))
    }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> Cancellable {
        var isCancelled = false
        func step(_ date: SchedulerTimeType) {
            actions.append(
                (
                    date,
                    {
                        if isCancelled { return }
                        action()
                        step(date.advanced(by: interval))
                    }
                ))
        }
        step(date)
        return AnyCancellable { isCancelled = true }
    }

    func advance(by stride: SchedulerTimeType.Stride) {
        let end = now.advanced(by: stride)
        while let index = actions.indices.min(by: { actions[$0].date < actions[$1].date }),
            actions[index].date <= end
        {
            let next = actions.remove(at: index)
            now = max(now, next.date)
            next.run()
        }
        now = end
    }
}

final class Debouncer<Context: Scheduler> {
    private let input = PassthroughSubject<String, Never>()
    private(set) var output: [String] = []
    private(set) var throttled: [String] = []
    private var bag: [AnyCancellable] = []

    init(interval: Context.SchedulerTimeType.Stride, scheduler: Context) {
        input.debounce(for: interval, scheduler: scheduler).sink { self.output.append($0) }.store(in: &bag)
        input.throttle(for: interval, scheduler: scheduler, latest: true)
            .sink(receiveValue: keep)
            .store(in: &bag)
    }

    private func keep(_ text: String) {
        throttled.append(text)
    }

    func type(_ text: String) {
        input.send(text)
    }
}
