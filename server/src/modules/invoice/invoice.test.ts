import {
  currentSettings,
  documentTables,
  goodsDocuments,
  invoiceTable,
  invoices,
  partners,
  stockLedgerTable,
  updateSettings,
  uploadFile,
} from '@tradehouse/contract';
import type { InputOf, InvoiceFields, TableDeclaration } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Refused, statementsOf } from '../../testing.ts';
import { aStockedServer, asRole } from '../document/testShop.ts';
import type { Saved } from '../document/testShop.ts';
import { bringInvoices } from './bring.ts';

const { server, shop, line } = await aStockedServer('100000');

let next = 0;
const aNumber = (): string => `F${(next += 1)}`;
/** A sale of so many pieces at 100. */
const aSale = (pieces = '1', more: object = {}): Promise<Saved> =>
  shop.goods('saleOut', [line(pieces, '100')], more);
const input = (
  bills: readonly (readonly [string, string])[],
  net: string,
  more: Partial<InvoiceFields> = {},
): InvoiceFields => ({
  direction: 'issued',
  invoiceKind: 'vat',
  number: aNumber(),
  invoiceDate: '2026-01-15',
  partnerId: shop.customer,
  net,
  tax: '0',
  bills: bills.map(([documentId, amount]) => ({ documentId, amount })),
  ...more,
});
const issue = (
  bills: readonly (readonly [string, string])[],
  net: string,
  more: Partial<InvoiceFields> = {},
  token?: string,
) => server.call(invoices.add, input(bills, net, more), token);
const refused = async (
  bills: readonly (readonly [string, string])[],
  net: string,
  more: Partial<InvoiceFields> = {},
) => (await server.refusal(invoices.add, input(bills, net, more))).key;
const leftOf = async (id: string) => (await server.call(invoices.ofBill, { id })).uninvoiced;
const rowsOf = async (path: string, search: object, token?: string) =>
  (await server.request('GET', path, { search }, token)).json<{
    data: { rows: Record<string, unknown>[]; totals: Record<string, string | null> };
  }>().data;

const race = async (calls: readonly (() => Promise<unknown>)[]) => {
  const ends = await Promise.allSettled(calls.map((call) => call()));
  const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const keys = lost.map((reason) =>
    reason instanceof Refused ? reason.refusal.key : String(reason),
  );
  return { won: ends.length - lost.length, keys: [...new Set(keys)] };
};

