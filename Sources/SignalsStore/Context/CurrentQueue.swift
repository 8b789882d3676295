import Dispatch
import Foundation

/// The dispatch queue that this code runs on.
enum CurrentQueue {
    /// Whether it is the main queue, on whichever thread that runs.
    static var isMain: Bool { strcmp(currentLabel(nil), "com.apple.main-thread") == 0 }

    /// The label, for messages.
    static var label: String {
        let label = String(cString: currentLabel(nil))
        return label.isEmpty ? "a thread of no dispatch queue" : label
    }
}

// Dispatch's `dispatch_queue_get_label`, which its Swift overlay on Linux leaves out; nil stands for the current queue.
@_silgen_name("dispatch_queue_get_label")
private func currentLabel(_ queue: UnsafeRawPointer?) -> UnsafePointer<CChar>
