// Freight: expected with the label, then billed, confirmed and paid, once each.
import {
  documentTables,
  freights,
  goodsDocuments,
  logisticsCompanies,
  logisticsOrders,
  moneyDocuments,
} from '@tradehouse/contract';
import type { FreightInfo, InputOf, RowOf } from '@tradehouse/contract';
import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { Refused } from '../../testing.ts';
import type { As } from '../../testing.ts';
import { asRole, aShopServer, lineOf } from '../document/testShop.ts';
import type { Saved } from '../document/testShop.ts';

const { server, shop } = await aShopServer();

let made = 0;
async function aCompany(partnerId?: string): Promise<string> {
  made += 1;
  const code = `FR${made}`;
  const fields = { name: `Carrier ${code}`, code, orderPrefix: `${code}-` };
  const of = partnerId === undefined ? {} : { partnerId };
  return (await server.call(logisticsCompanies.add, { ...fields, ...of })).id;
}

async function sold(weights: readonly string[] = ['1']): Promise<Saved> {
  const products = [];
  for (const weight of weights) products.push(await shop.product({ weight }));
  await shop.goods(
    'purchaseIn',
    products.map((one) => lineOf(one, '10')),
  );
  return shop.goods(
    'saleOut',
    products.map((one) => lineOf(one, '2', '20')),
    { status: '1' },
  );
}

const today = () => new Date().toISOString().slice(0, 10);

/** Something of a document sent, and labelled. */
async function labelled(
  companyId: string,
  { id: documentId }: Saved,
  freight = '12.5',
  costBearer: 'us' | 'customer' = 'us',
) {
  const { id } = await server.call(logisticsOrders.add, {
    companyId,
    documentId,
    service: 'fulfillment',
    signature: false,
    shipDate: today(),
    receiver: 'Cy',
    phone: '',
    address: 'Harbour 1',
    postcode: '',
    parcels: [{ packing: 'box', length: '50', width: '20', height: '20', weight: '2', pieces: 2 }],
    costBearer,
    freight,
  });
  const { tracking } = await server.call(logisticsOrders.label, { id });
  return { id, tracking };
}

type Row = RowOf<typeof freights.table>;
type Read = InputOf<typeof freights.confirm>['rows'];

async function listed(search: object, as?: As | string) {
  const query = { search: JSON.stringify(search) };
  const reply = await server.request('GET', freights.table.path, query, as);
  return reply.json<{ data: { rows: Row[]; totals: Record<string, string | null> } }>().data;
}
async function rowsOf({ number }: Saved): Promise<Row[]> {
  return (await listed({ documentNumber: number })).rows;
}
/** By what those of several calls were refused that did not succeed. */
const lost = (ends: readonly PromiseSettledResult<unknown>[]): string[] =>
  ends.flatMap((end) =>
    end.status === 'fulfilled'
      ? []
      : [end.reason instanceof Refused ? end.reason.refusal.key : String(end.reason)],
  );
const read = (rows: readonly Row[]): Read =>
  rows.map(({ id, version }) => ({ id: id ?? '', version: version ?? 0 }));
const info = (id: string | null | undefined, as?: As | string): Promise<FreightInfo> =>
  server.call(freights.infoCall, { id: id ?? '' }, as);
const keyOf = (call: Parameters<typeof server.refusal>[0], input: unknown, as?: As | string) =>
  server
    .refusal(call, input as never, as)
    .then(({ data }) => (data as { key: string } | undefined)?.key);

/** Freight of a document of its own that is billed with `amount`, or accepted. */
async function billed(companyId: string, amount = '15', accept = false) {
  const out = await sold();
  const { tracking } = await labelled(companyId, out);
  await server.call(freights.takeBill, { companyId, lines: [{ number: tracking, amount }] });
  if (accept) await server.call(freights.confirm, { rows: read(await rowsOf(out)) });
  return { out, tracking, rows: await rowsOf(out) };
}
test('freight paid by the customer is expected at zero, and a bill for it differs in full', async () => {
  const company = await aCompany();
  const out = await sold();
  const { tracking } = await labelled(company, out, '12.5', 'customer');
  expect(await rowsOf(out)).toMatchObject([{ estimated: '0', actual: null }]);
  const lines = [{ number: tracking, amount: '9' }];
  await server.call(freights.takeBill, { companyId: company, lines });
  expect(await rowsOf(out)).toMatchObject([{ estimated: '0', actual: '9' }]);
});

