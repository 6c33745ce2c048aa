import Synchronization

/// The sets of scalars that Unicode properties name, from the tables of the standard library.
enum UnicodeProperties {
    private static let known = Mutex<[String: ScalarSet]>([:])

    /// The set of a property as `\p{…}` names it: a general category, a binary property, a script; nil when unknown.
    ///
    /// The first use of a property goes over all assigned scalars; later ones are a look-up.
    static func scalars(named name: String) -> ScalarSet? {
        if let set = known.withLock({ $0[name] }) { return set }
        guard let set = compute(name) else { return nil }
        known.withLock { $0[name] = set }
        return set
    }

    private static func compute(_ name: String) -> ScalarSet? {
        let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 {
            switch parts[0] {
            case "General_Category", "gc": return category(parts[1])
            case "Script", "sc": return UnicodeTables.script(named: parts[1])
            case "Script_Extensions", "scx": return UnicodeTables.extendedScript(named: parts[1])
            default: return nil
            }
        }
        switch name {
        case "Any": return .all
        case "ASCII": return ScalarSet([0...0x7F])
        case "Assigned": return category("Cn")?.complement
        case "Regional_Indicator", "RI": return ScalarSet([0x1F1E6...0x1F1FF])
        default: break
        }
        if let set = category(name) { return set }
        if let property = binaryProperties[name] { return collect { property($0.properties) } }
        return UnicodeTables.binaryProperty(named: name) ?? UnicodeTables.script(named: name)
    }

    private static func category(_ name: String) -> ScalarSet? {
        let short = longCategoryNames[name] ?? name
        let members = groups[short] ?? [short]
        let sets = members.compactMap { categories[$0] }
        guard sets.count == members.count else { return nil }
        return ScalarSet(sets.flatMap(\.ranges))
    }

    /// The planes in which characters are or may be assigned one by one; the others are of one kind each.
    private static let assignedRanges: [ScalarSet.Range] = [0...0xD7FF, 0xE000...0x3FFFF, 0xE0000...0xE0FFF]

