import Foundation
import TestSupport
import Testing
import Trellis
import TrellisJSON

/// Types of Apple's tests, whose schemas Apple's macro wrote.
private enum Pets {
    @Generable struct Age {
        var years: Int
        var months: Int
    }

    @Generable(description: "A description of a cute cat")
    struct Cat {
        var name: String
        @Guide(description: "The age of the cat, at most 20 years") var age: Age
        @Guide(description: "One sentence about this cat's personality") var profile: String
    }

    @Generable struct Hedgehog {
        @Guide(description: "A cute old-timey name") var name: String
        @Guide(description: "The hedgehog's age, at most 8 years.") var age: Age
        @Guide(description: "The hedgehog's favorite food", .anyOf(["carrot", "turnip", "leek"])) var favoriteFood:
            String
        @Guide(.anyOf(["a hedge"])) var home: String
        @Guide(description: "The hedgehog's hobbies", .count(3)) var hobbies: [String]
    }

    @Generable struct Person {
        @Guide(description: "The person's age", .range(18...100)) var age: Int?
        @Guide(description: "The person's children", .maximumCount(3)) var children: [Person]
        @Guide(description: "The person's name") var name: String
    }
}

private enum Club {
    @Generable(description: "Basic profile information about a cat")
    struct Cat {
        var name: String
        @Guide(description: "The age of the cat, at most 20 years") var age: Pets.Age
        @Guide(description: "One sentence about this cat's personality") var profile: String
    }

    @Generable struct Person {
        @Guide(description: "The person's age", .range(18...100)) var age: Int?
        @Guide(description: "The person's children") @Guide(.maximumCount(10)) var children: [Self]
        @Guide(description: "The person's name") var name: String
    }

    @Generable struct Shelter {
        var cats: [Cat]
    }

    @Generable struct PetClub {
        var members: [Person], cats: [Cat]
        var hedgehogs: [Pets.Hedgehog]
        var otherPets: [String]
        @Guide(description: "Should be the name of one of the members") var presidentName: String
    }

    @Generable struct ShelterNewsletter {
        var title, topic: String
        @Guide(description: "A local company that's sponsoring this newsletter, if applicable") var sponsor: String?
        var issueNumber: Optional<Int>
        @Guide(description: "Search keywords for this newsletter") var tags: [String]?
        var featuredCats: [Cat]?
        var featuredHedgehog: Pets.Hedgehog?
        var featuredStaff: Array<Person>?
    }
}

@Suite struct MacroDialectTests {
    private static let types: [(String, any Generable.Type)] = [
        ("age", Pets.Age.self), ("cat", Pets.Cat.self), ("hedgehog", Pets.Hedgehog.self), ("person", Pets.Person.self),
        ("shelter", Club.Shelter.self), ("petClub", Club.PetClub.self), ("newsletter", Club.ShelterNewsletter.self),
    ]

    @Test(arguments: types.indices)
    func schemaIsThatOfApplesMacro(index: Int) throws {
        let (name, type) = Self.types[index]
        guard let folder = Checkout.shared?.appendingPathComponent("data/schema-dialect") else {
            print("skipped: the folder with shared data is not beside the checkout")
            return
        }
        let text = try String(contentsOf: folder.appendingPathComponent("\(name).json"), encoding: .utf8)
        #expect(try type.generationSchema.jsonSchema == JSONValue(parsing: text))
        let order = try JSONValue(parsing: text)["x-order"]?.arrayValue?.compactMap(\.stringValue)
        #expect(try type.generationSchema.jsonSchema["properties"]?.objectValue?.names == order)
    }
}
