import Foundation
import TestSupport
import Testing
import Trellis
import TrellisJSON

/// Schemas that Apple's code wrote come out of decoding and encoding with every key, and our types write the same.
@Suite struct SchemaDialectTests {
    static let types: [(String, GenerationSchema)] = [
        ("age", Dialect.Age.generationSchema),
        ("cat", Dialect.Cat.generationSchema),
        ("hedgehog", Dialect.Hedgehog.generationSchema),
        ("newsletter", Dialect.ShelterNewsletter.generationSchema),
        ("person", Dialect.Person.generationSchema),
        ("petClub", Dialect.PetClub.generationSchema),
        ("shelter", Dialect.Shelter.generationSchema),
    ]

    static func fixture(_ name: String) throws -> String? {
        guard let folder = Checkout.shared?.appendingPathComponent("data/schema-dialect") else {
            print("skipped: the folder with shared data is not beside the checkout")
            return nil
        }
        return try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test(arguments: types.map(\.0) + ["spotlight"])
    func roundTrip(_ name: String) throws {
        let file = name == "spotlight" ? "spotlight-tool-27.0.txt" : "\(name).json"
        guard let text = try SchemaDialectTests.fixture(file) else { return }
        let schema = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
        let written = String(decoding: try JSONEncoder().encode(schema), as: UTF8.self)
        #expect(try JSONValue(parsing: written) == JSONValue(parsing: text))
        let order = try JSONValue(parsing: text)["x-order"]?.arrayValue?.compactMap(\.stringValue)
        #expect(try schema.jsonSchema["properties"]?.objectValue?.names == order)
    }

    @Test(arguments: types.indices)
    func typesWriteTheSame(_ index: Int) throws {
        let (name, schema) = SchemaDialectTests.types[index]
        guard let text = try SchemaDialectTests.fixture("\(name).json") else { return }
        #expect(try schema.jsonSchema == JSONValue(parsing: text))
        let written = String(decoding: try JSONEncoder().encode(schema), as: UTF8.self)
        #expect(try JSONValue(parsing: written) == JSONValue(parsing: text))
    }
}
