import { isObject } from '../../shared/json.ts';
import { describeType, type EntryReport } from './fields.ts';

/**
 * Reads `examples`: tool name → requests that the tool serves. What is wrong is reported and left out; a server is not
 * kept from starting by what only helps to find its tools.
 */
export function readExamples(value: unknown, field: string, report: EntryReport): Record<string, string[]> | undefined {
  if (!isObject(value)) {
    return report.warn(field, `${field} must be an object such as {"tool": ["a request"]}, not ${describeType(value)}`);
  }
  const read: [string, string[]][] = [];
  for (const [tool, requests] of Object.entries(value)) {
    if (!Array.isArray(requests)) {
      const given = describeType(requests);
      report.warn(
        `${field}.${tool}`,
        `${field}.${tool} must be a list of requests such as ["a request"], not ${given}`,
      );
      continue;
    }
    const texts = requests.filter((one): one is string => typeof one === 'string' && one.trim() !== '');
    if (texts.length < requests.length) {
      report.warn(`${field}.${tool}`, `${field}.${tool} holds something that is no text or empty; it is left out`);
    }
    if (texts.length > 0) read.push([tool, texts]);
  }
  return Object.fromEntries(read);
}
