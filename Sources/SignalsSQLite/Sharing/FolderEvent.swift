#if os(Linux) || os(Android)
    import CPlatform
    import Foundation

    /// An event of inotify: a folder by its number, and the file in it.
    struct FolderEvent {
        private let folder: Int32
        private let mask: UInt32
        private let file: String

        /// The events that have come; none if there are none.
        static func read(from descriptor: Int32) -> [FolderEvent] {
            withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
                let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                return events(in: UnsafeRawBufferPointer(rebasing: buffer.prefix(max(0, count))))
            }
        }

        private static func events(in bytes: UnsafeRawBufferPointer) -> [FolderEvent] {
            var events: [FolderEvent] = []
            var rest = bytes[...]
            let head = MemoryLayout<inotify_event>.size
            while rest.count >= head {
                let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
                // The name is filled up with zeros.
                let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
                events.append(
                    FolderEvent(folder: event.wd, mask: event.mask, file: String(decoding: name, as: UTF8.self)))
                rest = rest.dropFirst(head + Int(event.len))
            }
            return events
        }

        /// The event as it concerns some files of a folder; nil if it does not.
        func kind(in folder: Int32, _ files: Set<String>) -> FileEvent? {
            if mask & signals_events_dropped != 0 { return .written }
            guard folder == self.folder else { return nil }
            if mask & signals_folder_lost != 0 { return .lost }
            guard files.contains(file) else { return nil }
            return mask & signals_file_moved != 0 ? .lost : .written
        }
    }
#endif
