import { describe, expect, it } from 'vitest';
import { OPERATIONS, operationOfName } from './operation.ts';
import { OPERATION_MODEL } from './operation-model.ts';
import { requestOperations } from './request-operations.ts';

describe('what a tool does', () => {
  it.each([
    ['github_list_issues', 'read'],
    ['createCalendarEvent', 'create'],
    ['remove-site', 'delete'],
    ['chat.postMessage', 'send'],
    ['cancel_run', 'stop'],
  ])('is read from its name: %s', (name, operation) => {
    expect(operationOfName(name)).toBe(operation);
  });

  it('is unknown where the name has no verb', () => {
    expect(operationOfName('weather_forecast')).toBeUndefined();
  });
});

describe('what a request asks for', () => {
  it('has one direction for each operation, as long as the vectors of the model that it was learned with', () => {
    expect(OPERATION_MODEL.rows).toHaveLength(OPERATIONS.length);
    const request = new Float32Array(OPERATION_MODEL.rows[0]!.weights.length);
    expect(requestOperations(OPERATION_MODEL.tier, request)).toEqual(OPERATION_MODEL.rows.map(({ bias }) => bias));
  });

  it('is not said for the vectors of other models', () => {
    expect(requestOperations('another@1', new Float32Array(384))).toEqual([]);
  });
});
