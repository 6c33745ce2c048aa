import Testing
import TrellisTokenization

@Suite struct TextDecoderTests {
    /// The texts that come out of a decoder for bytes in several parts, and the rest at the end.
    private func decode(_ parts: [ArraySlice<UInt8>]) -> (texts: [String], rest: String) {
        var decoder = TextDecoder()
        let texts = parts.map { decoder.append($0) }
        return (texts, decoder.finish())
    }

    /// Valid text, truncated and overlong forms, surrogates, lone continuation bytes, values that are too large.
    private static let samples: [[UInt8]] =
        [
            "plain", "é", "日本語 text", "👩‍👩‍👧‍👦🇩🇪", "a\u{0301}\u{FFFD}\u{10FFFF}", "",
        ].map { Array($0.utf8) } + [
            [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x41],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80], [0x80, 0x80, 0x41], [0xFF, 0xFE, 0x41, 0xC3],
            [0xF0, 0x80, 0x80, 0x41], [0x41, 0xF0, 0x9F, 0x98, 0x80, 0xE2, 0x82, 0xAC, 0xC3, 0xA9, 0xF0],
        ]

    @Test func everySplitGivesTheSameText() {
        for bytes in Self.samples {
            let whole = String(decoding: bytes, as: UTF8.self)
            for first in 0...bytes.count {
                for second in first...bytes.count {
                    let (texts, rest) = decode([bytes[..<first], bytes[first..<second], bytes[second...]])
                    #expect(Array((texts.joined() + rest).utf8) == Array(whole.utf8), "\(bytes) at \(first), \(second)")
                }
            }
        }
    }

    @Test func byteByByteOfRandomBytes() {
        var state: UInt64 = 7
        for _ in 0..<400 {
            let bytes = (0..<24).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let pool: [UInt8] = [0x41, 0x80, 0x8F, 0x90, 0xA0, 0xBF, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xF8]
                return pool[Int(state >> 33) % pool.count]
            }
            let (texts, rest) = decode(bytes.indices.map { bytes[$0...$0] })
            #expect(
                Array((texts.joined() + rest).utf8) == Array(String(decoding: bytes, as: UTF8.self).utf8), "\(bytes)")
        }
    }

    @Test func incompleteCharactersAreHeldBack() {
        var decoder = TextDecoder()
        #expect(decoder.append([0x61, 0xF0, 0x9F]) == "a")
        #expect(decoder.isPending)
        #expect(decoder.append([0x98]) == "")
        #expect(decoder.append([0x80, 0x62]) == "😀b")
        #expect(!decoder.isPending)
        #expect(decoder.finish() == "")
    }

    @Test func invalidBytesAreReplacedAtOnce() {
        var decoder = TextDecoder()
        #expect(decoder.append([0xED, 0xA0]) == "\u{FFFD}\u{FFFD}")
        #expect(decoder.append([0xFF]) == "\u{FFFD}")
        #expect(decoder.append([0xE2, 0x82]) == "")
        #expect(decoder.finish() == "\u{FFFD}")
    }
}
