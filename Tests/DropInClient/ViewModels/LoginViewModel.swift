#if canImport(Combine)
    import Combine
#else
    #error("this file is for platforms that have Combine")
#endif

open class FormViewModel: ObservableObject {
    @Published public var name = ""
    @Published public var isBusy = false
    public var cancellables: Set<AnyCancellable> = []

    public init() {}
}

public final class LoginViewModel: FormViewModel {
    @Published public var password = ""
    @Published public private(set) var isValid = false
    @Published public private(set) var greeting: String? = nil
    public var attempts = 0

    public override init() {
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

public class ListViewModel<Item: Equatable>: ObservableObject {
    @Published public var items: [Item] = []
    @Published public var selection: Item?

    public init() {}

    public var isEmpty: AnyPublisher<Bool, Never> {
        $items.map(\.isEmpty).removeDuplicates().eraseToAnyPublisher()
    }
}

public final class Counter: ObservableObject {
    public let objectWillChange = PassthroughSubject<Void, Never>()
    public var count = 0 {
        willSet { objectWillChange.send() }
    }

    public init() {}
}
