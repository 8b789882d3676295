//: # What became of a save in the background
//: A save runs in the background while the screen that started it is gone already. Its outcome, a future, reaches a state
//: object that another screen observes.
import Foundation
import Signals
import SignalsStore

enum FrequencyType: Int, Codable, AttributeValue { case days, weeks, months }

final class HouseholdTask: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var taskDescription = ""
    @Attribute(.indexed) var nextDueDate = Date.distantFuture
    @Attribute var frequency = 1
    @Attribute var frequencyType = FrequencyType.weeks
}

//: ## The save is a future
//: Core Data's `performBackgroundTask` returns nothing, so each method of a storage provider wraps it in a `Future` and
//: keeps a promise in two places. Here it is a future already: what the closure returns or throws is its result, and
//: what was not saved is rolled back with the context.
struct StorageProvider: Sendable {
    let container: PersistentContainer

    @discardableResult
    func addTask(
        name: String, description: String = "", nextDueDate: Date = .now, frequency: Int = 1,
        frequencyType: FrequencyType = .weeks
    ) -> Future<Void, any Error> {
        container.performBackgroundTask { context in
            let task = HouseholdTask(context: context)
            task.name = name
            task.taskDescription = description
            task.nextDueDate = nextDueDate
            task.frequency = frequency
            task.frequencyType = frequencyType
            try context.save()
        }
    }

    /// The same, saved when the closure returns: no thread waits for the disk, and there is no `save()` to forget.
    func addTaskOnReturn(name: String) -> Future<Void, any Error> {
        container.save { HouseholdTask(context: $0).name = name }
    }
}

//: ## The state object
@MainActor final class AddTaskResult: ObservableObject {
    @Published var hasError = false
    var error: (any Error)?
}

//: ## The screens
//: The overview owns the result, so that it lives longer than the screen that adds a task.
@MainActor final class TasksOverview {
    let storageProvider: StorageProvider
    let addTaskResult = AddTaskResult()
    let addTaskState = SaveState()
    private var cancellables = Set<AnyCancellable>()

    init(storageProvider: StorageProvider) {
        self.storageProvider = storageProvider
        addTaskResult.$hasError.filter { $0 }.receive(on: MainActor.shared)
            .sink { [addTaskResult] _ in
                print("alert: Could not save task:", addTaskResult.error.map { "\($0)" } ?? "unknown error")
            }
            .store(in: &cancellables)
    }

    var tasks: [String] {
        get throws {
            let sortedByNextDueDate = FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.nextDueDate)])
            return try storageProvider.container.viewContext.fetch(sortedByNextDueDate).map(\.name)
        }
    }
}

//: What the Save button does. The screen is dismissed at once; the chain lives as long as the state object.
@MainActor struct AddTaskView {
    let storageProvider: StorageProvider
    var isPresented = true

    /// The long chain, as Combine would have it.
    mutating func save(taskName: String, resultObject: AddTaskResult) {
        storageProvider.addTask(name: taskName)
            .map { false }
            .receive(on: MainActor.shared)
            .handleEvents(receiveCompletion: { completion in
                if case .failure(let error) = completion { resultObject.error = error }
            })
            .replaceError(with: true)
            .assign(to: &resultObject.$hasError)
        isPresented = false
    }

    /// The same in one line, with the state object that comes with the library.
    mutating func save(taskName: String, state: SaveState) {
        storageProvider.addTask(name: taskName).track(in: state)
        isPresented = false
    }
}

//: ## Try it
let container = try PersistentContainer(
    name: "Household", model: ManagedObjectModel(HouseholdTask.self), stores: [.inMemory()])
let storageProvider = StorageProvider(container: container)
let overview = TasksOverview(storageProvider: storageProvider)

try await storageProvider.addTask(name: "Water plants").value
print("tasks:", try overview.tasks)

var first = AddTaskView(storageProvider: storageProvider)
first.save(taskName: "Water plants", resultObject: overview.addTaskResult)
print("the first screen is presented:", first.isPresented)
for await hasError in overview.addTaskResult.$hasError.values where hasError { break }

var second = AddTaskView(storageProvider: storageProvider)
second.save(taskName: "Water plants", state: overview.addTaskState)
print("phase:", overview.addTaskState.phase)
for await phase in overview.addTaskState.$phase.values where phase == .failed { break }
if let error = overview.addTaskState.error { print("alert: Could not save task:", error) }
overview.addTaskState.dismissError()
print("dismissed; has an error:", overview.addTaskState.hasError)

try await storageProvider.addTaskOnReturn(name: "Sweep").value
print("tasks:", try overview.tasks)
