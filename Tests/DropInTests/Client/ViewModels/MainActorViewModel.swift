import Combine
import Foundation

@MainActor
final class SearchViewModel: ObservableObject {
    @Published var query = ""
    @Published private(set) var results: [String] = []
    @Published private(set) var isLoading = false
    @Published var errorMessage: String?
    private(set) var log: [String] = []
    private var suffix = "!"
    private var cancellables = Set<AnyCancellable>()

    init(search: @escaping (String) -> AnyPublisher<[String], Error>) {
        $query
            .dropFirst()
            .removeDuplicates()
            .handleEvents(receiveOutput: { [weak self] in
                self?.log.append("search \($0)")
                self?.isLoading = true
            })
            .map { query in
                search(query + self.suffix)
                    .catch { [weak self] error -> AnyPublisher<[String], Never> in
                        self?.errorMessage = "\(error)"
                        return Just([]).eraseToAnyPublisher()
                    }
            }
            .switchToLatest()
            .receive(on: DispatchQueue.main)
            .sink { [weak self] in
                self?.results = $0
                self?.isLoading = false
            }
            .store(in: &cancellables)
    }
}
