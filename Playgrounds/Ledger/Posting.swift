import Foundation
import SignalsStore

/// An amount that went into an account, or out of it if it is negative.
final class Posting: ManagedObject {
    @Attribute var amount = Decimal.zero
    @Attribute var text = ""
    @Relationship(.required, inverse: \Account.postings) var account: Account?
}
