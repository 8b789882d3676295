#if canImport(Combine)
    import Combine
#else
    #error("this file is for platforms that have Combine")
#endif

class FormViewModel: ObservableObject {
    @Published var name = ""
    @Published var isBusy = false
    var cancellables: Set<AnyCancellable> = []

    init() {}
}

final class LoginViewModel: FormViewModel {
    @Published var password = ""
    @Published private(set) var isValid = false
    @Published private(set) var greeting: String? = nil
    var attempts = 0

    override init() {
        super.init()
        Publishers.CombineLatest($name, $password)
            .map { name, password in !name.isEmpty && password.count >= 8 }
            .removeDuplicates()
            .assign(to: &$isValid)
        $name
            .filter { !$0.isEmpty }
            .map { "Hello, \($0)" }
            .map(Optional.some)
            .assign(to: \.greeting, on: self)
            .store(in: &cancellables)
        $password.dropFirst().sink { _ in self.attempts += 1 }.store(in: &cancellables)
    }
}

class ListViewModel<Item: Equatable>: ObservableObject {
    @Published var items: [Item] = []
    @Published var selection: Item?

    init() {}

    var isEmpty: AnyPublisher<Bool, Never> {
        $items.map(\.isEmpty).removeDuplicates().eraseToAnyPublisher()
    }
}

final class Counter: ObservableObject {
    let objectWillChange = PassthroughSubject<Void, Never>()
    var count = 0 {
        willSet { objectWillChange.send() }
    }

    init() {}
}
