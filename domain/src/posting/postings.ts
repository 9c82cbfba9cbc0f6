import type { Document } from '../document/document.ts';
import { entries } from './entries.ts';
import { moves } from './moves.ts';
import type { Postings } from './posting.ts';

/** What a document of its kind owes the books, from the document alone. */
export function postings(document: Document): Postings {
  return { moves: moves(document), entries: entries(document) };
}

/** With forced approval only approval brings a document into force, without it saving does (design §3). */
export const inForce = ({ deleted, approval, needsApproval }: Document): boolean =>
  !deleted && (approval === 'approved' || !needsApproval);

/** What a document owes the books now: nothing while it isn't in force or is deleted. */
export const owed = (document: Document): Postings =>
  inForce(document) ? postings(document) : { moves: [], entries: [] };
