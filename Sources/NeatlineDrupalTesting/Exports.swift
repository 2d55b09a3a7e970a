@_exported public import NeatlineTesting
