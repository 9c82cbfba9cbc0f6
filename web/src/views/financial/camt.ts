// Statements as ISO 20022 CAMT.053, of any version.
import type { BankMessage, MessageRow } from './bankFile.ts';
import { elementsIn, textAt } from './markup.ts';

export const isCamt = (text: string): boolean =>
  /<(?:[\w-]+:)?(BkToCstmrStmt|BkToCstmrAcctRpt)[\s>]/.test(text);

const accountOf = (statement: string): string =>
  elementsIn(statement, 'Acct').map(
    (account) => `${textAt(account, 'Id')} ${textAt(account, 'Ccy')}`,
  )[0] ?? '';

const currencyIn = (xml: string): string =>
  /<(?:[\w-]+:)?Amt\s[^>]*\bCcy\s*=\s*["']([A-Z]{3})["']/.exec(xml)?.[1] ?? '';

/** Below zero where it is a debit; nothing, where the entry says neither. */
function signedAmount(entry: string): string {
  const amount = textAt(entry, 'Amt');
  const side = textAt(entry, 'CdtDbtInd');
  if (side !== 'CRDT' && side !== 'DBIT') return '';
  return side === 'DBIT' ? `-${amount}` : amount;
}

const isBooked = (entry: string): boolean => /^(BOOK)?$/.test(textAt(entry, 'Sts'));

/** Rows and closing balance of the first account of a file, over all its pages. */
export function readCamt(text: string): BankMessage {
  const statements = [...elementsIn(text, 'Stmt'), ...elementsIn(text, 'Rpt')];
  const own = statements.filter((one) => accountOf(one) === accountOf(statements[0] ?? ''));
  const all = statements.flatMap((one) => elementsIn(one, 'Ntry'));
  const entries = own.flatMap((one) => elementsIn(one, 'Ntry'));
  const currency = currencyIn(entries[0] ?? own[0] ?? '');
  const taken = entries.filter((one) => isBooked(one) && currencyIn(one) === currency);
  const closing = own
    .flatMap((one) => elementsIn(one, 'Bal'))
    .findLast((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === 'CLBD');
  return {
    currency,
    rows: taken.map(rowOf),
    closing: closing === undefined ? null : signedAmount(closing),
    others: all.length - taken.length,
  };
}

function rowOf(entry: string): MessageRow {
  const details = elementsIn(entry, 'TxDtls');
  const side = textAt(entry, 'CdtDbtInd') === 'DBIT' ? 'Cdtr' : 'Dbtr';
  const purposes = [
    ...details.flatMap((one) => [...elementsIn(one, 'Ustrd'), textAt(one, 'CdtrRefInf', 'Ref')]),
    textAt(entry, 'AddtlNtryInf'),
  ].map((one) => textAt(`<T>${one}</T>`, 'T'));
  return {
    date: textAt(entry, 'BookgDt').slice(0, 10) || textAt(entry, 'ValDt').slice(0, 10),
    amount: signedAmount(entry),
    // A collected entry has several partners, and so none of its own.
    partner: details.length === 1 ? textAt(entry, 'RltdPties', side, 'Nm') : '',
    purpose: [...new Set(purposes)].filter((one) => one !== '').join(' '),
    reference: textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef'),
  };
}
