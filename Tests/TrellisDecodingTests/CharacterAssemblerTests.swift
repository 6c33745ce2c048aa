import Testing
import TrellisDecoding

@Suite struct CharacterAssemblerTests {
    static let sample = "aé€😀\u{10FFFF}\u{D7FF}\u{E000}z"

    @Test func everyCutGivesTheSameText() {
        let bytes = Array(Self.sample.utf8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var assembler = CharacterAssembler()
                var text = ""
                for part in [bytes[..<first], bytes[first..<second], bytes[second...]] {
                    #expect(assembler.accepts(part))
                    let whole = assembler.append(part)
                    #expect(!whole.unicodeScalars.contains("\u{FFFD}"))
                    text += whole
                }
                #expect(text == Self.sample)
                #expect(assembler.isBetweenCharacters)
            }
        }
    }

    @Test func acceptsExactlyThePrefixesOfUTF8() {
        // Every sequence of one to three bytes from the corners of the ranges, against the standard library's validation.
        let corners: [UInt8] = [
            0, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
            0xF0,
            0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        let tails: [[UInt8]] = [
            [], [0x80], [0xBF], [0x80, 0x80], [0xBF, 0xBF], [0x80, 0x80, 0x80], [0xBF, 0xBF, 0xBF], [0x90],
            [0x90, 0x80], [0x90, 0x80, 0x80],
        ]
        func isPrefix(_ bytes: [UInt8]) -> Bool {
            tails.contains { String(validating: bytes + $0, as: UTF8.self) != nil }
        }
        for first in corners {
            #expect(CharacterAssembler().accepts([first]) == isPrefix([first]))
            for second in corners {
                #expect(CharacterAssembler().accepts([first, second]) == isPrefix([first, second]))
                for third in corners {
                    #expect(CharacterAssembler().accepts([first, second, third]) == isPrefix([first, second, third]))
                }
            }
        }
    }

    @Test func aWrongByteTakesTheUnfinishedCharacterWithIt() {
        var assembler = CharacterAssembler()
        #expect(assembler.append([0x61, 0xE2, 0x82, 0x62, 0xFF, 0x63]) == "abc")
    }
}