test('a freight row names the volume of the parcels and the account of the payment', async () => {
  const company = await aCompany();
  const { out, rows } = await billed(company, '15', true);
  // Two boxes of 50 × 20 × 20 cm.
  expect(rows).toMatchObject([{ volume: '0.04', accountName: '' }]);
  expect(await info(rows[0]?.id)).toMatchObject({ volume: '0.04' });
  const byHand = await server.call(freights.add, {
    documentNumber: (await sold()).number,
    companyId: company,
    freightDate: today(),
    paymentKind: 'cycle',
    allocateBy: 'weight',
    estimated: '5',
    actual: null,
    billableWeight: '1',
  });
  expect(await info(byHand.id)).toMatchObject({ volume: '0' });
  await server.call(freights.pay, paying(rows));
  const [paid] = await rowsOf(out);
  expect(paid).toMatchObject({ volume: '0.04', accountName: 'Till' });
  const search = JSON.stringify({ documentNumber: out.number });
  const file = await server.request('GET', freights.table.exportPath, { search, format: 'csv' });
  const [head = '', row = ''] = file.body.split('\n');
  const cellOf = (title: string) => row.split(',')[head.split(',').indexOf(title)];
  expect([cellOf('Volume (m³)'), cellOf('Paying account')]).toEqual(['0.04', 'Till']);
  await server.call(moneyDocuments.removeBatch, { ids: paid?.paymentId ?? '' });
  expect(await rowsOf(out)).toMatchObject([{ accountName: '', freightState: 'confirmed' }]);
});

const paying = (rows: readonly Row[]) => ({
  rows: read(rows),
  accountId: shop.cash,
  itemId: shop.expenseItem,
});

test('labelling a shipment creates expected freight, voiding the shipment voids the freight', async () => {
  const company = await aCompany();
  const out = await sold();
  expect(await rowsOf(out)).toEqual([]);
  const first = await labelled(company, out);
  const [row, ...others] = await rowsOf(out);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    tracking: first.tracking,
    estimated: '12.5',
    actual: null,
    difference: null,
    billableWeight: '8',
    packings: ['box'],
    freightState: 'expected',
    currency: 'USD',
    direction: 'out',
  });
  await server.call(logisticsOrders.label, { id: first.id });
  expect(await rowsOf(out)).toHaveLength(1);
  await server.call(logisticsOrders.void, { id: first.id });
  await labelled(company, out, '11');
  const { rows, totals } = await listed({ documentNumber: out.number });
  expect(rows.map(({ freightState }) => freightState).toSorted()).toEqual([
    'cancelled',
    'expected',
  ]);
  expect(Number(totals['estimated'])).toBe(11);
});