describe('an invoice', () => {
  test('covers parts of several bills, and leaves the rest of each bill uninvoiced', async () => {
    const [one, two] = [await aSale('5'), await aSale('3')];
    const { id } = await issue(
      [
        [one.id, '500'],
        [two.id, '65'],
      ],
      '500',
      { tax: '65', remark: 'By post' },
    );
    expect(await server.call(invoices.infoCall, { id })).toMatchObject({
      gross: '565',
      currency: 'USD',
      partnerName: 'Cy Stores',
      status: '0',
      bills: [
        { number: one.number, amount: '500', left: '500', invoiced: '500' },
        { number: two.number, amount: '300', left: '300', invoiced: '65' },
      ],
    });
    expect([await leftOf(one.id), await leftOf(two.id)]).toEqual(['0', '235']);
    expect(await shop.broken()).toEqual([]);
  });

  test('is found by the whole number of a bill or of the invoice, not by a part', async () => {
    const number = `WHOLE-${aNumber()}`;
    const invoiceOf = async (ending: string) => {
      const sale = await aSale('1', { number: `SALE-${number}${ending}` });
      return issue([[sale.id, '1']], '1', { number: `${number}${ending}` });
    };
    const [short] = [await invoiceOf(''), await invoiceOf('0')];
    const found = async (search: object) =>
      (await rowsOf('/invoice/list', search)).rows.map(({ id }) => id);
    expect(await found({ wholeBillNumber: `SALE-${number}` })).toEqual([short.id]);
    expect(await found({ wholeNumber: number })).toEqual([short.id]);
  });

  test('takes at most the uninvoiced rest of a bill', async () => {
    const { id, number } = await aSale('2');
    await issue([[id, '150']], '150');
    expect(await server.refusal(invoices.add, input([[id, '50.01']], '60'))).toMatchObject({
      key: 'invoice.over',
      data: { field: 'bills', line: 1 },
      message: expect.stringContaining(number) as unknown,
    });
    expect(await refused([[id, '50']], '49')).toBe('invoice.beyond');
    await issue([[id, '50']], '50');
    expect(await refused([[id, '1']], '1')).toBe('invoice.over');
  });

  test('is refused unless all bills have this direction and partner, are in force and visible', async () => {
    const sale = await aSale();
    const bought = await shop.goods('purchaseIn', [line('1', '10')]);
    expect(await refused([[bought.id, '10']], '10')).toBe('invoice.billKind');
    expect(await refused([[sale.id, '1']], '1', { partnerId: shop.otherCustomer })).toBe(
      'invoice.billPartner',
    );
    expect(await refused([], '1', { partnerId: shop.supplier })).toBe('invoice.partnerType');
    expect(await refused([], '1', { partnerId: '99999999' })).toBe('record.missing');
    expect(await refused([['99999999', '1']], '1')).toBe('record.missing');
    expect(
      await refused(
        [
          [sale.id, '1'],
          [sale.id, '1'],
        ],
        '2',
      ),
    ).toBe('invoice.billTwice');
    await issue([[bought.id, '10']], '10', { direction: 'received', partnerId: shop.supplier });
    expect(await leftOf(bought.id)).toBe('0');
  });

  test('an invoice of a return is below zero', async () => {
    const sale = await aSale('4', { status: '1' });
    const back = await shop.goods('saleBack', [
      line('1', '100', { sourceDocumentId: sale.id, sourceLine: 1 }),
    ]);
    expect(await refused([[back.id, '100']], '100')).toBe('invoice.over');
    await issue([[back.id, '-40']], '-40');
    expect(await leftOf(back.id)).toBe('-60');
    await issue(
      [
        [sale.id, '400'],
        [back.id, '-60'],
      ],
      '340',
    );
    expect([await leftOf(sale.id), await leftOf(back.id)]).toEqual(['0', '0']);
    expect(await shop.broken()).toEqual([]);
  });

  test('needs a unique number, still taken after the invoice is void', async () => {
    const number = aNumber();
    const { id } = await issue([], '1', { number });
    expect(await refused([], '2', { number })).toBe('invoice.numberTaken');
    await server.call(invoices.voidBatch, { ids: id, reason: 'Wrong buyer' });
    expect(await refused([], '2', { number })).toBe('invoice.numberTaken');
    const other = await issue([], '2');
    const change = { ...input([], '2', { number }), ...other };
    expect((await server.refusal(invoices.update, change)).key).toBe('invoice.numberTaken');
  });

  test('needs a number with visible characters', async () => {
    for (const number of [' ', 'F ', ' F'])
      expect(await server.refusal(invoices.add, input([], '1', { number }))).toMatchObject({
        key: 'request.field',
        data: { field: 'number' },
      });
  });

  test('without a document also fixes the currency of the company', async () => {
    const other = await server.signIn('other');
    const partner = { type: 'customer', name: 'Theirs' } as const;
    const { id: partnerId } = await server.call(partners.add, partner, other);
    await issue([], '1', { partnerId }, other);
    const { version } = await server.call(currentSettings, {}, other);
    expect((await server.refusal(updateSettings, { version, currency: 'JPY' }, other)).key).toBe(
      'settings.currencyFixed',
    );
  });

  test('received from a supplier needs a number unique for the supplier', async () => {
    const number = aNumber();
    const [one, two] = [shop.supplier, shop.otherSupplier];
    const of = (partnerId: string) => ({ direction: 'received', number, partnerId }) as const;
    await issue([], '1', { number });
    await issue([], '1', of(one));
    await issue([], '1', of(two));
    expect(await refused([], '2', of(one))).toBe('invoice.numberTaken');
    const other = await issue([], '2', { ...of(one), number: aNumber() });
    const change = { ...input([], '2', of(one)), ...other };
    expect((await server.refusal(invoices.update, change)).key).toBe('invoice.numberTaken');
  });

  test('once void frees its bills, and cannot be changed', async () => {
    const sale = await aSale();
    const { id, version } = await issue([[sale.id, '100']], '100');
    await server.call(invoices.voidBatch, { ids: id, reason: 'Misprint' });
    expect(await leftOf(sale.id)).toBe('100');
    expect(await server.call(invoices.infoCall, { id })).toMatchObject({
      status: '1',
      voidReason: 'Misprint',
      bills: [{ number: sale.number, invoiced: '100' }],
    });
    const change = { ...input([], '2'), id, version: version + 1 };
    expect((await server.refusal(invoices.update, change)).key).toBe('invoice.voided');
    expect((await server.refusal(invoices.voidBatch, { ids: id, reason: 'Again' })).key).toBe(
      'invoice.voided',
    );
    await issue([[sale.id, '100']], '100');
  });

  test('is changed by version, and a reduction frees the rest of its bill', async () => {
    const sale = await aSale('2');
    const made = await issue([[sale.id, '200']], '200');
    const change = { ...input([[sale.id, '120']], '120'), ...made };
    const after = await server.call(invoices.update, change);
    expect(after.version).toBe(made.version + 1);
    expect(await leftOf(sale.id)).toBe('80');
    expect((await server.refusal(invoices.update, change)).key).toBe('record.stale');
    const { rows } = await rowsOf('/log/list', { subject: 'invoice' });
    expect(rows.length).toBeGreaterThan(1);
  });

  test('sent twice with a single idempotency key is registered once', async () => {
    const body = input([], '7');
    const sent = () => server.request('POST', '/invoice/add', body, { key: 'invoice-once' });
    expect((await sent()).json<{ data: unknown }>().data).toEqual(
      (await sent()).json<{ data: unknown }>().data,
    );
  });

  test('keeps its attachments', async () => {
    const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
    const file = await server.upload(
      uploadFile,
      { name: 'fapiao.pdf', bytes: pdf },
      { biz: 'financial' },
    );
    const { id } = await issue([], '9', { attachments: [file.id] });
    expect((await server.call(invoices.infoCall, { id })).attachments).toEqual([
      { id: file.id, name: 'fapiao.pdf' },
    ]);
  });
});

