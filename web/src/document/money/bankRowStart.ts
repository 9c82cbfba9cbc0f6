import { bankStatementPage, bankStatements, partnerChoices } from '@tradehouse/contract';
import { decimal, documentKinds, isSamePartner, plain, withoutLegalForm } from '@tradehouse/domain';
import { call } from '../../app/net/client.ts';
import { outdate } from '../../app/net/query.ts';
import { ownCurrency } from '../../app/settings/settings.ts';
import { todayIn } from '../../control/format.ts';
import { instantOf } from '../../control/zone.ts';
import { termsAt } from '../draft/dayRates.ts';
import { blankEntered } from './enteredLine.ts';
import type { EnteredLine } from './enteredLine.ts';
import type { MoneyHead, MoneyStart } from './useMoneyForm.ts';

/** A row of a bank's statement that no document tells of yet. */
export interface UnbookedRow {
  readonly statementId: string;
  readonly row: string;
  readonly accountId: string;
  readonly date: string;
  /** Below zero: the money left the account. */
  readonly amount: string;
  readonly currency: string;
  readonly partner: string;
  readonly purpose: string;
}

/** The kind that enters what a row says: income or expenditure. */
export const bankRowKind = (amount: string): 'itemIn' | 'itemOut' =>
  decimal(amount).isNegative() ? 'itemOut' : 'itemIn';

/** The address of a new income or expenditure that begins with what a row says. */
export const bankRowAddress = (row: UnbookedRow): string =>
  `${documentKinds[bankRowKind(row.amount)].url}/new?${new URLSearchParams({ ...row }).toString()}`;

export const bankStatementAddress = (id: string): string => `${bankStatementPage}?statement=${id}`;

/** The row that an address of a new document names; null where it names none. */
export function bankRowIn(query: URLSearchParams): UnbookedRow | null {
  const said = (name: string): string => query.get(name) ?? '';
  return query.has('statementId')
    ? {
        statementId: said('statementId'),
        row: said('row'),
        accountId: said('accountId'),
        date: said('date'),
        amount: said('amount'),
        currency: said('currency'),
        partner: said('partner'),
        purpose: said('purpose'),
      }
    : null;
}

/** The partner of this name, with or without its legal form; none where several have it. */
async function partnerNamed(name: string): Promise<Partial<MoneyHead>> {
  const key = withoutLegalForm(name);
  if (key === '') return {};
  const choices = await call(partnerChoices, { key, limit: 20 }, { silent: true }).catch(() => []);
  const [partner, ...others] = choices.filter((choice) => isSamePartner(choice.name, name));
  return partner === undefined || others.length > 0
    ? {}
    : { partnerId: partner.id, partnerName: partner.name };
}

/** An income or expenditure begun from a row: its account, day, amount, partner and words. */
export async function bankRowStart(
  row: UnbookedRow,
  blank: MoneyHead,
  timeZone: string,
): Promise<MoneyStart<EnteredLine>> {
  // The noon of today may be to come.
  const time = row.date === todayIn(timeZone) ? null : instantOf(`${row.date} 12:00:00`, timeZone);
  const currency = row.currency === ownCurrency() ? '' : row.currency;
  const [partner, terms] = await Promise.all([
    partnerNamed(row.partner),
    termsAt(time, { currency, exchangeRate: '' }),
  ]);
  const head = { ...blank, ...partner, ...terms, time, accountId: row.accountId };
  const amount = plain(decimal(row.amount).abs());
  return { head, lines: [{ ...blankEntered, amount, remark: row.purpose }] };
}

/** Waits for a change of what rows are; then everything that tells of it is read again. */
export async function whenMatched(work: Promise<unknown>): Promise<boolean> {
  await work;
  await outdate(['bankSuggestions'], ['bankStatement'], ['list']);
  return true;
}

/** Matches a row with the document that was made of it. */
export const matchBankRow = (
  { statementId, row }: UnbookedRow,
  documentId: string,
): Promise<boolean> =>
  whenMatched(
    call(bankStatements.match, {
      id: statementId,
      matches: [{ row: Number(row), documentIds: [documentId] }],
    }),
  );
