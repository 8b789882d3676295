import SignalsStore

// Two attributes each: edits of one row must be able to miss one another.

package final class Project: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .cascade) package var chores: Set<Chore> = []
}
package final class Chore: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Project.chores) package var project: Project?
}

package final class Person: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship package var items: Set<Item> = []
}
package final class Item: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Person.items) package var person: Person?
}

package final class Shelf: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .deny) package var books: Set<Book> = []
}
package final class Book: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Shelf.books) package var shelf: Shelf?
}

package final class Album: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .noAction) package var photos: Set<Photo> = []
}
package final class Photo: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Album.photos) package var album: Album?
}

package final class Tree: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship package var leaves: Set<Leaf> = []
}
package final class Leaf: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(.required, inverse: \Tree.leaves) package var tree: Tree?
}

package final class Note: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship package var tags: Set<Tag> = []
}
package final class Tag: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Note.tags) package var notes: Set<Note> = []
}

package final class Box: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .nullify) package var lid: Thing?
    @Relationship package var things: Set<Thing> = []
}
package final class Thing: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
}

package final class Node: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .cascade) package var children: Set<Node> = []
    @Relationship(inverse: \Node.children) package var parent: Node?
    @Relationship package var friends: Set<Node> = []
}

package final class Husband: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .nullify) package var wife: Wife?
}
package final class Wife: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Husband.wife) package var husband: Husband?
}

package final class Owner: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .cascade) package var pets: Set<Pet> = []
}
package class Pet: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Owner.pets) package var owner: Owner?
}
package final class Cat: Pet {
    @Attribute package var lives = 0
    @Relationship package var prey: Set<Pet> = []
}

package final class Account: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Attribute(.unique) package var code: Int? = nil
}

package final class Playlist: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .cascade) package var songs: [Song] = []
    @Relationship package var favourites: [Song] = []
}
package final class Song: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Playlist.songs) package var playlist: Playlist?
}

package final class Team: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship package var members: [Member] = []
}
package final class Member: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Team.members) package var teams: Set<Team> = []
}

package final class Course: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .deny) package var students: Set<Student> = []
}
package final class Student: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(inverse: \Course.students) package var courses: Set<Course> = []
    @Relationship(inverse: \Club.members) package var clubs: Set<Club> = []
}
package final class Club: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .cascade) package var members: Set<Student> = []
}

package final class Car: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship(deleteRule: .cascade) package var engine: Engine?
    @Relationship(inverse: \Driver.cars, deleteRule: .deny) package var driver: Driver?
}
package final class Engine: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
}
package final class Driver: ManagedObject {
    @Attribute package var a = 0
    @Attribute package var b = 0
    @Relationship package var cars: Set<Car> = []
}
