/// The actions of a subscriber, and what happens meanwhile.
struct Script: Sendable {
    /// The demand with which it subscribes.
    var initial = Int.max

    /// The demands that it returns for values; the last goes for all that follow.
    var more = [0]

    /// The actions inside an event: 0 is the subscription, then the values are counted, -1 is the end.
    var inside: [(event: Int, action: Action)] = []

    /// The actions at a time.
    var timed: [(time: Int, action: Action)] = []

    static let horizon = 4000

    func actions(in event: Int) -> [Action] {
        inside.filter { $0.event == event }.map(\.action)
    }

    func returned(for value: Int) -> Int {
        more[min(value, more.count) - 1]
    }

    /// More values than this are not of interest: the subscriber cancels.
    static let enough = 150
}

/// Everything that is seen in a run.
struct Trace: Equatable, Sendable {
    let events: [Note]

    /// The events that operators which look on have seen, but for cancels.
    let notes: [Int: [Note]]

    /// The times of the cancels that they have seen. When several things happen at one time, a cancel may come before or
    /// after them, and after an end it comes or not.
    let cancels: [Int: [Int]]

    /// The time from which on the model is one of several ways.
    var isOpenFrom = Int.max

    init(events: [Note], notes: [Int: [Note]]) {
        self.events = events
        self.notes = notes.mapValues { $0.filter { !$0.isCancel } }.filter { !$0.value.isEmpty }
        cancels = notes.mapValues { all in
            let ends = Set(all.filter(\.isEnding).map(\.time))
            return all.filter { $0.isCancel && !ends.contains($0.time) }.map(\.time)
        }.filter { !$0.value.isEmpty }
    }

    private init(_ trace: Trace, before time: Int) {
        events = trace.events.filter { $0.time < time }
        notes = trace.notes.mapValues { $0.filter { $0.time < time } }.filter { !$0.value.isEmpty }
        cancels = trace.cancels.mapValues { $0.filter { $0 < time } }.filter { !$0.value.isEmpty }
    }

    /// The trace before a time.
    func before(_ time: Int) -> Trace {
        Trace(self, before: time)
    }
}
