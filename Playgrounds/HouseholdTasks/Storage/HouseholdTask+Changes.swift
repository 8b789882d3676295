import Foundation
import SignalsStore

/// The changes of tasks, each inside a context on its queue; whoever makes them saves the context.
extension HouseholdTask {
    /// Makes a task that is not saved yet.
    @discardableResult
    static func add(_ task: NewTask, in context: ManagedObjectContext) throws -> HouseholdTask {
        let position = try task.position ?? nextPosition(in: context)
        let stored = HouseholdTask(context: context)
        stored.position = position
        stored.take(task.line)
        stored.beginning = task.beginning
        stored.ending = task.ending
        return stored
    }

    /// The place after the last task that `context` finds.
    static func nextPosition(in context: ManagedObjectContext) throws -> Int {
        var last = FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.position, order: .reverse)])
        last.fetchLimit = 1
        return try context.fetch(last).first.map { $0.position + 1 } ?? 0
    }

    /// Completes the task. One that comes back becomes due again, and the completed one is kept before it.
    ///
    /// - Returns: the line of the task that follows, if it comes back.
    func complete(on day: CalendarDay) throws -> TodoLine? {
        let line = TodoLine(line)
        guard !line.header.isCompleted else { throw TaskError.alreadyDone(name: line.name) }
        let next = line.next(after: day)
        if next != nil { keepCompleted(line.completed(on: day)) }
        take(next ?? line.completed(on: day))
        return next
    }

    private func keepCompleted(_ line: TodoLine) {
        guard let context = managedObjectContext else { return }
        let completed = HouseholdTask(context: context)
        completed.position = position
        completed.take(line)
        completed.beginning = beginning
        completed.ending = ending.hasPrefix("\r\n") ? "\r\n" : "\n"
        beginning = ""
    }
}
