import {
  balanceSheetTable,
  closePeriod,
  closingChecklist,
  customerStatementTable,
  goodsDocuments,
  profitTable,
  revaluationRowTable,
  revaluationTable,
  revaluations,
  trialBalanceTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { beforeAll, expect, test } from 'vitest';
import { aShopServer, asRole, lineOf } from '../document/testShop.ts';

const { server, shop } = await aShopServer();
const product = await shop.product();

type TextRow = Readonly<Record<string, string | null>>;
const rowsOf = async ({ path, fixed = {} }: TableDeclaration, search: object) =>
  (
    await server.request('GET', path, {
      search: JSON.stringify({ ...fixed, ...search }),
      pageSize: 200,
    })
  ).json<{ data: { rows: TextRow[] } }>().data.rows;

const on = (day: string) => ({ time: `2025-${day}T04:00:00Z`, status: '1', paidNow: '0' }) as const;
const abroad = (currency: string, exchangeRate: string) => ({ currency, exchangeRate });
const day = '2025-03-31';
const rates = [
  { currency: 'EUR', rate: '7.5' },
  { currency: 'GBP', rate: '7.1' },
];
const post = (more: object = {}) =>
  server.call(revaluations.post, { day, rates, deposits: true, reverse: true, ...more });
const refusalOf = async (work: Promise<unknown>) => {
  const [outcome] = await Promise.allSettled([work]);
  return outcome?.status === 'rejected' ? String(outcome.reason) : 'accepted';
};
/** Amount of a code in the profit and loss statement of a day. */
const exchangeOn = async (one: string) =>
  (await rowsOf(profitTable, { dates: [one, one] })).find(({ code }) => code === '5603')?.[
    'amount'
  ] ?? '0';
const closingOf = async (code: string, until: string) => {
  const row = (await rowsOf(trialBalanceTable, { dates: ['2025-01-01', until] })).find(
    (one) => one['code'] === code,
  );
  return toPlainDecimal(decimal(row?.['closingDebit'] ?? '0').minus(row?.['closingCredit'] ?? '0'));
};

let bill: { readonly id: string };
/**
 * Reckoned by hand, at 7.5 for EUR and 7.1 for GBP on 31 March:
 *   receivable EUR 100 − 40 = 60, booked 420.00, worth 450.00: gain 30.00
 *   payable GBP −50, booked −360.00, worth −355.00: gain 5.00
 *   deposit of a customer EUR −10, booked −72.00, worth −75.00: loss 3.00
 *   bank EUR 40 + 10, booked 288.00 + 72.00 = 360.00, worth 375.00: gain 15.00
 *   together 47.00
 */
beforeAll(async () => {
  const buying = { ...on('03-01'), ...abroad('GBP', '7.2') };
  await shop.goods('purchaseIn', [lineOf(product, '50', '1')], buying);
  bill = await shop.goods('saleOut', [lineOf(product, '10', '10')], {
    ...on('03-05'),
    ...abroad('EUR', '7'),
  });
  await shop.money('moneyIn', [{ settledDocumentId: bill.id, amount: '40' }], {
    time: '2025-03-20T04:00:00Z',
    accountId: shop.bank,
    ...abroad('EUR', '7.2'),
  });
  await shop.goods('saleOrder', [lineOf(product, '1', '30')], {
    ...on('03-21'),
    ...abroad('EUR', '7.2'),
    paidNow: '10',
    accountId: shop.bank,
  });
});

test('a preview values each open foreign item at the rates of the day, and saves nothing', async () => {
  const { rows, difference } = await server.call(revaluations.preview, {
    day,
    rates,
    deposits: true,
  });
  expect(
    rows.map(({ purse, currency, amount, booked, value, difference: of }) =>
      [purse, currency, amount, booked, value, of].join(' '),
    ),
  ).toEqual([
    'account EUR 50 360 375 15',
    'receivable EUR 60 420 450 30',
    'payable GBP -50 -360 -355 5',
    'deposit EUR -10 -72 -75 -3',
  ]);
  expect(difference).toBe('47');
  expect(await rowsOf(revaluationTable, {})).toEqual([]);
});

test('a preview without a known rate leaves value and difference open', async () => {
  const preview = await server.call(revaluations.preview, { day, deposits: true });
  expect(preview.rates).toEqual([
    { currency: 'EUR', rate: null, since: null },
    { currency: 'GBP', rate: null, since: null },
  ]);
  expect(preview.difference).toBeNull();
});

test('a user without money amounts neither previews, posts nor undoes a revaluation', async () => {
  const pages = ['/financial/revaluation'];
  const [blind, partial] = [
    await asRole(shop, 'no-money', { pages, hidden: ['money'], buttons: ['1', '2', '7'] }),
    await asRole(shop, 'own-books', { pages, scope: 'own', buttons: ['1', '2', '7'] }),
  ];
  const { id } = await post();
  for (const token of [blind, partial])
    for (const work of [
      () => server.call(revaluations.preview, { day, rates, deposits: true }, token),
      () => server.call(revaluations.post, { day, rates, deposits: true, reverse: true }, token),
      () => server.call(revaluations.reverse, { id }, token),
      () => server.call(revaluations.takeBack, { id }, token),
    ])
      expect(await refusalOf(work())).toContain('access.denied');
  for (const table of [revaluationTable, revaluationRowTable]) {
    const search = JSON.stringify(table === revaluationTable ? {} : { revaluationId: id });
    const reply = await server.request('GET', table.path, { search }, blind);
    expect(reply.body).not.toMatch(/"(difference|amount|booked|value|gain|loss)":"/);
  }
  await server.call(revaluations.takeBack, { id });
});

test.each([
  ['a missing rate', { rates: rates.slice(0, 1) }, 'revaluation.rateMissing'],
  [
    'a rate without open items',
    { rates: [...rates, { currency: 'CHF', rate: '9' }] },
    'revaluation.noItems',
  ],
  ['a day to come', { day: '2027-12-30' }, 'revaluation.future'],
  ['a day without open items', { day: '2024-12-31', rates: [] }, 'revaluation.nothing'],
])('%s is refused', async (_, more, key) => {
  expect(await refusalOf(post(more))).toContain(key);
});

test('closing a month counts the foreign items that were not revalued', async () => {
  const { open } = await server.call(closingChecklist, { until: day });
  expect(open.notRevalued).toBe(4);
  const { open: within } = await server.call(closingChecklist, { until: '2025-03-30' });
  expect(within.notRevalued).toBe(0);
});

test('a posted revaluation changes the books on the day, and back on the next day', async () => {
  const dates = [day, day];
  const before = await rowsOf(customerStatementTable, { dates });
  await post({ remark: 'March' });
  expect(await exchangeOn(day)).toBe('-47');
  expect(await exchangeOn('2025-04-01')).toBe('47');
  expect(await closingOf('1122', day)).toBe('450');
  expect(await closingOf('1122', '2025-04-01')).toBe('420');
  expect(await closingOf('2202', day)).toBe('-355');
  expect(await closingOf('2203', day)).toBe('-75');
  expect(await closingOf('1002', day)).toBe('375');
  expect(await rowsOf(customerStatementTable, { dates })).toEqual(before);
  const sheet = await rowsOf(balanceSheetTable, { dates });
  const lineOfSheet = (line: string) => sheet.find((row) => row['line'] === line)?.['closing'];
  expect(lineOfSheet('assetSum')).toBe(lineOfSheet('liabilityAndEquity'));
  expect(await shop.broken()).toEqual([]);
});

test('a revaluation keeps its user, rates and rows', async () => {
  const [kept] = await rowsOf(revaluationTable, {});
  expect(kept).toMatchObject({
    day,
    revaluationState: 'reversed',
    reversedOn: '2025-04-01',
    rates: 'EUR 7.5 · GBP 7.1',
    difference: '47',
    remark: 'March',
  });
  const rows = await rowsOf(revaluationRowTable, { revaluationId: kept?.['id'] });
  expect(rows.map(({ holderName, difference }) => `${holderName} ${difference}`)).toEqual([
    'Bank 15',
    'Cy Stores 30',
    'Ada Supplies 5',
    'Cy Stores -3',
  ]);
});

test('closing counts nothing once the month is revalued, and a later change of the day again', async () => {
  const until = day;
  expect((await server.call(closingChecklist, { until })).open.notRevalued).toBe(0);
  const late = await shop.goods('saleOut', [lineOf(product, '1', '10')], {
    ...on('03-30'),
    status: '0',
    ...abroad('EUR', '7.4'),
  });
  expect((await server.call(closingChecklist, { until })).open.notRevalued).toBe(1);
  await server.call(goodsDocuments.remove, { id: late.id });
  expect((await server.call(closingChecklist, { until })).open.notRevalued).toBe(0);
});

test('a day is revalued once, until the revaluation is taken back', async () => {
  expect(await refusalOf(post())).toContain('revaluation.standing');
  const [kept] = await rowsOf(revaluationTable, {});
  await server.call(revaluations.takeBack, { id: kept?.['id'] ?? '' });
  expect(await exchangeOn(day)).toBe('0');
  expect(await closingOf('1122', day)).toBe('420');
  expect(await shop.broken()).toEqual([]);
  await post({ deposits: false, reverse: false });
  expect(await exchangeOn(day)).toBe('-50');
});

test('a revaluation without reversal blocks the next one, and is reversed once', async () => {
  expect(await refusalOf(post({ day: '2025-04-30' }))).toContain('revaluation.standing');
  const [kept] = await rowsOf(revaluationTable, { revaluationState: 'posted' });
  const id = kept?.['id'] ?? '';
  await server.call(revaluations.reverse, { id });
  expect(await exchangeOn('2025-04-01')).toBe('50');
  expect(await refusalOf(server.call(revaluations.reverse, { id }))).toContain(
    'revaluation.settled',
  );
  expect(await shop.broken()).toEqual([]);
});

test('an earlier day is revalued only with a reversal while a later revaluation is in force', async () => {
  expect(await refusalOf(post({ day: '2025-03-30', reverse: false }))).toContain(
    'revaluation.standing',
  );
});

test('a revaluation without reversal is refused while another is posted at once', async () => {
  const [kept] = await rowsOf(revaluationTable, { revaluationState: 'reversed' });
  await server.call(revaluations.takeBack, { id: kept?.['id'] ?? '' });
  const days = ['2025-03-30', '2025-03-31'];
  const outcomes = await Promise.all(
    days.map((one) => refusalOf(post({ day: one, reverse: false }))),
  );
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
  const [posted] = await rowsOf(revaluationTable, { revaluationState: 'posted' });
  await server.call(revaluations.takeBack, { id: posted?.['id'] ?? '' });
  await post({ deposits: false });
  expect(await shop.broken()).toEqual([]);
});

test('a settlement after a reversed revaluation uses up the booked amount to the cent', async () => {
  await shop.money('moneyIn', [{ settledDocumentId: bill.id, amount: '60' }], {
    time: '2025-04-10T04:00:00Z',
    accountId: shop.bank,
    ...abroad('EUR', '7.3'),
  });
  // 60 × 7.3 − 420.00
  expect(await exchangeOn('2025-04-10')).toBe('-18');
  expect(await closingOf('1122', '2025-04-10')).toBe('0');
  expect(await shop.broken()).toEqual([]);
});

test('closed days keep their revaluations', async () => {
  await server.call(closePeriod, { until: '2025-04-30', confirmed: true });
  const [kept] = await rowsOf(revaluationTable, { revaluationState: 'reversed' });
  expect(await refusalOf(server.call(revaluations.takeBack, { id: kept?.['id'] ?? '' }))).toContain(
    'document.periodClosed',
  );
  expect(await refusalOf(post({ day: '2025-04-30', rates }))).toContain('document.periodClosed');
});
