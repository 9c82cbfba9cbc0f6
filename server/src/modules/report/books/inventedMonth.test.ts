// A month of an invented company, reckoned by hand to the cent: freight, kits, promotions, foreign debts.
import {
  freights,
  logisticsCompanies,
  logisticsOrders,
  moneyDocuments,
  products,
  profitMonthsTable,
  profitTable,
  promotions,
  revaluations,
  stockOnHandTable,
  tradeProfitTable,
  trialBalanceTable,
} from '@tradehouse/contract';
import type { InputOf, TableDeclaration } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { beforeAll, expect, test } from 'vitest';
import { aShopServer, lineOf } from '../../document/testShop.ts';
import type { Saved } from '../../document/testShop.ts';
import { sent } from '../../logistics/testSend.ts';

const { server, shop } = await aShopServer();

const on = (day: string) => ({ time: `2025-06-${day}T04:00:00Z`, status: '1' }) as const;
const unpaid = (day: string) => ({ ...on(day), paidNow: '0' });
const month = ['2025-06-01', '2025-06-30'];

type TextRow = Readonly<Record<string, string | null>>;
async function rowsOf({ path, fixed = {} }: TableDeclaration, search: object): Promise<TextRow[]> {
  const query = { search: JSON.stringify({ ...fixed, ...search }), pageSize: '100' };
  const reply = await server.request('GET', path, query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: { rows: TextRow[] } }>().data.rows;
}

const [tea, pot, cup] = [
  await shop.product(),
  await shop.product({ weight: '3' }),
  await shop.product(),
];
const KIT = '7700001';
let carrier = '';
let sales: Readonly<Record<'S1' | 'S2' | 'B1' | 'S3', Saved>>;

const noteFreight = (
  { number: documentNumber }: Saved,
  estimated: string,
  allocateBy: 'weight' | 'amount',
  day: string,
) =>
  server.call(freights.add, {
    documentNumber,
    companyId: carrier,
    freightDate: `2025-06-${day}`,
    paymentKind: 'cycle',
    allocateBy,
    estimated,
    actual: null,
    billableWeight: '0',
  });

/** Records the billed amounts of freights, by id. */
async function bill(amounts: ReadonlyMap<string, string>): Promise<void> {
  for (const row of await rowsOf(freights.table, {})) {
    const { id, version, estimated, freightDate } = row;
    const allocateBy = row['allocateBy'] as 'weight' | 'amount';
    const actual = amounts.get(id ?? '');
    if (actual === undefined) continue;
    await server.call(freights.update, {
      id: id ?? '',
      version: Number(version),
      freightDate: freightDate ?? '',
      paymentKind: 'cycle',
      allocateBy,
      estimated: estimated ?? '0',
      actual,
      billableWeight: '0',
    });
  }
}

async function payFreight(ids: readonly string[], day: string): Promise<void> {
  const read = async () =>
    (await rowsOf(freights.table, {}))
      .filter(({ id }) => ids.includes(id ?? ''))
      .map(({ id, version }) => ({ id: id ?? '', version: Number(version) }));
  await server.call(freights.confirm, { rows: await read() });
  const { id } = await server.call(freights.pay, {
    rows: await read(),
    accountId: shop.cash,
    itemId: shop.expenseItem,
  });
  const { version, lines } = await server.call(moneyDocuments.info, { id });
  const kept = lines.map(({ line, itemId, amount }) => ({ line, itemId, amount: amount ?? '0' }));
  const input = { id, version, kind: 'itemOut' as const, accountId: shop.cash, lines: kept };
  await server.call(moneyDocuments.update, { ...input, ...on(day) });
}

/** Adds the set of a pot and two cups, sold as a kit at 10 percent off. */
async function addKit(): Promise<void> {
  const parts = [
    { barcodeId: await shop.barcodeId(pot.barcode), quantity: '1' },
    { barcodeId: await shop.barcodeId(cup.barcode), quantity: '2' },
  ];
  const barcodes = [{ code: KIT, unit: 'set', salePrice: '80' }];
  await server.call(products.add, { name: 'Tea set', unitName: 'set', kit: true, barcodes, parts });
  const goods = [{ barcodeId: await shop.barcodeId(KIT), quantity: '1' }];
  const offer: InputOf<typeof promotions.add> = {
    name: 'June',
    promotionKind: 'percent',
    rate: '10',
    goods,
  };
  await server.call(promotions.add, offer);
}

