// Writes Sources/TrellisGrammars/Regex/UnicodeTables.swift from the Unicode data of Node: what Swift's standard library
// has no properties for.
//
//     node Scripts/make_unicode_tables.js > Sources/TrellisGrammars/Regex/UnicodeTables.swift

const scripts = `
    Adlm:Adlam Ahom:Ahom Hluw:Anatolian_Hieroglyphs Arab:Arabic Armn:Armenian Avst:Avestan Bali:Balinese 
    Bamu:Bamum Bass:Bassa_Vah Batk:Batak Beng:Bengali Bhks:Bhaiksuki Bopo:Bopomofo Brah:Brahmi Brai:Braille 
    Bugi:Buginese Buhd:Buhid Cans:Canadian_Aboriginal Cari:Carian Aghb:Caucasian_Albanian Cakm:Chakma Cham:Cham 
    Cher:Cherokee Chrs:Chorasmian Zyyy:Common Copt:Coptic Xsux:Cuneiform Cprt:Cypriot Cpmn:Cypro_Minoan 
    Cyrl:Cyrillic Dsrt:Deseret Deva:Devanagari Diak:Dives_Akuru Dogr:Dogra Dupl:Duployan 
    Egyp:Egyptian_Hieroglyphs Elba:Elbasan Elym:Elymaic Ethi:Ethiopic Geor:Georgian Glag:Glagolitic Goth:Gothic 
    Gran:Grantha Grek:Greek Gujr:Gujarati Gong:Gunjala_Gondi Guru:Gurmukhi Hani:Han Hang:Hangul 
    Rohg:Hanifi_Rohingya Hano:Hanunoo Hatr:Hatran Hebr:Hebrew Hira:Hiragana Armi:Imperial_Aramaic Zinh:Inherited 
    Phli:Inscriptional_Pahlavi Prti:Inscriptional_Parthian Java:Javanese Kthi:Kaithi Knda:Kannada Kana:Katakana 
    Kali:Kayah_Li Khar:Kharoshthi Kits:Khitan_Small_Script Khmr:Khmer Khoj:Khojki Sind:Khudawadi Laoo:Lao 
    Latn:Latin Lepc:Lepcha Limb:Limbu Lina:Linear_A Linb:Linear_B Lisu:Lisu Lyci:Lycian Lydi:Lydian Mahj:Mahajani 
    Maka:Makasar Mlym:Malayalam Mand:Mandaic Mani:Manichaean Marc:Marchen Gonm:Masaram_Gondi Medf:Medefaidrin 
    Mtei:Meetei_Mayek Mend:Mende_Kikakui Merc:Meroitic_Cursive Mero:Meroitic_Hieroglyphs Plrd:Miao Modi:Modi 
    Mong:Mongolian Mroo:Mro Mult:Multani Mymr:Myanmar Nbat:Nabataean Nand:Nandinagari Talu:New_Tai_Lue Newa:Newa 
    Nkoo:Nko Nshu:Nushu Hmnp:Nyiakeng_Puachue_Hmong Ogam:Ogham Olck:Ol_Chiki Hung:Old_Hungarian Ital:Old_Italic 
    Narb:Old_North_Arabian Perm:Old_Permic Xpeo:Old_Persian Sogo:Old_Sogdian Sarb:Old_South_Arabian 
    Orkh:Old_Turkic Ougr:Old_Uyghur Orya:Oriya Osge:Osage Osma:Osmanya Hmng:Pahawh_Hmong Palm:Palmyrene 
    Pauc:Pau_Cin_Hau Phag:Phags_Pa Phnx:Phoenician Phlp:Psalter_Pahlavi Rjng:Rejang Runr:Runic Samr:Samaritan 
    Saur:Saurashtra Shrd:Sharada Shaw:Shavian Sidd:Siddham Sgnw:SignWriting Sinh:Sinhala Sogd:Sogdian 
    Sora:Sora_Sompeng Soyo:Soyombo Sund:Sundanese Sylo:Syloti_Nagri Syrc:Syriac Tglg:Tagalog Tagb:Tagbanwa 
    Tale:Tai_Le Lana:Tai_Tham Tavt:Tai_Viet Takr:Takri Taml:Tamil Tnsa:Tangsa Tang:Tangut Telu:Telugu Thaa:Thaana 
    Thai:Thai Tibt:Tibetan Tfng:Tifinagh Tirh:Tirhuta Toto:Toto Ugar:Ugaritic Vaii:Vai Vith:Vithkuqi Wcho:Wancho 
    Wara:Warang_Citi Yezi:Yezidi Yiii:Yi Zanb:Zanabazar_Square 
    Kawi:Kawi Nagm:Nag_Mundari Gara:Garay Gukh:Gurung_Khema Krai:Kirat_Rai Onao:Ol_Onal Sunu:Sunuwar Todr:Todhri
    Tutg:Tulu_Tigalari Sidt:Sidetic Tols:Tolong_Siki Berf:Beria_Erfe
`.trim().split(/\s+/).map((pair) => pair.split(":"));

const binary = [["Term", "Terminal_Punctuation"], ["ExtPict", "Extended_Pictographic"], ["EComp", "Emoji_Component"]];

function members(expression) {
    const regex = new RegExp(`^\\p{${expression}}$`, "u");
    const found = new Set();
    for (let value = 0; value <= 0x10ffff; value++) {
        if (value >= 0xd800 && value <= 0xdfff) continue;
        if (regex.test(String.fromCodePoint(value))) found.add(value);
    }
    return found;
}

function ranges(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const parts = [];
    for (const value of sorted) {
        const last = parts[parts.length - 1];
        if (last && last[1] + 1 === value) last[1] = value;
        else parts.push([value, value]);
    }
    return parts;
}

function print(names, values) {
    let line = "        " + names.join(" ");
    const hexadecimal = (value) => value.toString(16).toUpperCase();
    for (const [low, high] of ranges(values)) {
        const text = low === high ? hexadecimal(low) : `${hexadecimal(low)}-${hexadecimal(high)}`;
        if (line.length + text.length > 116) {
            console.log(line + " \\");
            line = "       ";
        }
        line += " " + text;
    }
    console.log(line);
}

console.log(`// Written by Scripts/make_unicode_tables.js from Unicode ${process.versions.unicode}.

/// What properties say that the standard library has none for: lines of names and then ranges in hexadecimal.
enum UnicodeTables {
    /// The scalars of each script, by its short and its long name.
    static let scripts = """`);
const sets = new Map();
for (const [short, long] of scripts) {
    sets.set(short, members(`sc=${long}`));
    print([short, long], sets.get(short));
}
console.log('        """\n\n    /// In what the extended set of a script differs from the script, where it does.\n    static let scriptExtensions = """');
for (const [short, long] of scripts) {
    const extended = members(`scx=${long}`);
    const difference = new Set([...extended].filter((value) => !sets.get(short).has(value)));
    for (const value of sets.get(short)) if (!extended.has(value)) difference.add(value);
    if (difference.size) print([short, long], difference);
}
console.log('        """\n\n    /// Binary properties, by their short and their long names.\n    static let binaryProperties = """');
for (const [short, long] of binary) print([short, long], members(long));
console.log('        """\n}');