test('freight is confirmed once billed, by a single call, and voided after unconfirming', async () => {
  const company = await aCompany();
  const out = await sold();
  const sent = await labelled(company, out);
  expect(await keyOf(freights.confirm, { rows: read(await rowsOf(out)) })).toBe(
    'freight.notBilled',
  );
  const bill = { companyId: company, lines: [{ number: sent.tracking, amount: '15' }] };
  await server.call(freights.takeBill, bill);
  const before = await rowsOf(out);
  expect(before[0]).toMatchObject({ actual: '15', difference: '2.5', freightState: 'billed' });
  const two = await Promise.allSettled(
    [1, 2].map(() => server.call(freights.confirm, { rows: read(before) })),
  );
  expect(lost(two)).toEqual(['record.stale']);
  const [row] = await rowsOf(out);
  expect(row).toMatchObject({ freightState: 'confirmed' });
  expect(row?.confirmedBy).not.toBe('');
  expect(row?.confirmedTime).not.toBeNull();
  expect(await keyOf(logisticsOrders.void, { id: sent.id })).toBe('freight.voidConfirmed');
  expect(await keyOf(freights.takeBill, bill)).toBe('freight.billLine');
  await server.call(freights.unconfirm, { rows: read(await rowsOf(out)) });
  expect((await rowsOf(out))[0]).toMatchObject({ freightState: 'billed', confirmedBy: '' });
  await server.call(logisticsOrders.void, { id: sent.id });
  expect((await rowsOf(out))[0]).toMatchObject({ freightState: 'cancelled' });
  expect(await keyOf(freights.confirm, { rows: read(await rowsOf(out)) })).toBe(
    'freight.cancelled',
  );
});

test('a carrier’s bill is taken whole or refused, and its preview shows the match of each line', async () => {
  const company = await aCompany();
  const [one, two, gone] = [await sold(), await sold(), await sold()];
  const [first, second, third] = [
    await labelled(company, one),
    await labelled(company, two),
    await labelled(company, gone),
  ];
  await server.call(logisticsOrders.void, { id: third.id });
  const lines = [
    { number: ` ${first.tracking.toLowerCase()} `, amount: '13.01', weight: '8.5' },
    { number: second.tracking, amount: '1' },
    { number: two.number, amount: '2' },
    { number: third.tracking, amount: '3' },
    { number: 'NOT KNOWN', amount: '4' },
  ];
  const preview = await server.call(freights.previewBill, { companyId: company, lines });
  expect(preview.lines.map(({ match }) => match)).toEqual([
    'matched',
    'double',
    'double',
    'cancelled',
    'unknown',
  ]);
  expect(preview.lines[0]).toMatchObject({ documentNumber: one.number, estimated: '12.5' });
  expect(await server.refusal(freights.takeBill, { companyId: company, lines })).toMatchObject({
    data: { key: 'freight.billLine', line: 2 },
  });
  expect((await rowsOf(one))[0]).toMatchObject({ actual: null });
  const good = {
    companyId: company,
    lines: [lines[0]!, { number: second.tracking, amount: '14' }],
  };
  const finer = { ...good, lines: [{ ...lines[0]!, amount: '13.005' }] };
  expect(await server.refusal(freights.takeBill, finer)).toMatchObject({
    data: { key: 'cell.decimals', line: 1 },
  });
  expect(await server.call(freights.takeBill, good)).toEqual({ changed: 2 });
  expect((await rowsOf(one))[0]).toMatchObject({ actual: '13.01', billableWeight: '8.5' });
  expect((await rowsOf(two))[0]).toMatchObject({ actual: '14', billableWeight: '8' });
  // Another carrier has none of these numbers.
  const other = await server.call(freights.previewBill, { ...good, companyId: await aCompany() });
  expect(other.lines.map(({ match }) => match)).toEqual(['unknown', 'unknown']);
});

