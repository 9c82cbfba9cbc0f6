// The books of the sample company: a bank statement half matched, closed months, a saved view, a program.
import {
  addSavedView,
  applications,
  bankStatements,
  closePeriod,
  currentUser,
  roleChoices,
  shareSavedView,
} from '@tradehouse/contract';
import type { BankRowInput } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import { makeSampleWords } from './goods.ts';
import type { SampleTrade } from './trade.ts';

/** Days of the statement. */
const STATED_DAYS = 30;

/** Brings in the bank statement of the last weeks, and matches half of the rows found in the books. */
export async function stateBankAccount(trade: SampleTrade, today: string): Promise<void> {
  const { desk, shop, banked } = trade;
  const since = dayAfter(today, -STATED_DAYS);
  const word = (zh: string, en: string): string => makeSampleWords(zh, en)[shop.language];
  const fee: BankRowInput = {
    date: dayAfter(today, -2),
    amount: '-12.5',
    purpose: word('账户管理费', 'Account fee'),
  };
  const rows = [...banked.filter(({ date }) => date > since && date < today), fee];
  const { id } = await desk.call(bankStatements.add, {
    accountId: shop.bank,
    name: word(`银行流水 ${today}`, `Bank statement ${today}`),
    rows,
  });
  if (id === null) return;
  const { suggestions } = await desk.call(bankStatements.suggestions, { id });
  const matches = suggestions
    .slice(0, Math.ceil(suggestions.length / 2))
    .map(({ row, documentId }) => ({ row, documentIds: [documentId] }));
  if (matches.length > 0) await desk.call(bankStatements.match, { id, matches });
}

/** Closes the months before the last month. */
export async function closeOldMonths({ desk }: SampleTrade, today: string): Promise<void> {
  const lastMonth = dayAfter(`${today.slice(0, 7)}-01`, -1);
  const until = dayAfter(`${lastMonth.slice(0, 7)}-01`, -1);
  await desk.call(closePeriod, { until, confirmed: true });
}

/** Saves a view of the unpaid sales, shared with salespeople, and adds a program that reads stock. */
export async function addSampleTools({ desk, shop }: SampleTrade): Promise<void> {
  const word = (zh: string, en: string): string => makeSampleWords(zh, en)[shop.language];
  const view = await desk.call(addSavedView, {
    list: 'saleOut',
    name: word('未收款的销售', 'Unpaid sales'),
    value: {
      search: { hasLastDebt: true, time: null },
      sort: { column: 'openDebt', order: 'desc' },
    },
  });
  const roles = await desk.call(roleChoices, {});
  await desk.call(shareSavedView, {
    id: view.id,
    roleIds: roles.filter(({ type }) => type === 'salesperson').map(({ id }) => id),
    roleDefault: false,
  });
  const { id: userId } = await desk.call(currentUser, {});
  await desk.call(applications.add, {
    name: word('网店库存同步', 'Web shop stock'),
    userId,
    scopes: ['products:read', 'stock:read'],
    validMinutes: 120,
    addresses: [],
  });
}