describe('an invoiced bill', () => {
  test('is neither deleted nor reduced below the invoiced amount', async () => {
    const sale = await aSale('2');
    const number = aNumber();
    const { id } = await issue([[sale.id, '150']], '150', { number });
    const changed = (pieces: string, more: object = {}) => ({
      ...shop.input('saleOut', [line(pieces, '100')], more),
      id: sale.id,
      version: sale.version,
    });
    // Which invoice it is learns who may open them.
    const seller = await asRole(shop, 'seller', { pages: ['/bill/sale_out'] });
    for (const [token, invoice] of [
      [undefined, number],
      [seller, ''],
    ])
      for (const refused of [
        await server.refusal(goodsDocuments.remove, { id: sale.id }, token),
        await server.refusal(goodsDocuments.update, changed('1'), token),
      ])
        expect([refused.key, refused.data['invoice']]).toEqual(['document.isInvoiced', invoice]);
    const other = changed('2', { partnerId: shop.otherCustomer });
    expect((await server.refusal(goodsDocuments.update, other)).key).toBe('document.isInvoiced');
    await server.call(goodsDocuments.update, changed('3'));
    expect(await leftOf(sale.id)).toBe('150');
    await server.call(invoices.voidBatch, { ids: id, reason: 'Taken back' });
    await server.call(goodsDocuments.remove, { id: sale.id });
    expect(await shop.broken()).toEqual([]);
  });

  test('lists its invoice numbers, and is found by invoice number or uninvoiced rest', async () => {
    const { id: partnerId } = await server.call(partners.add, { type: 'customer', name: 'Listed' });
    const [one, two] = [await aSale('2', { partnerId }), await aSale('1', { partnerId })];
    const number = aNumber();
    await issue([[one.id, '200']], '200', { number, partnerId });
    const found = async (search: object) =>
      (
        await rowsOf('/depotHead/list', { kind: 'saleOut', organId: partnerId, ...search })
      ).rows.map((row) => [row['number'], row['invoiceNumbers'], row['uninvoiced']]);
    expect(await found({ invoiceNumber: number })).toEqual([[one.number, number, '0']]);
    expect(await found({ hasUninvoiced: true })).toEqual([[two.number, null, '100']]);
    expect(await found({ hasUninvoiced: false })).toEqual([[one.number, number, '0']]);
    expect(
      (await rowsOf('/invoice/billList', { direction: 'issued', organId: partnerId })).rows,
    ).toMatchObject([{ number: two.number, amount: '100', invoiced: '0', uninvoiced: '100' }]);
  });

  test('shows and filters invoice numbers in the stock ledger, given the right to invoices', async () => {
    const sale = await aSale('1');
    const number = aNumber();
    await issue([[sale.id, '100']], '100', { number });
    const { lines } = await server.call(goodsDocuments.info, { id: sale.id });
    const ledger = async (search: object, token?: string) => {
      const reply = await server.request(
        'GET',
        stockLedgerTable.path,
        { search: { materialId: lines[0]?.productId, ...search }, pageSize: 500 },
        token,
      );
      const { rows } = reply.json<{ data: { rows: Record<string, unknown>[] } }>().data;
      return rows.map((row) => [row['number'], row['invoiceNumbers']]);
    };
    expect(await ledger({ invoiceNumber: number })).toEqual([[sale.number, number]]);
    expect(await ledger({ number: sale.number })).toEqual([[sale.number, number]]);
    const keeper = await asRole(shop, 'keeper', { pages: ['/report/invoice_log'] });
    expect(await ledger({ number: sale.number }, keeper)).toEqual([[sale.number, null]]);
    const file = async (asked: object, token?: string) => {
      const search = { materialId: lines[0]?.productId, number: sale.number };
      const query = { search, field: 'number,invoiceNumbers', format: 'csv', ...asked };
      return server.request('GET', stockLedgerTable.exportPath ?? '', query, token);
    };
    expect((await file({})).body).toContain(number);
    for (const field of ['number,invoiceNumbers', '']) {
      const { statusCode, body } = await file({ field }, keeper);
      expect([statusCode, body.includes(sale.number)]).toEqual([200, true]);
      expect(body).not.toContain(number);
      expect(body).not.toContain('发票号');
    }
    for (const asked of [
      { search: { materialId: lines[0]?.productId, invoiceNumber: number } },
      { search: { materialId: lines[0]?.productId }, column: 'invoiceNumbers', order: 'asc' },
    ])
      expect((await server.request('GET', stockLedgerTable.path, asked, keeper)).statusCode).toBe(
        400,
      );
  });

  test('starts an invoice with its uninvoiced rest and the tax share of the rest', async () => {
    const taxed = await shop.goods('saleOut', [line('1', '100', { taxRate: '13' })]);
    await issue([[taxed.id, '56.5']], '50', { tax: '6.5' });
    expect(await server.call(invoices.startBills, { ids: taxed.id })).toMatchObject({
      direction: 'issued',
      partnerId: shop.customer,
      net: '50',
      tax: '6.5',
      bills: [{ number: taxed.number, left: '56.5' }],
    });
    await issue([[taxed.id, '56.5']], '50', { tax: '6.5' });
    expect((await server.refusal(invoices.startBills, { ids: taxed.id })).key).toBe(
      'invoice.nothingLeft',
    );
    const other = await aSale('1', { partnerId: shop.otherCustomer });
    const mine = await aSale();
    expect((await server.refusal(invoices.startBills, { ids: `${mine.id},${other.id}` })).key).toBe(
      'invoice.billPartner',
    );
  });
});

