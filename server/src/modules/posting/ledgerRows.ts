import type { PostedEntry, PostedMove } from '@tradehouse/domain';

/** Move in the stock ledger: numbered within the document and within the SKU. */
export interface MoveRow extends PostedMove {
  readonly documentId: string;
  readonly seq: number;
  readonly postingNumber: bigint;
}

export interface EntryRow extends PostedEntry {
  readonly documentId: string;
  readonly seq: number;
}
