import Foundation

/// The reason why a command cannot be done, and what to do instead.
enum LedgerError: Error, Equatable, CustomStringConvertible {
    case usage
    case invalidAmount(String)
    case unknownAccount(String)
    case sameAccount(String)
    case overdrawn(String, balance: Decimal, amount: Decimal)
    case fileExists(String)
    case stressFailed

    var description: String {
        switch self {
        case .usage:
            "usage: Ledger STORE deposit ACCOUNT AMOUNT | transfer FROM TO AMOUNT | list | stress COUNT | make-old | show"
        case .invalidAmount(let text): "“\(text)” is not an amount. Write it as 10.50, and more than nothing."
        case .unknownAccount(let name): "there is no account “\(name)”; list shows the accounts"
        case .sameAccount(let name): "“\(name)” cannot transfer to itself; name two accounts"
        case .overdrawn(let name, let balance, let amount):
            "“\(name)” has \(balance.money), which is less than \(amount.money); nothing was transferred"
        case .fileExists(let path): "\(path) exists already; name a new file"
        case .stressFailed: "not all transfers were made, or the sum is another one"
        }
    }
}
