// Parser of OFX 1 (without closing tags) and OFX 2 (XML) statements.
import { parseNumberColumn, plainValueOfNumber } from '@tradehouse/domain';
import type { BankMessage, MessageRow } from './bankFile.ts';
import { decodeEntities, plainMarkup } from './markup.ts';
import { closingOf } from './statementPages.ts';

/** Tests for an OFX beginning; a list merely mentioning OFX fails. */
export const isOfx = (text: string): boolean =>
  /^\s*(?:OFXHEADER|<\?|<!--|<OFX>)/i.test(text) && /<OFX>/i.test(text);

const fieldIn = (block: string, tag: string): string =>
  decodeEntities(new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block)?.[1] ?? '').trim();

const transactionsIn = (block: string): readonly string[] =>
  block
    .split(/<STMTTRN>/i)
    .slice(1)
    .map((one) => one.split(/<\/STMTTRN>|<\/BANKTRANLIST>/i)[0] ?? '');

/**
 * Converts amounts to plain decimals, considering all together: a comma before three digits needs another
 * amount to define the mark. By the format, a point precedes decimals. '' if unreadable.
 */
function plainAmounts(texts: readonly string[]): readonly string[] {
  return parseNumberColumn(texts, { hasDecimalPoints: true }).map(
    (read) => plainValueOfNumber(read) ?? '',
  );
}

/** Reads rows and balance of a file's first account; counts further rows. */
export function readOfx(text: string): BankMessage {
  const statements = plainMarkup(text)
    .split(/<(?:CC)?STMTRS>/i)
    .slice(1);
  const keyOf = (block: string): string =>
    `${fieldIn(block, 'ACCTID')} ${fieldIn(block, 'CURDEF')}`;
  const own = statements.filter((block) => keyOf(block) === keyOf(statements[0] ?? ''));
  const count = (blocks: readonly string[]): number => blocks.flatMap(transactionsIn).length;
  const currency = fieldIn(own[0] ?? '', 'CURDEF').toUpperCase();
  const transactions = own.flatMap(transactionsIn);
  const balances = own.map((block) => /<LEDGERBAL>([\s\S]*)/i.exec(block)?.[1] ?? '');
  const amounts = plainAmounts([
    ...transactions.map((block) => fieldIn(block, 'TRNAMT')),
    ...balances.map((block) => fieldIn(block, 'BALAMT')),
  ]);
  const pages = balances.map((block, at) => {
    const amount = amounts[transactions.length + at] ?? '';
    const day = fieldIn(block, 'DTASOF').slice(0, 8);
    return { opening: null, closing: amount === '' ? null : { day, amount }, rows: [] };
  });
  return {
    currency,
    rows: withDirection(transactions, amounts, currency).toSorted((one, other) =>
      one.date.localeCompare(other.date),
    ),
    closing: closingOf(pages),
    others: count(statements) - count(own),
    isBalanced: true,
  };
}

/** Transaction types that debit the account. */
const OUTGOING = /^(DEBIT|CHECK|PAYMENT|ATM|POS|FEE|SRVCHG|CASH|DIRECTDEBIT|REPEATPMT)$/i;

/** Tests for a foreign currency transaction, whose amounts are not in the account's currency. */
const isForeignOfxTransaction = (block: string, currency: string): boolean => {
  const [, own = ''] = /<CURRENCY>([\s\S]*)/i.exec(block) ?? [];
  const code = fieldIn(own, 'CURSYM').toUpperCase();
  return code !== '' && code !== currency;
};

/**
 * Reads transaction rows, with the direction by sign alone. A file without any negative debit omits signs:
 * its debits have no amount and are refused, like amounts in another currency.
 */
function withDirection(
  blocks: readonly string[],
  amounts: readonly string[],
  currency: string,
): MessageRow[] {
  const isOut = (block: string): boolean => OUTGOING.test(fieldIn(block, 'TRNTYPE'));
  const isSigned = blocks.some((_, at) => amounts[at]?.startsWith('-'));
  return blocks.map((block, at) => {
    const isUnclear = (isOut(block) && !isSigned) || isForeignOfxTransaction(block, currency);
    return messageRowFromOfx(block, isUnclear ? '' : (amounts[at] ?? ''));
  });
}

function messageRowFromOfx(block: string, amount: string): MessageRow {
  const posted = fieldIn(block, 'DTPOSTED').slice(0, 8);
  return {
    date: posted.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
    amount,
    partner: fieldIn(block, 'NAME') || fieldIn(block, 'PAYEE'),
    purpose: fieldIn(block, 'MEMO'),
    reference: fieldIn(block, 'FITID'),
  };
}
