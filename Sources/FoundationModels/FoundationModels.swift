@_exported public import Trellis
