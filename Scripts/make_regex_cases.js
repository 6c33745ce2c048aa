// Writes what Node's RegExp says about regular expressions with the `u` flag, as JSON.
//
//     node Scripts/make_regex_cases.js [COUNT [SEED]] > Tests/TrellisGrammarsTests/Fixtures/regex-cases.json
//
// "cases": random patterns, and for texts whether they match somewhere ("s") and as a whole ("w"). "properties": the
// number of scalars of every Unicode property and a hash of them. "folding": the classes of scalars that are one letter
// but for case, of more than two members or not a plain pair of upper and lower case.

const count = Number(process.argv[2] ?? 700);
let state = BigInt(process.argv[3] ?? 20261203);

function random(below) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(below));
}
const pick = (list) => list[random(list.length)];
const many = (most, make) => Array.from({ length: 1 + random(most) }, make);

const letters = [..."aaabbbcdAk_1 -."];
const classes = ["\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\p{L}", "\\P{Lu}", "\\p{sc=Greek}", "."];
const escapes = ["\\n", "\\t", "\\x61", "\\u0062", "\\u{63}", "\\cJ", "\\.", "\\-", "\\/", "\\0", "\\ud83d\\ude00"];

function classItem() {
    switch (random(6)) {
        case 0: return pick(["a-c", "b-d", "0-9", "A-Z", "\\u0061-\\u{66}", "α-ω", "--a", "+--"]);
        case 1: return pick(classes.slice(0, 9));
        case 2: return pick(["\\]", "\\\\", "\\-", "\\b", "\\n", "\\^", "^", ".", "|", "$", "*"]);
        case 3: return pick(["é", "😀", "ſ", "K"]);
        default: return pick(letters.filter((letter) => letter !== "-"));
    }
}

function atom(depth) {
    switch (random(depth > 0 ? 12 : 7)) {
        case 0: case 1: case 2: return pick(letters.filter((letter) => letter !== ".")).replace("-", "\\-");
        case 3: return pick(classes);
        case 4: return "[" + pick(["", "", "^"]) + many(3, classItem).join("") + pick(["", "", "-"]) + "]";
        case 5: return pick(escapes);
        case 6: return pick(["é", "😀", "α"]);
        case 7: case 8: return "(" + pick(["", "?:", "?<n" + random(1e6) + ">"]) + alternatives(depth - 1) + ")";
        case 9: return "(?:" + alternatives(depth - 1) + ")";
        default: return "(" + alternatives(depth - 1) + ")";
    }
}

function term(depth) {
    if (random(9) === 0) {
        const look = () => pick(["(?=", "(?!", "(?<=", "(?<!"]) + alternatives(Math.min(depth - 1, 1)) + ")";
        return pick(["^", "$", "\\b", "\\B", depth > 0 ? look() : "^"]);
    }
    const counts = ["*", "+", "?", "{2}", "{1,2}", "{0,}", "{2,3}", "*?", "+?", "??", "{1,2}?"];
    return atom(depth) + (random(3) === 0 ? pick(counts) : "");
}

const sequence = (depth) => (random(12) === 0 ? "" : many(3, () => term(depth)).join(""));
const alternatives = (depth) => many(random(3) === 0 ? 3 : 1, () => sequence(depth)).join("|");

function text(pattern) {
    const own = [...pattern.replace(/\\[a-zA-Z]|[()\[\]{}|?*+^$\\]/gu, "")];
    const others = [..."aabbccd AkK_1-.\n\té😀αsſ"];
    return Array.from({ length: random(7) }, () => pick(own.length && random(2) ? own : others)).join("");
}

const cases = [];
while (cases.length < count) {
    const pattern = alternatives(2);
    const ignoresCase = random(6) === 0;
    let search, whole;
    try {
        search = new RegExp(pattern, ignoresCase ? "iu" : "u");
        whole = new RegExp(`^(?:${pattern})$`, ignoresCase ? "iu" : "u");
    } catch {
        continue;
    }
    // Node finds \B between the halves of a surrogate pair, where there is no place between characters.
    const isUsed = (t) => t.isWellFormed() && !(pattern.includes("\\B") && /[\u{10000}-\u{10ffff}]/u.test(t));
    const texts = [...new Set(Array.from({ length: 12 }, () => text(pattern)))].filter(isUsed);
    const verdicts = (regex) => texts.map((t) => (regex.test(t) ? "1" : "0")).join("");
    const entry = { pattern, texts, s: verdicts(search), w: verdicts(whole) };
    if (ignoresCase) entry.i = true;
    // Mostly those that tell something.
    if (entry.s.includes("1") && (entry.s + entry.w).includes("0") || random(10) === 0) cases.push(entry);
}

// Valid: what must be read. Invalid: what a reader of ECMA-262 alone would refuse is of no interest here.
const categories = ["L", "LC", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps",
    "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co", "Cn", "Letter",
    "gc=Uppercase_Letter", "General_Category=Other_Symbol", "punct", "digit", "Combining_Mark"];
const binaries = ["ASCII", "AHex", "Alpha", "Any", "Assigned", "Bidi_C", "Bidi_M", "CI", "Cased", "CWCF", "CWCM", "CWKCF", "CWL",
    "CWT", "CWU", "Dash", "DI", "Dep", "Dia", "Emoji", "EComp", "EMod", "EBase", "EPres", "ExtPict", "Ext", "Gr_Base",
    "Gr_Ext", "Hex", "IDSB", "IDST", "IDC", "IDS", "Ideo", "Join_C", "LOE", "Lower", "Math", "NChar", "Pat_Syn", "Pat_WS",
    "QMark", "Radical", "RI", "STerm", "SD", "Term", "UIdeo", "Upper", "VS", "space", "XIDC", "XIDS",
    "Alphabetic", "Changes_When_NFKC_Casefolded", "Extended_Pictographic", "Terminal_Punctuation", "White_Space"];
const scripts = ["Latin", "Greek", "Cyrl", "Hani", "Zyyy", "Zinh", "Arab", "Kits", "Qaac", "Todr", "Kawi"].flatMap((name) => [
    `sc=${name}`, `scx=${name}`]);

function measure(expression) {
    const regex = new RegExp(`^\\p{${expression}}$`, "u");
    let members = 0;
    let hash = 0;
    for (let value = 0; value <= 0x10ffff; value++) {
        if (value >= 0xd800 && value <= 0xdfff) continue;
        if (!regex.test(String.fromCodePoint(value))) continue;
        members += 1;
        hash = (Math.imul(hash, 31) + value) >>> 0;
    }
    return { property: expression, count: members, hash };
}
const properties = [...categories, ...binaries, ...scripts].map(measure);

const cased = [];
for (let value = 0; value <= 0x1ffff; value++) {
    if (value >= 0xd800 && value <= 0xdfff) continue;
    const c = String.fromCodePoint(value);
    if (/[\p{CWCM}\p{CWCF}]/u.test(c)) cased.push(c);
}
const folding = [];
const seen = new Set();
for (const c of cased) {
    if (seen.has(c)) continue;
    const regex = new RegExp(`^\\u{${c.codePointAt(0).toString(16)}}$`, "iu");
    const members = cased.filter((other) => regex.test(other));
    for (const member of members) seen.add(member);
    folding.push(members.map((member) => member.codePointAt(0)));
}

process.stdout.write(JSON.stringify({ unicode: process.versions.unicode, cases, properties, folding }) + "\n");
