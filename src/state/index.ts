/** What outlives one operation: the store seam, its memory implementation, and the typed stores over it. */
export { createMemoryStateStore, type MemoryStateStoreOptions } from './memory-store.ts';
export { createRecordStore, type RecordStore, type RecordStoreOptions, type StoredRecord } from './records.ts';
export { createSessionStore, type SearchRecord, type SessionMemory, type SessionStore } from './session-store.ts';
export type { ListOptions, SetOptions, StateStore } from './store.ts';
export { isUsed, MAX_TOOLS, type NotedUse, readToolUses, type ToolUse, type ToolUseKind } from './tool-use.ts';
