// Kinds of files that banks give out, each as one table under headings.
import { splitTable } from '@tradehouse/domain';
import type { SourceRow } from '../../control/importDialog/importSource.ts';
import { isCamt, readCamt } from './camt.ts';
import { isMt940, readMt940 } from './mt940.ts';
import { isOfx, readOfx } from './ofx.ts';

/** A row of a message, such as OFX, that names its fields itself: the amount signed with a point. */
export interface MessageRow {
  /** YYYY-MM-DD, the day it was booked on. */
  readonly date: string;
  readonly amount: string;
  readonly partner: string;
  readonly purpose: string;
  /** The bank's own number; '' where it gives none. */
  readonly reference: string;
}

export interface BankMessage {
  readonly currency: string;
  readonly rows: readonly MessageRow[];
  /** The balance at the end; null: the file doesn't say. */
  readonly closing: string | null;
  /** Rows of further accounts, in another currency, or not booked yet, which are left out. */
  readonly others: number;
  /** The rows lead from the balance at the beginning to the one at the end, where the file states both. */
  readonly isBalanced: boolean;
}

export interface BankFile {
  readonly rows: readonly SourceRow[];
  /** A message says the direction of money itself; a table has to show it. */
  readonly isMessage: boolean;
  readonly currency: string;
  readonly closing: string | null;
  readonly others: number;
  readonly isBalanced: boolean;
}

const titles = ['date', 'amount', 'name', 'memo', 'reference'] as const;

const asFile = ({ rows, ...rest }: BankMessage): BankFile => ({
  ...rest,
  isMessage: true,
  rows: [
    titles,
    ...rows.map(({ date, amount, partner, purpose, reference }) => [
      date,
      amount,
      partner,
      purpose,
      reference,
    ]),
  ].map((cells, at) => ({ place: at + 1, cells })),
});

/** A bank's file: OFX, MT940, CAMT.053, or a table, whose rows may have been read already. */
export function readBankFile(text: string, rows = splitTable(text)): BankFile {
  if (isOfx(text)) return asFile(readOfx(text));
  if (isCamt(text)) return asFile(readCamt(text));
  if (isMt940(text)) return asFile(readMt940(text));
  return { rows, isMessage: false, currency: '', closing: null, others: 0, isBalanced: true };
}
