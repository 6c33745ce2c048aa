/// The terminals that Lark's `common` library has, as regular expressions.
enum LarkCommonTerminals {
    static let regexes: [String: String] = {
        let fraction = #"([0-9]+\.[0-9]*|\.[0-9]+)"#
        let exponent = "[eE][+-]?[0-9]+"
        let float = "(\(fraction)(\(exponent))?|[0-9]+\(exponent))"
        let sign = "[+-]?"
        return [
            "DIGIT": "[0-9]", "HEXDIGIT": "[0-9A-Fa-f]", "INT": "[0-9]+", "SIGNED_INT": "\(sign)[0-9]+",
            "DECIMAL": fraction, "_EXP": exponent, "FLOAT": float, "SIGNED_FLOAT": sign + float,
            "NUMBER": "(\(float)|[0-9]+)", "SIGNED_NUMBER": "\(sign)(\(float)|[0-9]+)",
            "ESCAPED_STRING": #""([^"\\\n]|\\.)*""#, "LCASE_LETTER": "[a-z]", "UCASE_LETTER": "[A-Z]",
            "LETTER": "[A-Za-z]", "WORD": "[A-Za-z]+", "CNAME": "[A-Za-z_][A-Za-z0-9_]*", "WS_INLINE": #"[ \t]+"#,
            "WS": #"[ \t\f\r\n]+"#, "CR": #"\r"#, "LF": #"\n"#, "NEWLINE": #"(\r?\n)+"#, "SH_COMMENT": #"#[^\n]*"#,
            "CPP_COMMENT": #"//[^\n]*"#, "C_COMMENT": #"/\*([^*]|\*+[^*/])*\*+/"#, "SQL_COMMENT": #"--[^\n]*"#,
        ]
    }()
}
