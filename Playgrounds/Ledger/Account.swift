import Foundation
import SignalsStore

/// An account, with its balance and the postings that led to it.
final class Account: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var balance = Decimal.zero
    @Relationship(deleteRule: .deny) var postings: Set<Posting> = []

    /// Adds an amount, which is negative if it goes out.
    func post(_ amount: Decimal, text: String) {
        guard let context = managedObjectContext else { return }
        let posting = Posting(context: context)
        (posting.amount, posting.text, posting.account) = (amount, text, self)
        balance += amount
    }
}
