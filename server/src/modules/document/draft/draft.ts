import type { StoredDocument } from '../store/stored.ts';
import type { LineExtras } from '../store/write.ts';
import type { KnownLines } from './lineInput.ts';

/** Document requested by a user, the importer or master data. */
export interface DocumentDraft {
  readonly stored: StoredDocument;
  readonly extras: ReadonlyMap<number, LineExtras>;
}

/** Document before the change, or nothing. */
export interface DraftBeginning {
  readonly before: StoredDocument | null;
  readonly known: KnownLines;
  /** Lowest line number never used. */
  readonly nextLine: number;
  /** Currency allowed beside the company's own, because the goods return from sales in the currency. */
  readonly backIn?: string | null;
}

/** Origin of a new document; the importer supplies creator and mark. */
export interface DraftOrigin {
  readonly creatorId: string;
  readonly institutionId: string | null;
  readonly importedFrom: string | null;
}
