import Foundation
import SignalsStore

// One attribute, read or assigned again and again, with the check that this is the context's queue.
extension StoreWorkloads {
    /// Inside `perform`.
    public static func readAttribute(_ count: Int) -> Double {
        withItem { item in nanoseconds { read(item, count) } }
    }

    /// Inside `perform`.
    public static func writeAttribute(_ count: Int) -> Double {
        withItem { item in nanoseconds { write(item, count) } }
    }

    /// On the main queue, outside of `perform`.
    public static func readAttributeOnMain(_ count: Int) -> Double {
        withMainItem { item in nanoseconds { read(item, count) } }
    }

    /// On the main queue, outside of `perform`.
    public static func writeAttributeOnMain(_ count: Int) -> Double {
        withMainItem { item in nanoseconds { write(item, count) } }
    }

    private static func withItem(_ body: (Item) -> Double) -> Double {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            let context = container.newBackgroundContext()
            return context.performAndWait { body(Item(context: context)) }
        }
    }

    private static func withMainItem(_ body: @MainActor (Item) -> Double) -> Double {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            return MainActor.assumeIsolated {
                // Each assignment would be a step to undo.
                container.viewContext.isUndoEnabled = false
                return body(Item(context: container.viewContext))
            }
        }
    }

    @inline(never)
    private static func read(_ item: Item, _ count: Int) {
        var total = 0
        for _ in 0..<count { total &+= minutes(of: item) }
        sum &+= total
    }

    // Called, so that no read can be taken out of the loop.
    @inline(never)
    private static func minutes(of item: Item) -> Int { item.minutes }

    @inline(never)
    private static func write(_ item: Item, _ count: Int) {
        for number in 0..<count { set(number, item) }
    }

    @inline(never)
    private static func set(_ minutes: Int, _ item: Item) { item.minutes = minutes }
}
