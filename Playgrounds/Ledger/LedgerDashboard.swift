import Foundation
import Signals
import SignalsDashboard
import SignalsStore
import SignalsStoreDashboard

/// The dashboard of the accounts: balances that follow what any program posts, transfers as they are saved, and a form
/// for another one.
@MainActor
final class LedgerDashboard {
    /// A transfer as a person fills it in.
    private struct Order: Hashable {
        var from = ""
        var to = ""
        var amount = ""
    }

    private(set) var dashboard: Dashboard!
    private let store: LedgerStore

    init(_ store: LedgerStore, on terminal: Terminal = .standard) {
        self.store = store
        let byName = FetchRequest<Account>(sortBy: [SortDescriptor(\.name)])
        let balance = Column<ObjectSnapshot<Account>>(
            "Balance", .fixed(14), alignsRight: true, sort: { $0.balance < $1.balance }, { Line($0.balance.money) })
        let accounts = LiveTable(
            FetchedResults(byName, in: store.container),
            columns: [.text("Account", .share(min: 12)) { $0.name }, balance])
        let (log, saves) = (LogPane(), SavePane(store.container))
        log.follow(
            store.events.publisher(for: Transferred.self)
                .map { Line("\($0.text): \($0.from) → \($0.to) \($0.amount.money)") })
        accounts.canMark = false
        accounts.empty = Line("No accounts yet: Ledger STORE deposit ACCOUNT AMOUNT", .dim)
        let transfer = KeyCommand(
            "t", name: "transfer", unless: { accounts.selected == nil ? "no account is selected" : nil }
        ) { [unowned self] in fillIn(Order(from: accounts.selected?.name ?? "")) }
        dashboard = Dashboard("Ledger", keys: [transfer], on: terminal) { size in
            accounts.titled("Accounts").priority(9)
            Columns {
                log.titled("Transfers")
                saves.titled("Saves").width(.share(1, min: 28, max: 42)).priority(2)
            }.height(.fixed(size.rows >= 20 ? 7 : 4)).priority(1)
        }
        dashboard.focus(accounts)
    }

    private func fillIn(_ order: Order) {
        let form = Form(
            order,
            [
                .text("From", \.from), .text("To", \.to),
                .text("Amount", \.amount, check: { (try? Decimal(amount: $0)) == nil ? "write 10.50" : nil }),
            ]
        ) { [store] in
            try await store.transfer(try Decimal(amount: $0.amount), from: $0.from, to: $0.to).value
        }
        dashboard.present(form, title: "Transfer")
    }
}
