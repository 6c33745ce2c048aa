import Trellis

/// The types of the dialect's fixtures, written by hand as the macro would write them.
enum Dialect {
    struct Age: Generable, Equatable {
        var years: Int
        var months: Int

        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self,
                properties: [.init(name: "years", type: Int.self), .init(name: "months", type: Int.self)])
        }

        init(years: Int, months: Int) {
            self.years = years
            self.months = months
        }

        init(_ content: GeneratedContent) throws {
            years = try content.value(forProperty: "years")
            months = try content.value(forProperty: "months")
        }

        var generatedContent: GeneratedContent { GeneratedContent(properties: ["years": years, "months": months]) }
    }

    struct Cat: SchemaOnly {
        static let generationSchema = schema(described: "A description of a cute cat")

        static func schema(described description: String) -> GenerationSchema {
            GenerationSchema(
                type: Self.self, description: description,
                properties: [
                    .init(name: "name", type: String.self),
                    .init(name: "age", description: "The age of the cat, at most 20 years", type: Age.self),
                    .init(
                        name: "profile", description: "One sentence about this cat's personality", type: String.self),
                ])
        }
    }

    struct Hedgehog: SchemaOnly {
        static let generationSchema = GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "name", description: "A cute old-timey name", type: String.self),
                .init(name: "age", description: "The hedgehog's age, at most 8 years.", type: Age.self),
                .init(
                    name: "favoriteFood", description: "The hedgehog's favorite food", type: String.self,
                    guides: [.anyOf(["carrot", "turnip", "leek"])]),
                .init(name: "home", type: String.self, guides: [.anyOf(["a hedge"])]),
                .init(
                    name: "hobbies", description: "The hedgehog's hobbies", type: [String].self, guides: [.count(3)]),
            ])
    }

    struct Person: SchemaOnly {
        static var generationSchema: GenerationSchema { schema(children: 3) }

        static func schema(children: Int) -> GenerationSchema {
            GenerationSchema(
                type: Self.self,
                properties: [
                    .init(name: "age", description: "The person's age", type: Int?.self, guides: [.range(18...100)]),
                    .init(
                        name: "children", description: "The person's children", type: [Person].self,
                        guides: [.maximumCount(children)]),
                    .init(name: "name", description: "The person's name", type: String.self),
                ])
        }
    }

    struct Shelter: SchemaOnly {
        /// The cat of the collections, whose description differs.
        struct Cat: SchemaOnly {
            static let generationSchema = GenerationSchema(
                type: Self.self, description: "Basic profile information about a cat",
                properties: [
                    .init(name: "name", type: String.self),
                    .init(name: "age", description: "The age of the cat, at most 20 years", type: Age.self),
                    .init(
                        name: "profile", description: "One sentence about this cat's personality", type: String.self),
                ])
        }

        /// The person of the collections, who may have more children.
        struct Person: SchemaOnly {
            static let generationSchema = GenerationSchema(
                type: Self.self,
                properties: [
                    .init(name: "age", description: "The person's age", type: Int?.self, guides: [.range(18...100)]),
                    .init(
                        name: "children", description: "The person's children", type: [Shelter.Person].self,
                        guides: [.maximumCount(10)]),
                    .init(name: "name", description: "The person's name", type: String.self),
                ])
        }

        static let generationSchema = GenerationSchema(
            type: Self.self, properties: [.init(name: "cats", type: [Shelter.Cat].self)])
    }

    struct PetClub: SchemaOnly {
        static let generationSchema = GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "members", type: [Shelter.Person].self),
                .init(name: "cats", type: [Shelter.Cat].self),
                .init(name: "hedgehogs", type: [Hedgehog].self),
                .init(name: "otherPets", type: [String].self),
                .init(
                    name: "presidentName", description: "Should be the name of one of the members",
                    type: String.self),
            ])
    }

    struct ShelterNewsletter: SchemaOnly {
        static let generationSchema = GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "title", type: String.self),
                .init(name: "topic", type: String.self),
                .init(
                    name: "sponsor",
                    description: "A local company that's sponsoring this newsletter, if applicable",
                    type: String?.self),
                .init(name: "issueNumber", type: Int?.self),
                .init(name: "tags", description: "Search keywords for this newsletter", type: [String]?.self),
                .init(name: "featuredCats", type: [Shelter.Cat]?.self),
                .init(name: "featuredHedgehog", type: Hedgehog?.self),
                .init(name: "featuredStaff", type: [Shelter.Person]?.self),
            ])
    }
}

/// A type of which a test needs only the schema.
protocol SchemaOnly: Generable {
    init()
}

extension SchemaOnly {
    init(_ content: GeneratedContent) throws { self.init() }
    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}
