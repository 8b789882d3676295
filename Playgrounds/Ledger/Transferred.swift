import Foundation
import SignalsStore

/// Money went from one account to another.
struct Transferred: DomainEvent {
    let text: String
    let from: String
    let to: String
    let amount: Decimal
}
