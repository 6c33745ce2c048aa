extension SystemLanguageModel {
    /// Whether a model can be used.
    @frozen public enum Availability: Sendable, Equatable {
        /// It can.
        case available
        /// It cannot, for a reason.
        case unavailable(UnavailableReason)

        /// Why a model cannot be used.
        public enum UnavailableReason: Sendable, Hashable {
            /// The machine has too little memory for the model, or a processor without AVX2 or NEON.
            case deviceNotEligible
            /// The environment variable `TRELLIS_DISABLED` is 1.
            case appleIntelligenceNotEnabled
            /// The file of the model is not there: it has to be fetched into the store first.
            case modelNotReady
        }
    }

    /// Whether the model can be used now. Looks at the file system; loads nothing.
    public var availability: Availability { file.availability }

    /// Whether the model can be used now.
    public var isAvailable: Bool { availability == .available }
}

extension SystemLanguageModel.Availability.UnavailableReason {
    /// The reason in a line.
    var sentence: String {
        switch self {
        case .deviceNotEligible: "this machine has too little memory for the model, or no AVX2 or NEON"
        case .appleIntelligenceNotEnabled: "the model is switched off by TRELLIS_DISABLED"
        case .modelNotReady: "the model has not been fetched"
        }
    }
}