    private static func collect(_ isMember: (Unicode.Scalar) -> Bool) -> ScalarSet {
        var ranges: [ScalarSet.Range] = []
        func add(_ range: ScalarSet.Range) {
            if let last = ranges.last, last.upperBound &+ 1 == range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound...range.upperBound
            } else {
                ranges.append(range)
            }
        }
        var position: UInt32 = 0
        for block in assignedRanges {
            if position < block.lowerBound, !surrogatesOnly(position..<block.lowerBound) {
                addUniform(position..<block.lowerBound, isMember, add)
            }
            for value in block {
                if let scalar = Unicode.Scalar(value), isMember(scalar) { add(value...value) }
            }
            position = block.upperBound + 1
        }
        addUniform(position..<(ScalarSet.maximum + 1), isMember, add)
        return ScalarSet(ranges)
    }

    private static func surrogatesOnly(_ range: Range<UInt32>) -> Bool {
        range.lowerBound >= ScalarSet.surrogates.lowerBound && range.upperBound <= ScalarSet.surrogates.upperBound + 1
    }

    /// Adds the members of planes that are wholly unassigned or wholly private but for the last two of each.
    private static func addUniform(
        _ range: Range<UInt32>, _ isMember: (Unicode.Scalar) -> Bool, _ add: (ScalarSet.Range) -> Void
    ) {
        var low = range.lowerBound
        while low < range.upperBound {
            let nonCharacters = low | 0xFFFE
            let middle = min(nonCharacters, range.upperBound)
            for part in [low..<middle, middle..<min(nonCharacters + 2, range.upperBound)] where !part.isEmpty {
                if let scalar = Unicode.Scalar(part.lowerBound), isMember(scalar) {
                    add(part.lowerBound...(part.upperBound - 1))
                }
            }
            low = nonCharacters + 2
        }
    }

    /// All general categories by their short names, found in one pass.
    private static let categories: [String: ScalarSet] = {
        var ranges: [Unicode.GeneralCategory: [ScalarSet.Range]] = [:]
        // Neighbours mostly share their category: runs are kept in hand until it changes.
        var category = Unicode.GeneralCategory.control
        var run: ScalarSet.Range = 0...0
        _ = collect { scalar in
            let next = scalar.properties.generalCategory
            if next == category, run.upperBound &+ 1 == scalar.value {
                run = run.lowerBound...scalar.value
            } else {
                ranges[category, default: []].append(run)
                category = next
                run = scalar.value...scalar.value
            }
            return false
        }
        ranges[category, default: []].append(run)
        var result: [String: ScalarSet] = [:]
        var assigned = ScalarSet.none
        for (category, name) in categoryNames {
            switch category {
            case .unassigned, .privateUse: continue
            default:
                let set = ScalarSet(ranges[category] ?? [])
                result[name] = set
                assigned = assigned.union(set)
            }
        }
        let privateUse = ScalarSet([0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD])
        result["Co"] = privateUse
        result["Cs"] = ScalarSet.none
        result["Cn"] = assigned.union(privateUse).complement
        return result
    }()

    private static let categoryNames: [(Unicode.GeneralCategory, String)] = [
        (.uppercaseLetter, "Lu"), (.lowercaseLetter, "Ll"), (.titlecaseLetter, "Lt"), (.modifierLetter, "Lm"),
        (.otherLetter, "Lo"), (.nonspacingMark, "Mn"), (.spacingMark, "Mc"), (.enclosingMark, "Me"),
        (.decimalNumber, "Nd"), (.letterNumber, "Nl"), (.otherNumber, "No"), (.connectorPunctuation, "Pc"),
        (.dashPunctuation, "Pd"), (.openPunctuation, "Ps"), (.closePunctuation, "Pe"), (.initialPunctuation, "Pi"),
        (.finalPunctuation, "Pf"), (.otherPunctuation, "Po"), (.mathSymbol, "Sm"), (.currencySymbol, "Sc"),
        (.modifierSymbol, "Sk"), (.otherSymbol, "So"), (.spaceSeparator, "Zs"), (.lineSeparator, "Zl"),
        (.paragraphSeparator, "Zp"), (.control, "Cc"), (.format, "Cf"), (.surrogate, "Cs"), (.privateUse, "Co"),
        (.unassigned, "Cn"),
    ]

    private static let groups: [String: [String]] = [
        "L": ["Lu", "Ll", "Lt", "Lm", "Lo"], "LC": ["Lu", "Ll", "Lt"], "M": ["Mn", "Mc", "Me"],
        "N": ["Nd", "Nl", "No"], "P": ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"], "S": ["Sm", "Sc", "Sk", "So"],
        "Z": ["Zs", "Zl", "Zp"], "C": ["Cc", "Cf", "Cs", "Co", "Cn"],
    ]

    private static let longCategoryNames: [String: String] = [
        "Letter": "L", "Cased_Letter": "LC", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll",
        "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Combining_Mark": "M",
        "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd",
        "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P",
        "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe",
        "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf", "Other_Punctuation": "Po", "Symbol": "S",
        "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z",
        "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc",
        "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co", "Unassigned": "Cn",
    ]

    private typealias Property = @Sendable (Unicode.Scalar.Properties) -> Bool

    private static let binaryProperties: [String: Property] = [
        "Alphabetic": { $0.isAlphabetic }, "Alpha": { $0.isAlphabetic },
        "ASCII_Hex_Digit": { $0.isASCIIHexDigit }, "AHex": { $0.isASCIIHexDigit },
        "Hex_Digit": { $0.isHexDigit }, "Hex": { $0.isHexDigit },
        "Lowercase": { $0.isLowercase }, "Lower": { $0.isLowercase },
        "Uppercase": { $0.isUppercase }, "Upper": { $0.isUppercase },
        "White_Space": { $0.isWhitespace }, "Whitespace": { $0.isWhitespace }, "space": { $0.isWhitespace },
        "Cased": { $0.isCased }, "Case_Ignorable": { $0.isCaseIgnorable }, "CI": { $0.isCaseIgnorable },
        "Dash": { $0.isDash }, "Diacritic": { $0.isDiacritic }, "Dia": { $0.isDiacritic },
        "Emoji": { $0.isEmoji }, "Emoji_Presentation": { $0.isEmojiPresentation },
        "EPres": { $0.isEmojiPresentation }, "Emoji_Modifier": { $0.isEmojiModifier },
        "EMod": { $0.isEmojiModifier }, "Emoji_Modifier_Base": { $0.isEmojiModifierBase },
        "EBase": { $0.isEmojiModifierBase }, "Extender": { $0.isExtender }, "Ext": { $0.isExtender },
        "ID_Start": { $0.isIDStart }, "IDS": { $0.isIDStart }, "ID_Continue": { $0.isIDContinue },
        "IDC": { $0.isIDContinue }, "XID_Start": { $0.isXIDStart }, "XIDS": { $0.isXIDStart },
        "XID_Continue": { $0.isXIDContinue }, "XIDC": { $0.isXIDContinue },
        "Ideographic": { $0.isIdeographic }, "Ideo": { $0.isIdeographic },
        "Unified_Ideograph": { $0.isUnifiedIdeograph }, "UIdeo": { $0.isUnifiedIdeograph },
        "Math": { $0.isMath }, "Quotation_Mark": { $0.isQuotationMark }, "QMark": { $0.isQuotationMark },
        "Radical": { $0.isRadical }, "Variation_Selector": { $0.isVariationSelector },
        "VS": { $0.isVariationSelector }, "Noncharacter_Code_Point": { $0.isNoncharacterCodePoint },
        "NChar": { $0.isNoncharacterCodePoint }, "Default_Ignorable_Code_Point": { $0.isDefaultIgnorableCodePoint },
        "DI": { $0.isDefaultIgnorableCodePoint }, "Join_Control": { $0.isJoinControl }, "Join_C": { $0.isJoinControl },
        "Sentence_Terminal": { $0.isSentenceTerminal }, "STerm": { $0.isSentenceTerminal },
        "Soft_Dotted": { $0.isSoftDotted }, "SD": { $0.isSoftDotted }, "Pattern_Syntax": { $0.isPatternSyntax },
        "Pattern_White_Space": { $0.isPatternWhitespace }, "Grapheme_Base": { $0.isGraphemeBase },
        "Grapheme_Extend": { $0.isGraphemeExtend }, "Bidi_Control": { $0.isBidiControl },
        "Bidi_Mirrored": { $0.isBidiMirrored }, "Changes_When_Lowercased": { $0.changesWhenLowercased },
        "Changes_When_Uppercased": { $0.changesWhenUppercased },
        "Changes_When_Titlecased": { $0.changesWhenTitlecased },
        "Changes_When_Casemapped": { $0.changesWhenCaseMapped }, "CWCM": { $0.changesWhenCaseMapped },
        "CWL": { $0.changesWhenLowercased }, "CWU": { $0.changesWhenUppercased },
        "CWT": { $0.changesWhenTitlecased }, "Changes_When_Casefolded": { $0.changesWhenCaseFolded },
        "CWCF": { $0.changesWhenCaseFolded }, "Changes_When_NFKC_Casefolded": { $0.changesWhenNFKCCaseFolded },
        "CWKCF": { $0.changesWhenNFKCCaseFolded }, "Bidi_C": { $0.isBidiControl }, "Bidi_M": { $0.isBidiMirrored },
        "Gr_Base": { $0.isGraphemeBase }, "Gr_Ext": { $0.isGraphemeExtend }, "Pat_Syn": { $0.isPatternSyntax },
        "Pat_WS": { $0.isPatternWhitespace }, "Deprecated": { $0.isDeprecated }, "Dep": { $0.isDeprecated },
        "Logical_Order_Exception": { $0.isLogicalOrderException }, "LOE": { $0.isLogicalOrderException },
        "IDS_Binary_Operator": { $0.isIDSBinaryOperator }, "IDSB": { $0.isIDSBinaryOperator },
        "IDS_Trinary_Operator": { $0.isIDSTrinaryOperator }, "IDST": { $0.isIDSTrinaryOperator },
    ]
}

extension ScalarSet {
    /// The letters of all scripts: the category `L`.
    package static let letters = UnicodeProperties.scalars(named: "L") ?? .none
}
