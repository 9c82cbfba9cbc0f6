// Types of bank files, each converted to one table under headings.
import { splitTable } from '@tradehouse/domain';
import type { SourceRow } from '../control/importDialog/importSource.ts';
import { isCamt, readCamt } from './camt.ts';
import { isMt940, readMt940 } from './mt940.ts';
import { isOfx, readOfx } from './ofx.ts';

/** Row of a message with named fields, like OFX: signed amount with a decimal point. */
export interface MessageRow {
  /** YYYY-MM-DD, the booking day. */
  readonly date: string;
  readonly amount: string;
  readonly partner: string;
  readonly purpose: string;
  /** Bank's own number; '' if missing. */
  readonly reference: string;
}

export interface BankMessage {
  readonly currency: string;
  readonly rows: readonly MessageRow[];
  /** The balance at the end; null: the file doesn't say. */
  readonly closing: string | null;
  /** Omitted rows: further accounts, another currency, or not yet booked. */
  readonly others: number;
  /** The rows lead from opening to closing balance, if the file states both. */
  readonly isBalanced: boolean;
}

export interface BankFile {
  readonly rows: readonly SourceRow[];
  /** True for messages, which state the direction of money; tables must show it. */
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

/** Reads a bank file: OFX, MT940, CAMT.053, or a table, possibly parsed already. */
export function readBankFile(text: string, rows = splitTable(text)): BankFile {
  if (isOfx(text)) return asFile(readOfx(text));
  if (isCamt(text)) return asFile(readCamt(text));
  if (isMt940(text)) return asFile(readMt940(text));
  return { rows, isMessage: false, currency: '', closing: null, others: 0, isBalanced: true };
}