test('freight is paid by a single expenditure, and payable again after its deletion', async () => {
  const company = await aCompany(shop.supplier);
  const first = await billed(company, '15', true);
  const second = await billed(company, '9.5', true);
  const rows = [...first.rows, ...second.rows];
  const three = await Promise.allSettled(
    [rows, rows.toReversed(), rows].map((asked) => server.call(freights.pay, paying(asked))),
  );
  const done = three.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  expect(done).toHaveLength(1);
  expect(lost(three)).toEqual(['record.stale', 'record.stale']);
  const payment = done[0]!;
  const document = await server.call(moneyDocuments.info, { id: payment.id });
  expect(document).toMatchObject({ kind: 'itemOut', partnerId: shop.supplier, status: '0' });
  expect(Number(document.totalAmount)).toBe(24.5);
  const [paid] = await rowsOf(first.out);
  expect(paid).toMatchObject({ freightState: 'paid', paymentNumber: payment.number });
  expect(await keyOf(freights.unconfirm, { rows: read([paid!]) })).toBe('freight.paid');
  // What it pays stays: of whom, in what, and how much.
  const draft = {
    id: payment.id,
    version: document.version,
    kind: 'itemOut',
    partnerId: shop.supplier,
  };
  const paysOf = (...amounts: string[]) => ({
    ...draft,
    accountId: shop.bank,
    lines: amounts.map((amount) => ({ itemId: shop.expenseItem, amount })),
  });
  expect(await keyOf(moneyDocuments.update, paysOf('15'))).toBe('freight.payment');
  await server.call(moneyDocuments.update, paysOf('9.5', '15'));
  await server.call(moneyDocuments.removeBatch, { ids: payment.id });
  const free = [...(await rowsOf(first.out)), ...(await rowsOf(second.out))];
  expect(free.map(({ freightState }) => freightState)).toEqual(['confirmed', 'confirmed']);
  const again = await server.call(freights.pay, paying(free));
  expect((await rowsOf(second.out))[0]).toMatchObject({ paymentNumber: again.number });
  expect(await shop.broken()).toEqual([]);
});

test('freight stored with more decimals than the currency has is paid in full', async () => {
  const company = await aCompany(shop.supplier);
  const { out, rows } = await billed(company, '9.5', true);
  await server.arrange(shop.company, (tx) =>
    tx
      .updateTable('freight_info')
      .set({ actual: '9.555' })
      .where('tenant_id', '=', shop.company.tenantId)
      .where('id', '=', rows[0]!.id!)
      .execute(),
  );
  const { id } = await server.call(freights.pay, paying(rows));
  const { version, lines } = await server.call(moneyDocuments.info, { id });
  expect(lines).toMatchObject([{ amount: '9.555' }]);
  await server.call(moneyDocuments.update, {
    id,
    version,
    kind: 'itemOut',
    partnerId: shop.supplier,
    accountId: shop.cash,
    lines: [
      {
        itemId: shop.expenseItem,
        amount: '9.555',
      },
    ],
    remark: 'By post',
  });
  expect((await rowsOf(out))[0]).toMatchObject({ actual: '9.555', freightState: 'paid' });
});

test('freight with only a draft payment is paid once the draft is approved', async () => {
  const company = await aCompany(shop.supplier);
  const { out, rows } = await billed(company, '7', true);
  await shop.set({ force_approval: true });
  const monthOf = async () => {
    const reply = await server.request('GET', freights.monthTable.path, { pageSize: '500' });
    const months = reply.json<{ data: { rows: { companyId: string }[] } }>().data.rows;
    return months.find(({ companyId }) => companyId === company);
  };
  const payment = await server.call(freights.pay, paying(rows));
  const waiting = { freightState: 'confirmed', paymentNumber: payment.number };
  const [row] = await rowsOf(out);
  expect(row).toMatchObject(waiting);
  expect(await monthOf()).toMatchObject({ paid: '0', open: '7' });
  expect(await keyOf(freights.pay, paying([row!]))).toBe('freight.paid');
  await server.call(moneyDocuments.setStatus, { ids: payment.id, status: '1' });
  expect(await rowsOf(out)).toMatchObject([{ freightState: 'paid' }]);
  expect(await monthOf()).toMatchObject({ paid: '7', open: '0' });
  await server.call(moneyDocuments.setStatus, { ids: payment.id, status: '0' });
  expect(await rowsOf(out)).toMatchObject([waiting]);
  await shop.set({ force_approval: false });
});

