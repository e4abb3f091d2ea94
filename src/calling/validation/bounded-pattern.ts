import { safeTextLength } from './pattern-safety.ts';

/** A pattern that is tried on short enough texts only; longer ones pass, and the server decides. */
export interface BoundedPattern {
  test(text: string): boolean;
  /** Tells patterns apart in the validator's scope, so it has to be unique for each. */
  toString(): string;
}

/** The pattern, or undefined when it is no regular expression or may run away. */
export function createBoundedPattern(pattern: string): BoundedPattern | undefined {
  const longest = safeTextLength(pattern);
  const expression = longest === undefined ? undefined : compile(pattern);
  if (longest === undefined || expression === undefined) return undefined;
  return {
    test: (text) => text.length > longest || expression.test(text),
    toString: () => String(expression),
  };
}

/** Unicode mode is what the standard asks for; many servers write patterns that only the older mode takes. */
function compile(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The next mode, or none.
    }
  }
  return undefined;
}
