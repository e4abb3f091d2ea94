/** Coefficients of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.19; its error is below 1.5e-7. */
const COEFFICIENTS = [0.049867347, 0.0211410061, 0.0032776263, 0.0000380036, 0.0000488906, 0.000005383];

/**
 * The share of a normal distribution that lies above so many standard deviations. By basic arithmetic only, which is
 * the same on every machine.
 */
export function upperTail(deviations: number): number {
  if (deviations < 0) return 1 - upperTail(-deviations);
  let sum = 0;
  for (let i = COEFFICIENTS.length - 1; i >= 0; i--) sum = (sum + COEFFICIENTS[i]!) * deviations;
  let power = 1 + sum;
  for (let i = 0; i < 4; i++) power *= power;
  return 0.5 / power;
}
