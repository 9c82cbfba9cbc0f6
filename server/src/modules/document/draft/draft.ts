import type { Stored } from '../store/stored.ts';
import type { LineExtras } from '../store/write.ts';
import type { KnownLines } from './lineInput.ts';

/** What a save was asked for, no matter who asks: a user, the importer, master data. */
export interface Draft {
  readonly stored: Stored;
  readonly extras: ReadonlyMap<number, LineExtras>;
}

/** What a document starts from: itself before the change, or nothing. */
export interface Beginning {
  readonly before: Stored | null;
  readonly known: KnownLines;
  /** The next line number that was never used. */
  readonly nextLine: number;
  /** The currency it may be in beside the company's own, since its goods come back of sales in it. */
  readonly backIn?: string | null;
}

/** Who and when a new document is of; the importer brings its own. */
export interface Origin {
  readonly creatorId: string;
  readonly institutionId: string | null;
  readonly importedFrom: string | null;
}
