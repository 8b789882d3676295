import Foundation

/// A closure whose changes are saved when it returns.
struct SavedClosure: TaskClosure {
    let body: BackgroundWork.Body
    let span: OngoingSpan?

    func prepare(
        in context: ManagedObjectContext, reading receipt: (String) throws -> Data?
    ) -> PreparedTask {
        let ending: BackgroundWork.Ending
        do { ending = try context.withInnerSaves(body) } catch { return .thrown(error) }
        do throws(SaveError) {
            let (whole, changeSet) = try context.prepareWhole()
            if let span { span.note(changeSet ?? ChangeSet()) }
            guard let changeSet else { return .unchanged(TaskEnding(whole: nil, task: ending)) }
            let taskEnding = TaskEnding(whole: whole, task: ending)
            return changeSet.isEmpty ? .unchanged(taskEnding) : .changed(changeSet, taskEnding)
        } catch { return .refused(error) }
    }
}