describe('concurrent invoicing', () => {
  test('a bill is invoiced only up to its amount', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await aSale('3');
      const calls = Array.from({ length: 8 }, () => () => issue([[sale.id, '100']], '100'));
      expect(await race(calls)).toEqual({ won: 3, keys: ['invoice.over'] });
      expect(await leftOf(sale.id)).toBe('0');
    }
    expect(await shop.broken()).toEqual([]);
  });

  test('two invoices of shared bills in opposite order wait for each other', async () => {
    const [one, two] = [await aSale('10'), await aSale('10')];
    const calls = Array.from({ length: 16 }, (_, at) => () => {
      const parts = [
        [one.id, '10'],
        [two.id, '10'],
      ] as const;
      return issue(at % 2 === 0 ? parts : parts.toReversed(), '20');
    });
    expect(await race(calls)).toEqual({ won: 16, keys: [] });
    expect([await leftOf(one.id), await leftOf(two.id)]).toEqual(['840', '840']);
  });

  test('a bill is invoiced or made smaller, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const sale = await aSale('2');
      const smaller = {
        ...shop.input('saleOut', [line('1', '100')]),
        id: sale.id,
        version: sale.version,
      };
      const { won } = await race([
        () => issue([[sale.id, '200']], '200'),
        () => server.call(goodsDocuments.update, smaller),
      ]);
      expect(won).toBe(1);
    }
    expect(await shop.broken()).toEqual([]);
  });

  test('a number is taken by a single concurrent invoice', async () => {
    const number = aNumber();
    const calls = [1, 2, 3, 4].map(() => () => issue([], '1', { number }));
    expect(await race(calls)).toEqual({ won: 1, keys: ['invoice.numberTaken'] });
  });
});

