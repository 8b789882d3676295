import Foundation

extension Decimal {
    /// The amount as a person writes it, such as 10.50; fails if it is anything else, or not more than nothing.
    init(amount text: String) throws {
        guard text.wholeMatch(of: /[0-9]{1,15}(\.[0-9]{1,2})?/) != nil, let amount = Decimal(string: text), amount > 0
        else { throw LedgerError.invalidAmount(text) }
        self = amount
    }

    /// The amount with two digits after the point.
    var money: String {
        formatted(.number.locale(Locale(identifier: "en_US_POSIX")).grouping(.never).precision(.fractionLength(2)))
    }
}
