import Foundation

/// The system's reason behind an error of Foundation's, in a few words.
enum FileFailure {
    static func reason(_ error: any Error, path: String) -> String {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            return "it is a folder"
        }
        if let reason = reason(of: (error as? CocoaError)?.code) { return reason }
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        guard let system = underlying as? POSIXError else { return error.localizedDescription }
        return String(cString: strerror(system.code.rawValue))
    }

    private static func reason(of code: CocoaError.Code?) -> String? {
        switch code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
        case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
        case .fileWriteFileExists: "a file is in the way"
        case .fileWriteOutOfSpace: "the disk is full"
        case .fileWriteVolumeReadOnly: "the disk is read-only"
        default: nil
        }
    }
}