test('a document with confirmed freight cannot be deleted, even by a concurrent call', async () => {
  const { out, rows } = await billed(await aCompany());
  const remove = () => server.call(goodsDocuments.removeBatch, { ids: out.id });
  await server.call(goodsDocuments.setStatus, { ids: out.id, status: '0' });
  await server.call(freights.confirm, { rows: read(rows) });
  expect(await keyOf(goodsDocuments.removeBatch, { ids: out.id })).toBe('freight.ofDocument');
  await server.call(freights.unconfirm, { rows: read(await rowsOf(out)) });
  const two = await Promise.allSettled([
    server.call(freights.confirm, { rows: read(await rowsOf(out)) }),
    remove(),
  ]);
  expect(lost(two)).toHaveLength(1);
  expect(['freight.ofDocument', 'record.missing']).toContain(lost(two)[0]);
  expect(await shop.broken()).toEqual([]);
});

test('a payment covers confirmed freight above zero of a single carrier', async () => {
  const one = await billed(await aCompany(), '15', true);
  const other = await billed(await aCompany(), '15', true);
  expect(await keyOf(freights.pay, paying([...one.rows, ...other.rows]))).toBe('freight.several');
  const open = await billed(await aCompany());
  expect(await keyOf(freights.pay, paying(open.rows))).toBe('freight.notConfirmed');
  const free = await billed(await aCompany(), '0', true);
  expect(await keyOf(freights.pay, paying(free.rows))).toBe('freight.nothing');
  expect((await rowsOf(one.out))[0]).toMatchObject({ freightState: 'confirmed' });
});

const noted = (companyId: string, { number }: Saved) => ({
  documentNumber: number,
  companyId,
  freightDate: today(),
  paymentKind: 'freight' as const,
  allocateBy: 'weight' as const,
  estimated: '100',
  actual: null,
  billableWeight: '0',
});

test('freight entered by hand is shared over the lines of its document, to the cent', async () => {
  const company = await aCompany();
  const light = await shop.product({ weight: '1' });
  const heavy = await shop.product({ weight: '2' });
  const receipt = await shop.goods('purchaseIn', [lineOf(light, '1'), lineOf(heavy, '1')], {
    status: '1',
  });
  const { id, version } = await server.call(freights.add, noted(company, receipt));
  const told = await info(id);
  expect(told).toMatchObject({ direction: 'in', ofOrder: false, worth: '100' });
  expect(told.shares.map(({ share }) => share)).toEqual(['33.33', '66.67']);
  const { documentNumber: _, companyId: __, ...changes } = noted(company, receipt);
  const update = { ...changes, id, version, allocateBy: 'quantity' as const, actual: '50.01' };
  await server.call(freights.update, update);
  const after = await info(id);
  const shares = after.shares.map(({ share }) => decimal(share ?? '0'));
  expect(toPlainDecimal(sum(shares))).toBe('50.01');
  expect(after).toMatchObject({ difference: '-49.99', freightState: 'billed' });
  expect(await keyOf(freights.update, update)).toBe('record.stale');
  expect(await keyOf(freights.add, noted(company, { ...receipt, number: 'none' }))).toBe(
    'record.missing',
  );
  const draft = await shop.goods('purchaseIn', [lineOf(light, '1')]);
  expect(await keyOf(freights.add, noted(company, draft))).toBe('freight.kind');
  expect(await server.call(freights.removeBatch, { ids: id })).toEqual({ changed: 1 });
  const sent = await sold();
  await labelled(company, sent);
  const [row] = await rowsOf(sent);
  expect(await keyOf(freights.removeBatch, { ids: row?.id ?? '' })).toBe('freight.ofShipment');
});

