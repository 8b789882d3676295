import Signals
import SignalsStore
import Synchronization
import XCTest

extension XCTestCase {
    /// Backs a container up and waits for that.
    func backUp(
        _ container: PersistentContainer, to url: URL, replacingAnyFile: Bool = false,
        onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws {
        let result = Mutex<Result<Void, any Error>?>(nil)
        let done = expectation(description: "backed up")
        let watch = container.backup(to: url, replacingAnyFile: replacingAnyFile, onProgress: onProgress).sink(
            receiveCompletion: { completion in
                if case .failure(let error) = completion { result.withLock { $0 = .failure(error) } }
                done.fulfill()
            }, receiveValue: { result.withLock { $0 = .success(()) } })
        wait(for: [done], timeout: 60)
        withExtendedLifetime(watch) {}
        try result.withLock { try XCTUnwrap($0).get() }
    }
}
