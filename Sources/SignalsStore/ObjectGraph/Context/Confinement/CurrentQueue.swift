import Dispatch
import Foundation
import Synchronization

/// The dispatch queue that this code runs on.
enum CurrentQueue {
    /// True if it is the main queue, on whichever thread that runs.
    static var isMain: Bool {
        let label = currentLabel(nil)
        let address = UInt(bitPattern: label)
        if mainLabel.load(ordering: .relaxed) == address { return true }
        guard strcmp(label, "com.apple.main-thread") == 0 else { return false }
        mainLabel.store(address, ordering: .relaxed)
        return true
    }

    /// The address of the main queue's label, once that was seen.
    private static let mainLabel = Atomic<UInt>(0)

    /// The label, for messages.
    static var label: String {
        let label = String(cString: currentLabel(nil))
        return label.isEmpty ? "a thread of no dispatch queue" : label
    }
}

// Dispatch's `dispatch_queue_get_label`, which its Swift overlay on Linux leaves out; nil stands for the current queue.
// SAFETY: a C function of one pointer that returns a string, which both calling conventions pass in the same registers. The
// label lives as long as the queue, and this code runs on it.
@_silgen_name("dispatch_queue_get_label")
private func currentLabel(_ queue: UnsafeRawPointer?) -> UnsafePointer<CChar>
