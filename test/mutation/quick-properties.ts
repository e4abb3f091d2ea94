import fc from 'fast-check';

// Thousands of runs: a property that fails need not look for its smallest counterexample, and one that holds is cut short.
fc.configureGlobal({ endOnFailure: true, interruptAfterTimeLimit: 2_000 });
