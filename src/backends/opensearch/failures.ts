import { ToolscoutError } from '../../errors.ts';

export function damagedDocument(id: string): ToolscoutError {
  return new ToolscoutError('INDEX_DAMAGED', `The index holds no usable tool under ${JSON.stringify(id)}.`, {
    next: 'Run "toolscout index verify NAME --backend opensearch", then build the index anew.',
    details: { id },
  });
}
