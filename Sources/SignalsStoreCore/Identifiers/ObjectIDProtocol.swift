import Foundation

/// A `ManagedObjectID` of an object of any class, without the type parameter.
package protocol ObjectIDProtocol: Sendable {
    var store: UUID { get }
    var number: Int64 { get }
}