describe('a reader of invoices', () => {
  const user = async (loginName: string, scope: string, hidden: readonly string[] = []) => {
    const { tenantId } = shop.company;
    const roleId = await server.arrange(shop.company, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into role (tenant_id, name, data_scope, hidden_amounts)
        values (${tenantId}, ${loginName}, ${scope}, ${hidden}) returning id`.execute(tx);
      const id = rows[0]?.id ?? '';
      await sql`
        insert into role_function (tenant_id, role_id, function_url, buttons)
        values (${tenantId}, ${id}, '/financial/invoice', '{1,3}'), (${tenantId}, ${id}, '/bill/sale_out', '{1}')`.execute(
        tx,
      );
      return id;
    });
    await server.addUser({ loginName, roleId });
    return server.signIn(loginName);
  };

  test('sees only invoices with all bills visible to them', async () => {
    const token = await user('own-seller', 'own');
    const theirs = await server.call(
      goodsDocuments.add,
      shop.input('saleOut', [line('1', '100')]),
      token,
    );
    const ours = await aSale();
    const mixed = await issue(
      [
        [theirs.id, '50'],
        [ours.id, '50'],
      ],
      '100',
    );
    const own = await issue([[theirs.id, '50']], '50');
    const { rows } = await rowsOf('/invoice/list', {}, token);
    expect(rows.map(({ id }) => id)).toEqual([own.id]);
    expect((await server.refusal(invoices.infoCall, { id: mixed.id }, token)).key).toBe(
      'record.missing',
    );
    expect((await server.refusal(invoices.ofBill, { id: ours.id }, token)).key).toBe(
      'record.missing',
    );
    const hidden = input([[ours.id, '1']], '1');
    expect((await server.refusal(invoices.add, hidden, token)).key).toBe('record.missing');
    const voiding = { ids: mixed.id, reason: 'Not mine' };
    expect((await server.refusal(invoices.voidBatch, voiding, token)).key).toBe('record.missing');
  });

  test('without sale prices reads and writes no amounts of issued invoices', async () => {
    const token = await user('blind', 'all', ['sale']);
    const sale = await aSale();
    const { id } = await issue([[sale.id, '100']], '100');
    expect(await server.call(invoices.infoCall, { id }, token)).toMatchObject({
      net: null,
      gross: null,
      bills: [{ amount: null, left: null, invoiced: null }],
    });
    const { rows, totals } = await rowsOf('/invoice/list', { direction: 'issued' }, token);
    expect(rows.every((row) => row['gross'] === null && row['billAmount'] === null)).toBe(true);
    expect(totals['gross']).toBe('0');
    expect((await server.refusal(invoices.add, input([], '1'), token)).key).toBe('access.denied');
  });

  test('sums invoices in force in the company’s currency', async () => {
    const { id: partnerId } = await server.call(partners.add, { type: 'customer', name: 'Summed' });
    await issue([], '10', { partnerId, tax: '1.3' });
    const gone = await issue([], '99', { partnerId });
    await server.call(invoices.voidBatch, { ids: gone.id, reason: 'No sale' });
    const { rows, totals } = await rowsOf('/invoice/list', { organId: partnerId });
    expect(rows).toHaveLength(2);
    expect(totals).toMatchObject({ net: '10', tax: '1.3', gross: '11.3' });
  });
});

describe('a file of amounts includes the currency column, even when the column is not selected', () => {
  test.each<readonly [TableDeclaration, string, RegExp]>([
    [invoiceTable, 'number,gross', /^[^,]+,EUR,120\r?$/m],
    [documentTables.saleOut, 'number,totalAmount', /^[^,]+,EUR,100\r?$/m],
  ])('in the export of table %#', async (table, field, row) => {
    const { id: organId } = await server.call(partners.add, {
      type: 'customer',
      name: `Abroad ${field}`,
    });
    const abroad = { partnerId: organId, currency: 'EUR', exchangeRate: '2' };
    const { id } = await shop.goods('saleOut', [line('1', '100')], abroad);
    await issue([[id, '100']], '120', { partnerId: organId });
    const file = async (columns: string): Promise<string> => {
      const query = { search: { ...table.fixed, organId }, field: columns, format: 'csv' };
      return (await server.request('GET', table.exportPath ?? '', query)).body;
    };
    expect(await file(field)).toMatch(row);
    expect(await file('number,remark')).not.toContain('EUR');
  });
});

describe('a list of invoices', () => {
  type Row = InputOf<typeof invoices.bring>['rows'][number];
  const row = (more: Partial<Row> = {}): Row => ({
    number: aNumber(),
    direction: 'issued',
    invoiceKind: 'electronic',
    invoiceDate: '2026-01-20',
    partnerName: 'Cy Stores',
    net: '100',
    tax: '0',
    ...more,
  });

  test('is imported completely, and each amount is spread over the named bills', async () => {
    const [one, two] = [await aSale('1'), await aSale('2')];
    const rows = [
      row({ net: '150', billNumbers: `${one.number}, ${two.number}` }),
      row({ net: '100', billNumbers: two.number }),
      row({ direction: 'received', partnerName: 'Ada Supplies' }),
    ];
    expect(await server.call(invoices.bring, { rows })).toMatchObject({ added: 3, faults: [] });
    expect([await leftOf(one.id), await leftOf(two.id)]).toEqual(['0', '50']);
    expect(await shop.broken()).toEqual([]);
  });

  test('may name a bill twice, and stores the bill once', async () => {
    const sale = await aSale('1');
    const rows = [row({ net: '200', billNumbers: `${sale.number} ${sale.number}` })];
    expect(await server.call(invoices.bring, { rows })).toMatchObject({ added: 1, faults: [] });
    expect(await leftOf(sale.id)).toBe('0');
  });

  test('costs equally many statements for a hundred invoices and for two, and is logged invoice by invoice', async () => {
    const sale = await aSale('100');
    const many = Array.from({ length: 100 }, (_, at) =>
      row({ net: '7', ...(at % 2 === 0 && { billNumbers: sale.number }) }),
    );
    const statements = (rows: readonly Row[]) =>
      shop.asOwner((context) =>
        statementsOf(context, async (counted) => {
          const { added } = await bringInvoices(counted, { rows: [...rows] });
          expect([added, counted.journal.log.length]).toEqual([rows.length, rows.length]);
        }),
      );
    const two = [row({ billNumbers: sale.number }), row()];
    expect(await statements(many)).toBe(await statements(two));
  });

  test('sent concurrently is imported once, in any order of rows', async () => {
    for (let round = 0; round < 4; round += 1) {
      const rows = Array.from({ length: 40 }, () => row());
      const calls = [rows, rows.toReversed()].map(
        (list) => () => server.call(invoices.bring, { rows: list }),
      );
      const ends = await Promise.allSettled(calls.map((call) => call()));
      const added = ends.map((end) => (end.status === 'fulfilled' ? end.value.added : 0));
      expect(added.toSorted((one, other) => one - other)).toEqual([0, 40]);
      const { rows: kept } = await rowsOf('/invoice/list', { number: rows[0]?.number });
      expect(kept.filter(({ number }) => number === rows[0]?.number)).toHaveLength(1);
      for (const end of ends)
        if (end.status === 'rejected')
          expect((end.reason as Refused).refusal.key).toBe('invoice.numberTaken');
    }
  });

  test('a list of invoices with wrong rows is refused, and every wrong row is reported', async () => {
    const sale = await aSale('1');
    const good = row({ billNumbers: sale.number });
    const rows = [
      good,
      row({ billNumbers: sale.number }),
      row({ partnerName: 'No such' }),
      row({ number: good.number }),
      row({ billNumbers: 'XSCK404' }),
    ];
    const { added, faults } = await server.call(invoices.bring, { rows });
    expect([added, faults.map((fault) => fault.row)]).toEqual([0, [2, 3, 4, 5]]);
    expect(await leftOf(sale.id)).toBe('100');
  });

  test('finds a bill number within its direction, and refuses a number of several bills', async () => {
    const { number, id } = await aSale('1');
    const bought = await shop.goods('purchaseIn', [line('1', '100')], { number });
    const back = await shop.goods('saleBack', [line('1', '100')], { number: 'TWIN' });
    await aSale('1', { number: back.number });
    const ofTheirs = { direction: 'received', partnerName: 'Ada Supplies' } as const;
    const rows = [row({ billNumbers: number }), row({ billNumbers: number, ...ofTheirs })];
    expect(await server.call(invoices.bring, { rows })).toMatchObject({ added: 2, faults: [] });
    expect([await leftOf(id), await leftOf(bought.id)]).toEqual(['0', '0']);
    const either = [row({ billNumbers: back.number })];
    expect((await server.call(invoices.bring, { rows: either })).faults).toHaveLength(1);
  });
});

describe('an imported list of invoices', () => {
  const own = (number: string, more: object = {}) => ({
    number,
    direction: 'issued' as const,
    invoiceKind: 'electronic' as const,
    invoiceDate: '2026-01-20',
    partnerName: 'Cy Stores',
    net: '100',
    tax: '0',
    ...more,
  });

  test('is undone as a whole, freeing its bills and numbers', async () => {
    const sale = await aSale('1');
    const rows = [own(aNumber(), { billNumbers: sale.number }), own(aNumber())];
    const { importId } = await server.call(invoices.bring, { rows });
    expect(await server.call(invoices.lastImport, {})).toMatchObject({ id: importId, invoices: 2 });
    expect(await leftOf(sale.id)).toBe('0');
    expect(await server.call(invoices.undoImport, { id: importId ?? '' })).toEqual({ changed: 2 });
    expect(await leftOf(sale.id)).toBe('100');
    expect(await server.call(invoices.lastImport, {})).toBeNull();
    expect(await server.refusal(invoices.undoImport, { id: importId ?? '' })).toMatchObject({
      key: 'record.missing',
    });
    expect(await server.call(invoices.bring, { rows })).toMatchObject({ added: 2 });
    expect(await shop.broken()).toEqual([]);
  });

  test('cannot be undone after an invoice was voided, nor by another user', async () => {
    const [one, two] = [aNumber(), aNumber()];
    const { importId } = await server.call(invoices.bring, { rows: [own(one), own(two)] });
    const { rows: kept } = await rowsOf('/invoice/list', { number: one });
    await server.addUser({ loginName: `clerk-${one}`, role: 'finance' });
    const token = await server.signIn(`clerk-${one}`);
    expect(await server.call(invoices.lastImport, {}, token)).toBeNull();
    expect(await server.refusal(invoices.undoImport, { id: importId ?? '' }, token)).toMatchObject({
      key: 'record.missing',
    });
    await server.call(invoices.voidBatch, { ids: String(kept[0]?.['id']), reason: 'wrong' });
    expect(await server.refusal(invoices.undoImport, { id: importId ?? '' })).toMatchObject({
      key: 'sheet.undoChanged',
      data: { name: one },
    });
  });

  test('is undone once by concurrent calls', async () => {
    const { importId } = await server.call(invoices.bring, { rows: [own(aNumber())] });
    const calls = [1, 2, 3].map(
      () => () => server.call(invoices.undoImport, { id: importId ?? '' }),
    );
    expect(await race(calls)).toMatchObject({ won: 1 });
  });
});

test('bill lists hide invoice numbers from users without the right to the invoice page', async () => {
  const sale = await aSale('1');
  const number = aNumber();
  await issue([[sale.id, '100']], '100', { number });
  const roleId = await server.arrange(shop.company, async (tx) => {
    const { tenantId } = shop.company;
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts)
      values (${tenantId}, ${number}, 'all', '{}') returning id`.execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`
      insert into role_function (tenant_id, role_id, function_url, buttons)
      values (${tenantId}, ${id}, '/bill/sale_out', '{1}')`.execute(tx);
    return id;
  });
  await server.addUser({ loginName: `seller-${number}`, roleId });
  const token = await server.signIn(`seller-${number}`);
  const listed = async (search: object, as?: string) => {
    const query = { search: JSON.stringify({ kind: 'saleOut', ...search }) };
    const reply = await server.request('GET', '/depotHead/list', query, as);
    return [reply.statusCode, reply.json<{ data: { rows?: Record<string, unknown>[] } }>().data];
  };
  const found = { rows: [expect.objectContaining({ invoiceNumbers: number, uninvoiced: '0' })] };
  expect(await listed({ number: sale.number })).toMatchObject([200, found]);
  expect(await listed({ invoiceNumber: number })).toMatchObject([200, found]);
  const hidden = { rows: [expect.objectContaining({ invoiceNumbers: null, uninvoiced: '0' })] };
  expect(await listed({ number: sale.number }, token)).toMatchObject([200, hidden]);
  expect((await listed({ invoiceNumber: number }, token))[0]).toBe(400);
});

test('the database itself refuses a gross differing from net and tax', async () => {
  const { id } = await issue([], '1');
  await expect(
    sql`update invoice set gross = 2 where id = ${id}`.execute(server.database.admin),
  ).rejects.toThrow(/invoice__amounts/);
});
