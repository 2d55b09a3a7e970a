/// Declares nothing: a constructor sets the environment of the test process before the tests begin.
