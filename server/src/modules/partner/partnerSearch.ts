import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { holdWords, rankOfName } from '../../kernel/table/index.ts';

// Keyword columns of partners, shared by lists and selects.

const partnerColumnsSql = (columns: readonly string[]): RawBuilder<unknown>[] =>
  columns.map((column) => sql.ref(`partner.${column}`));

const NAMES = ['name', 'mnemonic', 'name_forms'];

/** Requires each keyword word in the name of `partner`, the pinyin, or the contact details. */
export const partnerHolds = (keyword: string): RawBuilder<boolean> =>
  holdWords(partnerColumnsSql([...NAMES, 'contacts', 'phone', 'telephone']), keyword);

/** Rank of a `partner` for the keyword; see `rankOfName`. */
export const rankOfPartner = (keyword: string): RawBuilder<number> =>
  rankOfName(partnerColumnsSql(NAMES), keyword);
