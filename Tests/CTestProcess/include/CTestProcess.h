/// Nothing to call: what is linked with this sets up the process of the tests before they begin.
