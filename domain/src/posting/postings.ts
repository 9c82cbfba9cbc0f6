import type { Document } from '../document/document.ts';
import { calculateEntries } from './entries.ts';
import { calculateMoves } from './moves.ts';
import type { Postings } from './posting.ts';

/** Computes the postings from the document alone. */
export function calculatePostings(document: Document): Postings {
  return { moves: calculateMoves(document), entries: calculateEntries(document) };
}

/** Checks if a document is in force: with forced approval once approved, otherwise once saved. */
export const isDocumentInForce = ({ deleted, approval, needsApproval }: Document): boolean =>
  !deleted && (approval === 'approved' || !needsApproval);

/** Postings owed now: none while deleted or not in force. */
export const owed = (document: Document): Postings =>
  isDocumentInForce(document) ? calculatePostings(document) : { moves: [], entries: [] };