test('the stage of a sales order follows its inbound and its confirmed outbound freight', async () => {
  await shop.set({ purchase_by_sale: true });
  const company = await aCompany();
  const one = await shop.product();
  const sale = await shop.goods('saleOrder', [lineOf(one, '10')], { status: '1' });
  const from = { sourceDocumentId: sale.id, sourceLine: 1 };
  const bought = await shop.goods('purchaseOrder', [lineOf(one, '10', '3', from)], { status: '1' });
  const search = JSON.stringify({ kind: 'saleOrder', number: sale.number });
  const stage = async () => {
    const reply = await server.request('GET', documentTables.saleOrder.path, { search });
    const listed = reply.json<{ data: { rows: { stage: string }[] } }>().data.rows[0]?.stage;
    const { life } = await server.call(goodsDocuments.info, { id: sale.id });
    expect(listed).toBe(life?.stage);
    return life?.stage;
  };
  expect(await stage()).toBe('30');
  const comes = await server.call(freights.add, noted(company, bought));
  expect((await info(comes.id)).direction).toBe('in');
  expect(await stage()).toBe('40');
  const goes = await server.call(freights.add, { ...noted(company, sale), actual: '90' });
  expect(await stage()).toBe('40');
  await server.call(freights.confirm, { rows: [goes] });
  expect(await stage()).toBe('70');
  await server.call(freights.unconfirm, { rows: [{ id: goes.id, version: 2 }] });
  expect(await stage()).toBe('40');
  await server.call(freights.removeBatch, { ids: comes.id });
  expect(await stage()).toBe('30');
});

test('freight in a foreign currency is totalled in base currency, and paid in its currency', async () => {
  const company = await aCompany();
  const out = await sold();
  const input = { ...noted(company, out), currency: 'EUR', estimated: '10', actual: '12' };
  expect(await keyOf(freights.add, input)).toBe('document.rateMissing');
  await server.call(freights.add, { ...input, exchangeRate: '7.1' });
  const { rows, totals } = await listed({ documentNumber: out.number });
  expect(Number(totals['actual'])).toBe(85.2);
  expect(await info(rows[0]?.id)).toMatchObject({ worth: '85.2', currency: 'EUR' });
  await server.call(freights.confirm, { rows: read(rows) });
  const paid = await server.call(freights.pay, paying(await rowsOf(out)));
  const document = await server.call(moneyDocuments.info, { id: paid.id });
  expect(document).toMatchObject({ currency: 'EUR', exchangeRate: '7.1' });
  expect(await shop.broken()).toEqual([]);
});

test('totals and months of freight sum the base-currency value of each freight, to the cent', async () => {
  const company = await aCompany();
  const out = await sold();
  const foreign = { currency: 'CHF', exchangeRate: '7.123457' };
  for (const _ of [1, 2, 3])
    await server.call(freights.add, {
      ...noted(company, out),
      ...foreign,
      estimated: '7.13',
      actual: '7.2',
    });
  const { rows, totals } = await listed({ documentNumber: out.number });
  // Each is expected at 50.79 and billed at 51.29.
  expect(totals).toMatchObject({ estimated: '152.37', actual: '153.87', difference: '1.5' });
  const search = JSON.stringify({ companyName: rows[0]?.companyName });
  const reply = await server.request('GET', freights.monthTable.path, { search });
  expect(reply.json()).toMatchObject({
    data: { totals: { estimated: '152.37', actual: '153.87', difference: '1.5', open: '153.87' } },
  });
});

test('freight by month shows the base-currency value of a shared payment, to the cent', async () => {
  const company = await aCompany();
  const out = await sold();
  const foreign = { currency: 'CHF', exchangeRate: '7.253845' };
  for (const actual of ['7', '7', '7'])
    await server.call(freights.add, { ...noted(company, out), ...foreign, actual });
  const { rows } = await listed({ documentNumber: out.number });
  await server.call(freights.confirm, { rows: read(rows) });
  await server.call(freights.pay, paying(await rowsOf(out)));
  const search = JSON.stringify({ companyName: rows[0]?.companyName });
  const reply = await server.request('GET', freights.monthTable.path, { search });
  // Each is billed at 50.78, and 21 francs are paid at once.
  expect(reply.json()).toMatchObject({
    data: { totals: { actual: '152.34', paid: '152.33', open: '0' } },
  });
});

