// Statements as OFX 1 (without closing tags) and OFX 2 (XML).
import type { BankMessage, MessageRow } from './bankFile.ts';
import { decodeEntities } from './markup.ts';

export const isOfx = (text: string): boolean => /<OFX>/i.test(text);

const fieldIn = (block: string, tag: string): string =>
  decodeEntities(new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block)?.[1] ?? '').trim();

const transactionsIn = (block: string): readonly string[] =>
  block
    .split(/<STMTTRN>/i)
    .slice(1)
    .map((one) => one.split(/<\/STMTTRN>|<\/BANKTRANLIST>/i)[0] ?? '');

/** A comma may stand before the decimals. Before three digits it may stand between thousands, and the amount is refused. */
function plainAmount(text: string): string {
  if (/^[-+]?[1-9]\d{0,2},\d{3}$/.test(text)) return '';
  return /^[-+]?\d+([.,]\d*)?$/.test(text) ? text.replace(',', '.') : text;
}

/** Rows and balance of the first account of a file; those of others are counted. */
export function readOfx(text: string): BankMessage {
  const statements = text.split(/<(?:CC)?STMTRS>/i).slice(1);
  const keyOf = (block: string): string =>
    `${fieldIn(block, 'ACCTID')} ${fieldIn(block, 'CURDEF')}`;
  const own = statements.filter((block) => keyOf(block) === keyOf(statements[0] ?? ''));
  const count = (blocks: readonly string[]): number => blocks.flatMap(transactionsIn).length;
  const ledger = /<LEDGERBAL>[\s\S]*?<BALAMT>([^<\r\n]*)/i.exec(own.at(-1) ?? '')?.[1]?.trim();
  return {
    currency: fieldIn(own[0] ?? '', 'CURDEF').toUpperCase(),
    rows: withDirection(own.flatMap(transactionsIn)).toSorted((one, other) =>
      one.date.localeCompare(other.date),
    ),
    closing: ledger === undefined || ledger === '' ? null : plainAmount(ledger),
    others: count(statements) - count(own),
  };
}

/** Types of transactions that take money from the account. */
const OUTGOING = /^(DEBIT|CHECK|PAYMENT|ATM|POS|FEE|SRVCHG|CASH|DIRECTDEBIT|REPEATPMT)$/i;

/**
 * Rows of transactions. The format tells the direction by the sign alone. A file in which no debit has a minus leaves signs
 * out, so its debits have no amount and are refused.
 */
function withDirection(blocks: readonly string[]): MessageRow[] {
  const isOut = (block: string): boolean => OUTGOING.test(fieldIn(block, 'TRNTYPE'));
  const isSigned = blocks.some((block) => fieldIn(block, 'TRNAMT').startsWith('-'));
  return blocks.map((block) =>
    isOut(block) && !isSigned ? { ...rowOf(block), amount: '' } : rowOf(block),
  );
}

function rowOf(block: string): MessageRow {
  const posted = fieldIn(block, 'DTPOSTED').slice(0, 8);
  return {
    date: posted.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
    amount: plainAmount(fieldIn(block, 'TRNAMT')),
    partner: fieldIn(block, 'NAME') || fieldIn(block, 'PAYEE'),
    purpose: fieldIn(block, 'MEMO'),
    reference: fieldIn(block, 'FITID'),
  };
}
