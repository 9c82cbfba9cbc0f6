import { bankStatementPage, bankStatements, partnerChoices } from '@tradehouse/contract';
import {
  decimal,
  documentKinds,
  isSamePartner,
  toPlainDecimal,
  withoutLegalForm,
} from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { invalidateQueryKeys } from '../../app/net/query.ts';
import { ownCurrency } from '../../app/settings/settings.ts';
import { todayIn } from '../../control/format.ts';
import { instantOfWallTime } from '../../control/zone.ts';
import { termsAt } from '../draft/dayRates.ts';
import { blankEntered } from './enteredLine.ts';
import type { EnteredLine } from './enteredLine.ts';
import type { MoneyHead, MoneyStart } from './useMoneyForm.ts';

/** Bank statement row without a document. */
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

/** Returns the kind that enters a bank row: income or expenditure. */
export const bankRowKind = (amount: string): 'itemIn' | 'itemOut' =>
  decimal(amount).isNegative() ? 'itemOut' : 'itemIn';

/** Returns the address of a new income or expenditure with a bank row's data. */
export const bankRowAddress = (row: UnbookedRow): string =>
  `${documentKinds[bankRowKind(row.amount)].url}/new?${new URLSearchParams({ ...row }).toString()}`;

export const bankStatementAddress = (id: string): string => `${bankStatementPage}?statement=${id}`;

/** Parses the bank row from a new document's address; null if none. */
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

/** Finds the partner of a name, with or without legal form; none if ambiguous. */
async function partnerNamed(name: string): Promise<Partial<MoneyHead>> {
  const key = withoutLegalForm(name);
  if (key === '') return {};
  const choices = await callEndpoint(partnerChoices, { key, limit: 20 }, { silent: true }).catch(
    () => [],
  );
  const [partner, ...others] = choices.filter((choice) => isSamePartner(choice.name, name));
  return partner === undefined || others.length > 0
    ? {}
    : { partnerId: partner.id, partnerName: partner.name };
}

/** Creates an income or expenditure from a bank row: account, day, amount, partner, text. */
export async function bankRowStart(
  row: UnbookedRow,
  blank: MoneyHead,
  timeZone: string,
): Promise<MoneyStart<EnteredLine>> {
  // The noon of today may be to come.
  const time =
    row.date === todayIn(timeZone) ? null : instantOfWallTime(`${row.date} 12:00:00`, timeZone);
  const currency = row.currency === ownCurrency() ? '' : row.currency;
  const [partner, terms] = await Promise.all([
    partnerNamed(row.partner),
    termsAt(time, { currency, exchangeRate: '' }),
  ]);
  const head = { ...blank, ...partner, ...terms, time, accountId: row.accountId };
  const amount = toPlainDecimal(decimal(row.amount).abs());
  return { head, lines: [{ ...blankEntered, amount, remark: row.purpose }] };
}

/** Awaits a change of row matches, then refreshes dependent data. */
export async function whenMatched(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
  } finally {
    // Another user's work is read after a refusal, too.
    await invalidateQueryKeys(['bankSuggestions'], ['bankStatement'], ['list']);
  }
  return true;
}

/** Matches a bank row with its document. */
export const matchBankRow = (
  { statementId, row }: UnbookedRow,
  documentId: string,
): Promise<boolean> =>
  whenMatched(
    callEndpoint(bankStatements.match, {
      id: statementId,
      matches: [{ row: Number(row), documentIds: [documentId] }],
    }),
  );
