// Parser of ISO 20022 CAMT.053 statements, any version.
import type { BankMessage, MessageRow } from './bankFile.ts';
import { elementsIn, plainMarkup, textAt } from './markup.ts';
import { closingOf, isBalanced } from './statementPages.ts';
import type { StatedBalance, StatementPage } from './statementPages.ts';

export const isCamt = (text: string): boolean =>
  /^\s*</.test(text) && /<(?:[\w-]+:)?(BkToCstmrStmt|BkToCstmrAcctRpt)[\s>]/.test(text);

const accountOf = (statement: string): string =>
  elementsIn(statement, 'Acct').map(
    (account) => `${textAt(account, 'Id')} ${textAt(account, 'Ccy')}`,
  )[0] ?? '';

const currencyIn = (xml: string): string =>
  /<(?:[\w-]+:)?Amt\s[^>]*\bCcy\s*=\s*["']([A-Z]{3})["']/.exec(xml)?.[1] ?? '';

/** The currency of the account; entries may be in another. */
function currencyOfCamtStatement(statement: string): string {
  const [account = ''] = elementsIn(statement, 'Acct');
  const balances = elementsIn(statement, 'Bal').join('');
  return textAt(account, 'Ccy') || currencyIn(balances) || currencyIn(statement);
}

/** Signed amount, negative for a debit; '' without a side or a plain number. */
function signedAmount(entry: string): string {
  const amount = textAt(entry, 'Amt');
  const side = textAt(entry, 'CdtDbtInd');
  if (!/^\d+(\.\d*)?$/.test(amount) || (side !== 'CRDT' && side !== 'DBIT')) return '';
  return side === 'DBIT' ? `-${amount}` : amount;
}

const isBooked = (entry: string): boolean => /^(BOOK)?$/.test(textAt(entry, 'Sts'));

/** A booked balance of a kind. */
function balanceIn(statement: string, kinds: readonly string[]): StatedBalance | null {
  const stated = elementsIn(statement, 'Bal').findLast((one) =>
    kinds.includes(textAt(one, 'Tp', 'CdOrPrtry', 'Cd')),
  );
  const amount = stated === undefined ? '' : signedAmount(stated);
  return stated === undefined || amount === ''
    ? null
    : { day: textAt(stated, 'Dt').slice(0, 10), amount };
}

/** Reads rows and closing balance of a file's first account, over all pages. */
export function readCamt(text: string): BankMessage {
  const xml = plainMarkup(text);
  const statements = [...elementsIn(xml, 'Stmt'), ...elementsIn(xml, 'Rpt')];
  const own = statements.filter((one) => accountOf(one) === accountOf(statements[0] ?? ''));
  const currency = currencyOfCamtStatement(own[0] ?? '');
  const pages = own.map((statement) => pageFromCamtStatement(statement, currency));
  const rows = pages.flatMap((page) => page.rows);
  return {
    currency,
    rows,
    closing: closingOf(pages),
    others: statements.flatMap((one) => elementsIn(one, 'Ntry')).length - rows.length,
    isBalanced: isBalanced(pages),
  };
}

function pageFromCamtStatement(statement: string, currency: string): StatementPage {
  const booked = elementsIn(statement, 'Ntry').filter(isBooked);
  const taken = booked.filter((one) => currencyIn(one) === currency);
  return {
    // Entries in another currency changed the balance by an unknown amount.
    opening: taken.length < booked.length ? null : balanceIn(statement, ['OPBD', 'PRCD']),
    closing: balanceIn(statement, ['CLBD']),
    rows: taken.map(messageRowFromCamtEntry),
  };
}

function messageRowFromCamtEntry(entry: string): MessageRow {
  const details = elementsIn(entry, 'TxDtls');
  const side = textAt(entry, 'CdtDbtInd') === 'DBIT' ? 'Cdtr' : 'Dbtr';
  const purposes = [
    ...details.flatMap((one) => [...elementsIn(one, 'Ustrd'), textAt(one, 'CdtrRefInf', 'Ref')]),
    textAt(entry, 'AddtlNtryInf'),
  ].map((one) => textAt(`<T>${one}</T>`, 'T'));
  return {
    date: textAt(entry, 'BookgDt').slice(0, 10) || textAt(entry, 'ValDt').slice(0, 10),
    amount: signedAmount(entry),
    // A batch entry has several partners, so none is stored.
    partner: details.length === 1 ? textAt(entry, 'RltdPties', side, 'Nm') : '',
    purpose: [...new Set(purposes)].filter((one) => one !== '').join(' '),
    reference: textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef'),
  };
}
