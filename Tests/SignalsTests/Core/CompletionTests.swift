import Foundation
import Signals
import Testing

@Suite struct CompletionTests {
    enum Failure: String, Error, Codable { case offline }

    @Test(arguments: [Subscribers.Completion<Failure>.finished, .failure(.offline)])
    func survivesCoding(_ completion: Subscribers.Completion<Failure>) throws {
        let data = try JSONEncoder().encode(completion)
        #expect(try JSONDecoder().decode(Subscribers.Completion<Failure>.self, from: data) == completion)
    }

    @Test func isEqualByItsError() {
        #expect(Subscribers.Completion<Failure>.failure(.offline) == .failure(.offline))
        #expect(Subscribers.Completion<Failure>.finished != .failure(.offline))
        #expect(Set([Subscribers.Completion<Failure>.finished, .finished]).count == 1)
    }
}
