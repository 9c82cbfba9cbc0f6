import type { PostedEntry, PostedMove } from '@tradehouse/domain';

/** A move as it stands in the stock ledger: numbered within its document and its SKU. */
export interface MoveRow extends PostedMove {
  readonly documentId: string;
  readonly seq: number;
  readonly postingNumber: bigint;
}

/** An entry as it stands in the money ledger. */
export interface EntryRow extends PostedEntry {
  readonly documentId: string;
  readonly seq: number;
}