/**
 * 2 June: receipt of 100 tea at 10, 20 pots at 30, 40 cups at 5; 13 % tax on the tea, 130.
 *   Freight 40 by weight 100 : 60 : 40 is 20, 12, 8. Freight 18 by amount 1000 : 600 : 200 is 10, 6, 2.
 *   A piece costs 10.30, 30.90 and 5.25.
 * 5 June, S1: 40 tea at 20, 800, and 13 % tax, 104. Cost 40 × 10.30 = 412. Freight 15.
 * 6 June: order of 5 sets at 80 less 10 % = 360, shipped for 12. 7 June, S2: outbound, with the freight.
 *   Cost 5 × 30.90 + 10 × 5.25 = 154.50 + 52.50 = 207.
 * 10 June, B1: a set comes back, 72, at cost 30.90 + 10.50 = 41.40. Freight 4.
 * 12 June: bills of 60, not 40, of which 20 more is 10, 6, 4 by weight; 18; 13.50, not 15; 12.75, not 12.
 *   In stock are 60 of 100 tea, 16 of 20 pots, 32 of 40 cups: 6 + 4.80 + 3.20 enter the stock,
 *   4 + 1.20 + 0.80 = 6 are other cost of sales. A piece costs 10.40, 31.20 and 5.35.
 * 15 June, S3: 10 tea at EUR 4, at 8, 320. Cost 104.
 * 18 June: S1, 904, is paid by 884 less a cash discount of 20.
 * 20 June: freight of 60 + 18 + 13.50 = 91.50 is paid.
 * 22 June: 2 tea are given away, 20.80. 25 June: rent of 50.
 * 28 June: EUR 15 of S3 are paid at 8.2: booked 120, worth 123, gain 3.
 * 30 June, at 8.3: EUR 25 receivable, booked 200, worth 207.50; EUR 15 at the bank, booked 123, worth 124.50:
 *   gain 7.50 + 1.50 = 9, reversed on 1 July.
 */
beforeAll(async () => {
  await shop.set({ freight_in_profit: true, landed_cost: true });
  const code = 'IM';
  const { id } = await server.call(logisticsCompanies.add, {
    name: 'Carrier',
    code,
    orderPrefix: 'IM-',
  });
  carrier = id;
  await addKit();
  const bought = [lineOf(tea, '100', '10', { taxRate: '13' }), lineOf(pot, '20', '30')];
  const receipt = await shop.goods('purchaseIn', [...bought, lineOf(cup, '40', '5')], unpaid('02'));
  const byWeight = await noteFreight(receipt, '40', 'weight', '02');
  const byAmount = await noteFreight(receipt, '18', 'amount', '02');
  const S1 = await shop.goods(
    'saleOut',
    [lineOf(tea, '40', '20', { taxRate: '13' })],
    unpaid('05'),
  );
  const onS1 = await noteFreight(S1, '15', 'weight', '05');
  const toDi = { partnerId: shop.otherCustomer };
  const order = await shop.goods(
    'saleOrder',
    [{ barcode: KIT, quantity: '5', regularPrice: '80' }],
    { ...on('06'), ...toDi },
  );
  const { id: shipment } = await server.call(
    logisticsOrders.add,
    sent(carrier, order, { shipDate: '2025-06-06', freight: '12' }),
  );
  await server.call(logisticsOrders.label, { id: shipment });
  const set = { barcode: KIT, unitPrice: '72' };
  const S2 = await shop.goods(
    'saleOut',
    [{ ...set, quantity: '5', sourceDocumentId: order.id, sourceLine: 1 }],
    { ...unpaid('07'), ...toDi },
  );
  const B1 = await shop.goods(
    'saleBack',
    [{ ...set, quantity: '1', sourceDocumentId: S2.id, sourceLine: 1 }],
    { ...unpaid('10'), ...toDi },
  );
  await noteFreight(B1, '4', 'weight', '10');
  const [onOrder] = await rowsOf(freights.table, { documentNumber: order.number });
  await bill(
    new Map([
      [byWeight.id, '60'],
      [byAmount.id, '18'],
      [onS1.id, '13.5'],
      [onOrder?.['id'] ?? '', '12.75'],
    ]),
  );
  const euro = (exchangeRate: string) => ({ currency: 'EUR', exchangeRate });
  const S3 = await shop.goods('saleOut', [lineOf(tea, '10', '4')], {
    ...unpaid('15'),
    ...euro('8'),
  });
  await shop.money('moneyIn', [{ settledDocumentId: S1.id, amount: '904' }], {
    ...on('18'),
    discount: '20',
  });
  await payFreight([byWeight.id, byAmount.id, onS1.id], '20');
  await shop.goods('otherOut', [lineOf(tea, '2', '0')], on('22'));
  await shop.money('itemOut', [{ itemId: shop.expenseItem, amount: '50' }], on('25'));
  await shop.money('moneyIn', [{ settledDocumentId: S3.id, amount: '15' }], {
    ...on('28'),
    ...euro('8.2'),
    accountId: shop.bank,
  });
  await server.call(revaluations.post, {
    day: '2025-06-30',
    rates: [{ currency: 'EUR', rate: '8.3' }],
    deposits: true,
    reverse: true,
  });
  sales = { S1, S2, B1, S3 };
});

