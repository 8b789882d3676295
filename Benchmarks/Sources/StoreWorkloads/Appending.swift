import Dispatch
import Harness
import Signals
import SignalsStore

/// An object that has members in an order that they keep themselves, and in one that a join table keeps.
private final class Album: ManagedObject {
    @Attribute var name = ""
    @Relationship var photos: [Photo] = []
    @Relationship var favorites: [Photo] = []
}

private final class Photo: ManagedObject {
    @Attribute var number = 0
    @Relationship(inverse: \Album.photos) var album: Album?
    @Relationship(inverse: \Album.favorites) var favoredIn: Set<Album> = []
}

// Units of work that put one new member each at the end of a list that many are in. The store is in memory, and the
// processor's time is measured.
extension StoreWorkloads {
    /// The processor's time of 200 units, one after another, that refer to the owner of a list.
    ///
    /// - Parameter count: the number of members at the start.
    public static func appendInUnits(to count: Int) -> Double {
        appending(to: count) { photo, album in photo.album = album }
    }

    /// The same with a list that a table of links keeps.
    public static func appendLinkedInUnits(to count: Int) -> Double {
        appending(to: count) { photo, album in photo.favoredIn.insert(album) }
    }

    private static func appending(
        to count: Int, _ append: @escaping @Sendable (Photo, Album) -> Void
    ) -> Double {
        trying {
            let container = try PersistentContainer(
                name: "Albums", model: ManagedObjectModel(Album.self, Photo.self), stores: [.inMemory()])
            let context = container.newBackgroundContext()
            let album = try context.performAndWait {
                let album = Album(context: context)
                let photos = (0..<count).map { number in
                    let photo = Photo(context: context)
                    photo.number = number
                    return photo
                }
                (album.photos, album.favorites) = (photos, photos)
                try context.save()
                return album.objectID
            }
            let unit = UnitOfWork(container: container)
            return ProcessorTime.spent {
                let done = DispatchSemaphore(value: 0)
                Task {
                    do {
                        for _ in 0..<200 {
                            try await unit.execute { context in
                                append(Photo(context: context), context.object(with: album))
                            }.value
                        }
                    } catch { fatalError("The benchmark failed: \(error)") }
                    done.signal()
                }
                done.wait()
            }
        }
    }
}
