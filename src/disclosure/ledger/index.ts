/** What a session found, described and called, outside its chat history. */
export { createLedger, type Ledger, type LedgerOptions } from './ledger.ts';
export type { ReOffer, ReOfferOptions } from './re-offer.ts';
export type { GoneTool, Recall, RecalledTool, RecallOptions } from './recall.ts';
export type { SavedSession } from './saved-session.ts';