test('the months of a carrier show every billed amount, either paid or open', async () => {
  const company = await aCompany();
  const { rows } = await billed(company, '15', true);
  await billed(company, '5');
  await labelled(company, await sold());
  await server.call(freights.pay, paying(rows));
  const search = JSON.stringify({ companyName: rows[0]?.companyName });
  const reply = await server.request('GET', freights.monthTable.path, { search });
  expect(reply.json()).toMatchObject({ code: 200 });
  const months = reply.json<{ data: { rows: unknown[] } }>().data.rows;
  expect(months).toHaveLength(1);
  expect(months[0]).toMatchObject({
    month: today().slice(0, 7),
    shipments: 3,
    unbilled: 1,
    estimated: '37.5',
    actual: '20',
    difference: '-5',
    paid: '15',
    open: '5',
  });
});

test('freight follows document visibility, and its amounts follow sale-price rights', async () => {
  const company = await aCompany();
  const { out, rows, tracking } = await billed(company);
  const id = rows[0]?.id ?? '';
  const pages = ['/logistic/freight', '/bill/sale_out', '/financial/item_out'];
  const buttons = ['1', '2'];
  const own = await asRole(shop, 'own-freight', { pages, scope: 'own', buttons });
  const hidden = await asRole(shop, 'no-prices-freight', { pages, hidden: ['sale'], buttons });
  const strange = await server.signIn(server.stranger.code);
  const bill = { companyId: company, lines: [{ number: tracking, amount: '1' }] };
  const { documentNumber: _, companyId: __, ...changes } = noted(company, out);
  for (const as of [own, strange]) {
    expect((await listed({}, as)).rows).toEqual([]);
    for (const [call, input] of [
      [freights.infoCall, { id }],
      [freights.confirm, { rows: read(rows) }],
      [freights.unconfirm, { rows: read(rows) }],
      [freights.update, { ...changes, id, version: rows[0]?.version }],
      [freights.removeBatch, { ids: id }],
      [freights.add, noted(company, out)],
    ] as const)
      expect(await keyOf(call as never, input, as)).toBe('record.missing');
    expect((await server.call(freights.previewBill, bill, as)).lines[0]?.match).toBe('unknown');
    expect(await keyOf(freights.takeBill, bill, as)).toBe('freight.billLine');
  }
  expect(await info(id, hidden)).toMatchObject({ estimated: null, actual: null, worth: null });
  expect((await listed({ documentNumber: out.number }, hidden)).rows[0]).toMatchObject({
    estimated: null,
    actual: null,
    difference: null,
  });
  for (const [call, input] of [
    [freights.confirm, { rows: read(rows) }],
    [freights.takeBill, bill],
    [freights.previewBill, bill],
    [freights.pay, paying(rows)],
    [freights.add, noted(company, out)],
  ] as const)
    expect(await keyOf(call as never, input, hidden)).toBe('access.denied');
  // Who may not write expenditures pays nothing.
  const noMoney = await asRole(shop, 'no-money-freight', {
    pages: ['/logistic/freight', '/bill/sale_out'],
  });
  const noFreight = await asRole(shop, 'no-freight', {
    pages: ['/financial/item_out', '/bill/sale_out'],
  });
  await server.call(freights.confirm, { rows: read(rows) });
  for (const as of [noMoney, noFreight])
    expect(await keyOf(freights.pay, paying(await rowsOf(out)), as)).toBe('access.denied');
  expect((await server.call(goodsDocuments.info, { id: out.id })).number).toBe(out.number);
});

test('freight changed without a currency, a rate or a remark keeps them', async () => {
  const terms = { currency: 'KWD', exchangeRate: '3.3', remark: 'two boxes' };
  const fields = noted(await aCompany(), await sold());
  const { id, version } = await server.call(freights.add, { ...fields, ...terms });
  const { documentNumber: _, companyId: __, ...changes } = fields;
  const saved = await server.call(freights.update, { ...changes, id, version, actual: '90' });
  expect(await info(id)).toMatchObject({ ...terms, actual: '90' });
  const own = { currency: 'USD', remark: '' };
  await server.call(freights.update, { ...changes, ...saved, ...own });
  expect(await info(id)).toMatchObject({ ...own, exchangeRate: '1' });
});