test('stock of the month has the quantities, costs and values reckoned by hand', async () => {
  const rows = await rowsOf(stockOnHandTable, { date: '2025-06-30' });
  expect(rows.map(({ stock, cost, stockValue }) => [stock, cost, stockValue])).toEqual([
    ['48', '10.4', '499.2'],
    ['16', '31.2', '499.2'],
    ['32', '5.35', '171.2'],
  ]);
});

const profitBy = async (level: string) =>
  new Map(
    (await rowsOf(tradeProfitTable, { level, dates: month })).map(
      ({ name, revenue, cost, freight, netProfit }) => [name, [revenue, cost, freight, netProfit]],
    ),
  );

test('profit of the month by document, partner and product is the profit reckoned by hand', async () => {
  const { S1, S2, B1, S3 } = sales;
  expect(await profitBy('document')).toEqual(
    new Map([
      [S1.number, ['800', '412', '13.5', '374.5']],
      [S2.number, ['360', '207', '12.75', '140.25']],
      [B1.number, ['-72', '-41.4', '4', '-34.6']],
      [S3.number, ['320', '104', '0', '216']],
    ]),
  );
  expect(await profitBy('customer')).toEqual(
    new Map([
      ['Cy Stores', ['1120', '516', '13.5', '590.5']],
      ['Di Stores', ['288', '165.6', '16.75', '105.65']],
    ]),
  );
  expect(await profitBy('product')).toEqual(
    new Map([
      [`Product ${tea.barcode}`, ['1120', '516', '13.5', '590.5']],
      ['Tea set', ['288', '165.6', '16.75', '105.65']],
    ]),
  );
  // The 4 of the return are estimated: its freight has no bill yet.
  const [whole] = await rowsOf(tradeProfitTable, { level: 'month', dates: month });
  expect(whole).toMatchObject({ freightEstimated: '4', netProfit: '696.15' });
});

/** Closing balances of a day by ledger account, debit above zero. */
async function balancesOn(day: string): Promise<Record<string, string>> {
  const rows = await rowsOf(trialBalanceTable, { dates: ['2025-06-01', day] });
  return Object.fromEntries(
    rows.map(({ code, closingDebit, closingCredit }) => [
      code,
      toPlainDecimal(decimal(closingDebit ?? '0').minus(closingCredit ?? '0')),
    ]),
  );
}

test('the trial balance of the month has the balances reckoned by hand', async () => {
  const balances = await balancesOn('2025-06-30');
  expect(balances).toEqual({
    // 884 − 91.50 − 50, and 124.50 at the bank.
    '1002': '867',
    // 360 − 72 of Di, EUR 25 of Cy at 8.3.
    '1122': '495.5',
    '1405': '1169.6',
    '2202': '-1930',
    '222101': '130',
    '222102': '-104',
    // 60 + 18 + 13.50 + 12.75 + 4 − 91.50.
    '2241': '-16.75',
    '5001': '-1408',
    // 681.60 of sales, 26.80 other.
    '5401': '708.4',
    '5601': '30.25',
    // The rent.
    '5602': '50',
    // The discount of 20, less gains of 3 and 9.
    '5603': '8',
  });
  // The reversal takes back 9.
  expect(await balancesOn('2025-07-01')).toEqual({
    ...balances,
    '1002': '865.5',
    '1122': '488',
    '5603': '17',
  });
});

test('net profit by document and other cost of sales lead to the profit of the books', async () => {
  const lines = new Map(
    (await rowsOf(profitTable, { dates: month })).map(({ line, amount }) => [line, amount]),
  );
  // Late freight 4 + 1.20 + 0.80, and goods given away 20.80.
  expect(lines.get('otherCostOfSales')).toBe('26.8');
  expect(lines.get('costSum')).toBe('708.4');
  // 696.15 − 26.80 − discount 20 − rent 50 + exchange 12.
  expect(lines.get('netProfit')).toBe('611.35');
  const beside = await rowsOf(profitMonthsTable, { dates: ['2025-05-01', '2025-07-31'] });
  const other = beside.find(({ line }) => line === 'otherCostOfSales');
  expect([other?.['amount1'], other?.['amount2'], other?.['amount3'], other?.['amount']]).toEqual([
    '0',
    '26.8',
    '0',
    '26.8',
  ]);
});

test('every invariant holds after the month', async () => {
  expect(await shop.broken()).toEqual([]);
});
