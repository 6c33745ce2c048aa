import Foundation
import TrellisDecoding
import TrellisTokenization

/// An answer as a page for a browser: its tokens, each by what the grammar left to the model.
///
/// One file with nothing outside it. Texts from outside (the answer, the prompt, the schema, names) are escaped, and what would
/// not be seen in them is written as a mark.
struct TracePage {
    /// What a grammar left of a choice.
    enum Freedom: String, CaseIterable {
        /// Nothing: the token was not asked of the model.
        case forced
        /// Less than half of the tokens.
        case constrained
        /// At least half of them.
        case free

        /// What the legend says about it.
        var explanation: String {
            switch self {
            case .forced: "the grammar left no choice; the model was not asked"
            case .constrained: "the mask had fewer than half of all tokens"
            case .free: "the mask had at least half of all tokens"
            }
        }
    }

    /// What the answer was asked with, each with a name.
    var facts: [(name: String, value: String)]
    /// The tokens in order.
    var tokens: [DecodedToken]
    /// What the tokens stand for.
    var vocabulary: Vocabulary

    /// The page as HTML.
    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
        script-src 'unsafe-inline'">
        <title>Trellis trace</title>
        <style>
        \(TracePageParts.style)
        </style>
        </head>
        <body>
        <h1>Trellis trace</h1>
        <dl class="facts">
        \(facts.map { "<div><dt>\(Markup.escaped($0.name))</dt><dd>\(Markup.text($0.value))</dd></div>" }
            .joined(separator: "\n"))
        </dl>
        <ul class="legend">
        \(Freedom.allCases.map(legend).joined(separator: "\n"))
        </ul>
        <p class="hint" id="hint">Point at a token, or move through them with the arrow keys.</p>
        <div class="tokens" id="tokens" role="group" aria-label="Tokens of the answer" aria-describedby="hint">\
        \(tokens.enumerated().map(element).joined())</div>
        <div id="detail" role="status" hidden></div>
        <details>
        <summary>All tokens as a table</summary>
        <div class="scroll">
        <table>
        <thead><tr><th>no.</th><th>token</th><th>number</th><th>choice</th><th>mask</th><th>removed</th>\
        <th>own probability</th><th>likeliest of all</th></tr></thead>
        <tbody>
        \(tokens.enumerated().map(row).joined(separator: "\n"))
        </tbody>
        </table>
        </div>
        </details>
        <script>
        \(TracePageParts.script)
        </script>
        </body>
        </html>

        """
    }

    private func freedom(of token: DecodedToken) -> Freedom {
        guard let effect = token.effect else { return .forced }
        return effect.allowedCount * 2 < vocabulary.count ? .constrained : .free
    }

    private func legend(_ freedom: Freedom) -> String {
        let count = tokens.filter { self.freedom(of: $0) == freedom }.count
        let share = tokens.isEmpty ? 0 : Double(count) / Double(tokens.count)
        return """
            <li><span class="token \(freedom.rawValue)">\(freedom.rawValue)</span> \(count) of \(tokens.count) tokens \
            (\(Self.percent(share))): \(freedom.explanation)</li>
            """
    }

    /// The token in the flow of the text, with what is said about it when it is pointed at.
    private func element(_ index: Int, _ token: DecodedToken) -> String {
        let freedom = freedom(of: token)
        let detail = lines(of: token, number: index + 1).joined(separator: "\n")
        let name = Markup.plain(name(of: token.token))
        return """
            <span class="token \(freedom.rawValue)" role="img" tabindex="\(index == 0 ? 0 : -1)" \
            aria-label="\(Markup.escaped("\(name), \(freedom.rawValue)"))" \
            data-detail="\(Markup.escaped(detail))">\(flow(token.token))</span>
            """
    }

    private func flow(_ token: TokenID) -> String {
        vocabulary.kind(of: token) == .special
            ? "<i class=\"mark\">\(Markup.escaped(Markup.plain(name(of: token))))</i>"
            : Markup.text(name(of: token), breaksLines: true)
    }

    /// The bytes of a token; the printed name of a special one.
    private func name(of token: TokenID) -> ArraySlice<UInt8> { vocabulary.bytes(of: token) }

    private func lines(of token: DecodedToken, number: Int) -> [String] {
        var lines = ["“\(Markup.plain(name(of: token.token)))” · token \(token.token.rawValue), no. \(number)"]
        guard let effect = token.effect else { return lines + ["forced: the model was not asked"] }
        lines.append(
            "\(freedom(of: token).rawValue): mask of \(effect.allowedCount) of \(vocabulary.count) tokens")
        lines.append("the mask removed \(Self.percent(effect.removedProbability)) of the probability")
        lines.append("the model gave this token \(Self.percent(effect.probability))")
        if effect.favorite != token.token {
            lines.append(
                "likeliest of all: “\(Markup.plain(name(of: effect.favorite)))” with "
                    + Self.percent(effect.favoriteProbability))
        }
        return lines
    }

    private func row(_ index: Int, _ token: DecodedToken) -> String {
        var cells = [
            "\(index + 1)", "<code>\(Markup.text(name(of: token.token)))</code>", "\(token.token.rawValue)",
            freedom(of: token).rawValue,
        ]
        if let effect = token.effect {
            cells += [
                "\(effect.allowedCount)", Self.percent(effect.removedProbability), Self.percent(effect.probability),
                "<code>\(Markup.text(name(of: effect.favorite)))</code> "
                    + Self.percent(effect.favoriteProbability),
            ]
        } else {
            cells += ["–", "–", "–", "–"]
        }
        return "<tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr>"
    }

    /// A share in per cent with as many digits as tell something.
    static func percent(_ share: Double) -> String {
        switch share * 100 {
        case 0: "0 %"
        case ..<0.01: "under 0.01 %"
        case let percent where percent < 10: String(format: "%.2f %%", percent)
        case let percent where percent > 99.9 && percent < 100: String(format: "%.3f %%", min(percent, 99.999))
        case let percent: String(format: "%.1f %%", percent)
        }
    }
}
