import Foundation

/// A `ManagedObjectID` of an object whose class is not known.
package protocol ObjectIDProtocol: Sendable {
    var store: UUID { get }
    var number: Int64 { get }
}
