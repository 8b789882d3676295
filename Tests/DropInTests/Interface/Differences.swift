import Combine
import Foundation

// The files of this folder are Combine's public interface, as claims that compile or are tested: `Operators/` wraps each
// operator with its constraints and its result, `Types/` pins initialisers, properties, outputs, members and
// conformances, and the tests beside this file pin which overload the compiler chooses. They were written from Apple's
// documentation of macOS 15, whose symbols' precise identifiers hold the constraints. All that differs on purpose:
//
// - `Publisher`, `Subscriber`, `Subscription`, `Cancellable` and their values are `Sendable`, and closures that are kept
//   are `@Sendable`. In the Swift 5 mode that costs a client nothing but warnings.
// - `NotificationCenter.Publisher` puts out a `PublishedNotification`, since Foundation forbids `Notification` to be
//   `Sendable`. It has `name`, `object` and `userInfo`.
// - `URLSession.dataTaskPublisher` is where FoundationNetworking is.
// - `Encode.encoder` and `Decode.decoder` are public.
// - `receive(on: MainActor.shared)` and `next(isolation:)` of the loops over `values` are more than Combine has.
// - The operators that `Map`, `Filter` and their like have of their own, and `map` with a key path, are disfavoured, so
//   that long chains type-check quickly. Two maps in a row are a `Map` of a `Map` then, unless the type is written out.
// - There is nothing of SwiftUI, of KVO (`NSObject.publisher(for:)`), and of Core Data.

func differences(_ center: NotificationCenter, _ name: Notification.Name) {
    let notifications = center.publisher(for: name)
    let _: AnyPublisher<Notification.Name, Never> = notifications.map(\.name).eraseToAnyPublisher()
    let _: AnyPublisher<String, Never> = notifications.compactMap { $0.object as? String }.eraseToAnyPublisher()
    let _: AnyPublisher<Int, Never> = notifications.compactMap { $0.userInfo?["a"] as? Int }.eraseToAnyPublisher()
}
