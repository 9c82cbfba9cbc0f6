import { bankStatements, moneyDocuments } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import { asRole } from '../document/testShop.ts';
import type { Saved } from '../document/testShop.ts';
import { aBank } from './testBank.ts';

const { server, shop, line, anAccount, paid, bring, listed, rowsOf, movesOf } = await aBank();
const { call, refusal } = server;

describe('a statement', () => {
  test('is matched with the only fitting documents, and reconciles with the books', async () => {
    const account = await anAccount();
    const one = await paid(account, '120.5', '2026-01-05');
    const two = await paid(account, '-40', '2026-01-06');
    const late = await paid(account, '9', '2026-01-31');
    const { id, added, known } = await bring(
      account,
      [
        { date: '2026-01-05', amount: '120.50', partnerName: 'CY STORES LTD' },
        { date: '2026-01-07', amount: '-40', purpose: `Payment ${two.number}` },
        { date: '2026-01-20', amount: '-1.25', purpose: 'Fee' },
      ],
      { closing: '79.25' },
    );
    expect([added, known]).toEqual([3, 0]);
    const found = await call(bankStatements.suggestions, { id: id ?? '' });
    expect(found.suggestions).toEqual([
      { row: 1, documentId: one.id, kind: 'moneyIn', number: one.number },
      { row: 2, documentId: two.id, kind: 'moneyOut', number: two.number },
    ]);
    const matches = found.suggestions.map(({ row, documentId }) => ({
      row,
      documentIds: [documentId],
    }));
    expect(await call(bankStatements.match, { id: id ?? '', matches })).toEqual({ changed: 2 });
    expect(await rowsOf(id)).toEqual([
      [1, '1', one.number, '120.5'],
      [2, '1', two.number, '-40'],
      [3, '0', '', null],
    ]);
    expect(await movesOf(id)).toEqual([late.number]);
    expect(await call(bankStatements.infoCall, { id: id ?? '' })).toMatchObject({
      since: '2026-01-05',
      until: '2026-01-20',
      closing: '79.25',
      onlyBooked: '0',
      adjustedBank: '79.25',
      booked: '80.5',
      onlyBank: '-1.25',
      adjustedBooks: '79.25',
      difference: '0',
    });
    expect(await listed('/bankStatement/list', { accountId: account })).toMatchObject({
      rows: [{ amountIn: '120.5', amountOut: '41.25', bankRows: 3, openRows: 1 }],
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('reconciles only documents booked up to its end', async () => {
    const account = await anAccount();
    const inTransit = await paid(account, '50', '2026-02-28');
    const first = await bring(account, [{ date: '2026-02-27', amount: '7' }], { closing: '7' });
    const id = first.id ?? '';
    // Paid on the last day; the bank has it on the next statement.
    const second = await bring(account, [
      { date: '2026-03-01', amount: '50' },
      { date: '2026-02-28', amount: '2' },
    ]);
    await call(bankStatements.match, {
      id: second.id ?? '',
      matches: [{ row: 1, documentIds: [inTransit.id] }],
    });
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({
      onlyBooked: '0',
      booked: '0',
      onlyBank: '7',
      difference: '0',
    });
    expect(await call(bankStatements.infoCall, { id: second.id ?? '' })).toMatchObject({
      closing: null,
      onlyBooked: '0',
      booked: '50',
      onlyBank: '9',
      adjustedBooks: '59',
      difference: null,
    });
  });

  test('ending on the day of another statement ignores rows of the later statement', async () => {
    const account = await anAccount();
    const later = await paid(account, '5', '2026-03-02');
    const ends = [
      ['7', { date: '2026-03-02', amount: '7' }],
      ['12', { date: '2026-03-02', amount: '5' }],
    ] as const;
    const ids: string[] = [];
    for (const [closing, row] of ends) {
      const { id } = await bring(account, [row], { closing });
      ids.push(id ?? '');
    }
    const [morning = '', evening = ''] = ids;
    const matches = [{ row: 1, documentIds: [later.id] }];
    await call(bankStatements.match, { id: evening, matches });
    expect(await call(bankStatements.infoCall, { id: morning })).toMatchObject({
      onlyBooked: '5',
      onlyBank: '7',
      difference: '0',
    });
    expect(await call(bankStatements.infoCall, { id: evening })).toMatchObject({
      onlyBooked: '0',
      onlyBank: '7',
      difference: '0',
    });
  });

  test('leaves out rows already imported for the account, counted by occurrence', async () => {
    const account = await anAccount();
    const fee = { date: '2026-01-10', amount: '-5', purpose: 'Fee' };
    const told = { date: '2026-01-11', amount: '80', reference: 'TX-1' };
    await bring(account, [fee, fee, told]);
    const { id, added, known } = await bring(account, [
      fee,
      fee,
      fee,
      { ...told, purpose: 'told again' },
      { ...told, reference: 'TX-2' },
    ]);
    expect([added, known]).toEqual([2, 3]);
    expect(await rowsOf(id)).toHaveLength(2);
    expect(await bring(account, [fee, told])).toEqual({
      id: null,
      added: 0,
      known: 2,
      rebooked: [],
    });
    expect(await bring(await anAccount(), [fee, told])).toMatchObject({ added: 2, known: 0 });
  });

  test('two concurrent uploads keep each row once', async () => {
    const account = await anAccount();
    const rows = [{ date: '2026-01-10', amount: '-5', purpose: 'Fee' }];
    const both = await Promise.all([bring(account, rows), bring(account, rows)]);
    expect(both.map(({ added }) => added).toSorted()).toEqual([0, 1]);
  });

  test('is deleted with its matches, and the matched documents are free again', async () => {
    const account = await anAccount();
    const { id: documentId, number } = await paid(account, '33', '2026-01-05');
    const rows = [{ date: '2026-01-05', amount: '33' }];
    const { id } = await bring(account, rows);
    await call(bankStatements.match, {
      id: id ?? '',
      matches: [{ row: 1, documentIds: [documentId] }],
    });
    const again = await bring(account, [{ date: '2026-01-05', amount: '34' }]);
    expect(await movesOf(again.id)).toEqual([]);
    expect(await call(bankStatements.removeBatch, { ids: id ?? '' })).toEqual({ changed: 1 });
    expect(await movesOf(again.id)).toEqual([number]);
  });
});

describe('the closing balance of a statement', () => {
  test('can be set later and removed again, and refuses amounts with too many decimals', async () => {
    const account = await anAccount();
    await paid(account, '50', '2026-04-02');
    const { id: made } = await bring(account, [{ date: '2026-04-02', amount: '50' }]);
    const id = made ?? '';
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({ difference: null });
    const { version } = await call(bankStatements.setClosing, { id, version: 1, closing: '47.5' });
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({
      closing: '47.5',
      difference: '-2.5',
    });
    const finer = { id, version, closing: '47.505' };
    expect(await refusal(bankStatements.setClosing, finer)).toMatchObject({
      key: 'cell.decimals',
      data: { field: 'closing' },
    });
    await call(bankStatements.setClosing, { id, version, closing: null });
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({ closing: null });
  });

  test('accepts only the first of several concurrent changes', async () => {
    const { id: made } = await bring(await anAccount(), [{ date: '2026-04-03', amount: '50' }]);
    const id = made ?? '';
    const { version } = await call(bankStatements.infoCall, { id });
    const results = await Promise.allSettled(
      ['1', '2', '3'].map((closing) => call(bankStatements.setClosing, { id, version, closing })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(bankStatements.setClosing, { id, version, closing: '4' })).toMatchObject({
      key: 'record.stale',
      data: { version: version + 1 },
    });
    const read = await call(bankStatements.infoCall, { id });
    expect(read.version).toBe(version + 1);
    await call(bankStatements.setClosing, { id, version: read.version, closing: '4' });
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({ closing: '4' });
  });
});

describe('a statement in another currency', () => {
  const euros = (exchangeRate: string) => ({ currency: 'EUR', exchangeRate });
  /** Euros that came from a customer. */
  async function cameIn(accountId: string, amount: string, rate: string, day: string) {
    const time = `${day}T04:00:00.000Z`;
    const bill = await shop.goods('saleOut', [line('1', amount)], {
      time,
      paidNow: '0',
      status: '1',
      ...euros('8'),
    });
    return shop.money('moneyIn', [{ settledDocumentId: bill.id, amount }], {
      time,
      accountId,
      status: '1',
      ...euros(rate),
    });
  }

  test('is reconciled in its own currency', async () => {
    const account = await anAccount();
    const one = await cameIn(account, '120.5', '8.1', '2026-01-05');
    const two = await cameIn(account, '99.99', '7.9', '2026-01-06');
    const late = await cameIn(account, '10', '8', '2026-01-31');
    // What it is worth in the company's own: 120.5 at 8.1.
    await paid(account, '976.05', '2026-01-05');
    const { id: made } = await bring(
      account,
      [
        { date: '2026-01-05', amount: '120.50' },
        { date: '2026-01-06', amount: '99.99', purpose: two.number },
        { date: '2026-01-20', amount: '-0.75', purpose: 'Fee' },
      ],
      { currency: 'EUR', closing: '219.74' },
    );
    const id = made ?? '';
    const { suggestions } = await call(bankStatements.suggestions, { id });
    expect(suggestions.map(({ row, documentId }) => [row, documentId])).toEqual([
      [1, one.id],
      [2, two.id],
    ]);
    await call(bankStatements.match, {
      id,
      matches: suggestions.map(({ row, documentId }) => ({ row, documentIds: [documentId] })),
    });
    expect(await rowsOf(id)).toMatchObject([
      [1, '1', one.number, '120.5'],
      [2, '1', two.number, '99.99'],
      [3, '0', '', null],
    ]);
    const { rows, totals } = await listed('/bankStatement/rows', { statementId: id });
    expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'EUR']);
    expect(totals['matchedAmount']).toBe('220.49');
    const { rows: moves } = await listed('/bankStatement/moves', { statementId: id });
    expect(moves).toMatchObject([{ number: late.number, amount: '10', currency: 'EUR' }]);
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({
      currency: 'EUR',
      onlyBooked: '0',
      adjustedBank: '219.74',
      booked: '220.49',
      onlyBank: '-0.75',
      adjustedBooks: '219.74',
      difference: '0',
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('finds documents with value 0 in the company’s currency, also shown in account flows', async () => {
    const account = await anAccount();
    const time = '2026-01-05T04:00:00.000Z';
    const dong = { currency: 'VND', exchangeRate: '0.0003' };
    const own = { time, accountId: account, status: '1', ...dong } as const;
    const documents: Saved[] = [];
    for (let each = 0; each < 5; each += 1)
      documents.push(await shop.money('itemIn', [{ itemId: shop.incomeItem, amount: '16' }], own));
    const bill = await shop.goods('saleOut', [line('1', '16')], {
      time,
      paidNow: '0',
      status: '1',
      ...dong,
    });
    documents.push(
      await shop.money('moneyIn', [{ settledDocumentId: bill.id, amount: '16' }], own),
    );
    const dates = ['2026-01-01', '2026-01-31'];
    for (const [path, search, opening] of [
      ['/account/findAccountInOutList', { accountId: account, dates }, 0],
      ['/report/accountDetail', { accounts: [account], dates }, 2],
    ] as const) {
      const { rows, total } = await listed(path, search);
      expect([path, rows.length, total]).toEqual([path, 6 + opening, 6 + opening]);
    }
    const { rows: flow } = await listed('/account/findAccountInOutList', {
      accountId: account,
      dates,
    });
    expect(flow[0]).toMatchObject({
      amount: '0',
      balance: '0',
      originalAmount: '16',
      originalCurrency: 'VND',
    });
    const rows = documents.map(({ number }) => ({
      date: '2026-01-05',
      amount: '16',
      purpose: number,
    }));
    const { id: made } = await bring(account, rows, { currency: 'VND', closing: '96' });
    const id = made ?? '';
    const { suggestions } = await call(bankStatements.suggestions, { id });
    expect(suggestions.map(({ documentId }) => documentId)).toEqual(documents.map((one) => one.id));
    await call(bankStatements.match, {
      id,
      matches: suggestions.map(({ row, documentId }) => ({ row, documentIds: [documentId] })),
    });
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({
      closing: '96',
      booked: '96',
      onlyBooked: '0',
      onlyBank: '0',
      difference: '0',
    });
    expect(await shop.broken()).toEqual([]);
    const first = documents[0]?.id ?? '';
    await call(moneyDocuments.setStatus, { ids: first, status: '0' });
    await call(moneyDocuments.remove, { id: first });
    expect(
      await listed('/account/findAccountInOutList', { accountId: account, dates }),
    ).toMatchObject({ total: 5 });
    expect(await shop.broken()).toEqual([]);
  });

  test.each([
    ['KWD', '12.345', '12.3456'],
    ['JPY', '12', '12.6'],
    ['USD', '12.34', '12.345'],
  ])(
    'a statement in another currency in %s keeps an amount of %s and refuses an amount of %s',
    async (currency, amount, finer) => {
      const row = { date: '2026-01-05', amount };
      const account = await anAccount();
      const { id } = await bring(account, [row], { currency, closing: amount });
      const { rows } = await listed('/bankStatement/rows', { statementId: id });
      expect(rows).toMatchObject([{ amount, currency }]);
      expect(await call(bankStatements.infoCall, { id: id ?? '' })).toMatchObject({
        closing: amount,
      });
      const own = { accountId: account, name: 'Finer', currency };
      const refused = await refusal(bankStatements.add, {
        ...own,
        rows: [{ ...row, amount: finer }],
      });
      expect(refused).toMatchObject({
        key: 'cell.decimals',
        data: { value: finer, field: 'amount', line: 1 },
      });
    },
  );

  test('requires the currency of the account’s earlier statements, until all are deleted', async () => {
    const account = await anAccount();
    const rows = (amount: string) => [{ date: '2026-01-05', amount }];
    const { id } = await bring(account, rows('1'), { currency: 'EUR' });
    const own = { accountId: account, name: 'More', rows: rows('2') };
    for (const currency of ['USD', 'JPY'])
      expect(await refusal(bankStatements.add, { ...own, currency })).toMatchObject({
        key: 'bank.currency',
        data: { currency: 'EUR', field: 'currency' },
      });
    // Without a word it is that of the others.
    const { id: more } = await call(bankStatements.add, own);
    expect(await call(bankStatements.infoCall, { id: more ?? '' })).toMatchObject({
      currency: 'EUR',
    });
    await call(bankStatements.removeBatch, { ids: `${id},${more}` });
    await bring(account, rows('2'), { currency: 'USD' });
    expect(await listed('/bankStatement/list', { accountId: account })).toMatchObject({
      rows: [{ currency: 'USD' }],
    });
  });
});

describe('a match', () => {
  test('needs unmatched documents with the exact sum of the row', async () => {
    const account = await anAccount();
    const [one, two] = [
      await paid(account, '10', '2026-01-05'),
      await paid(account, '20', '2026-01-06'),
    ];
    const elsewhere = await paid(shop.cash, '30', '2026-01-05');
    const { id: made } = await bring(account, [
      { date: '2026-01-06', amount: '30' },
      { date: '2026-01-06', amount: '30' },
    ]);
    const id = made ?? '';
    const refused = async (row: number, ...documentIds: string[]) =>
      (await refusal(bankStatements.match, { id, matches: [{ row, documentIds }] })).key;
    expect(await refused(1, one.id)).toBe('bank.differs');
    expect(await refused(1, elsewhere.id)).toBe('bank.moved');
    expect(await refused(1, one.id, one.id)).toBe('bank.twice');
    expect(await refused(3, one.id)).toBe('record.missing');
    expect(await refused(1, '99999999')).toBe('record.missing');
    const both = { row: 1, documentIds: [one.id, two.id] };
    await call(bankStatements.match, { id, matches: [both] });
    expect(await rowsOf(id)).toEqual([
      [1, '1', `${one.number} ${two.number}`, '30'],
      [2, '0', '', null],
    ]);
    expect(await refused(1, one.id)).toBe('bank.matched');
    expect(await refused(2, one.id, two.id)).toBe('bank.moved');
    expect(await call(bankStatements.unmatch, { id, rows: [1, 2] })).toEqual({ changed: 1 });
    expect(await refused(2, one.id)).toBe('bank.differs');
    await call(bankStatements.match, { id, matches: [{ ...both, row: 2 }] });
  });

  test('is refused for two separate matches of a row in a request', async () => {
    const account = await anAccount();
    const [one, two] = [
      await paid(account, '10', '2026-01-05'),
      await paid(account, '10', '2026-01-05'),
    ];
    const { id: made } = await bring(account, [{ date: '2026-01-05', amount: '10' }]);
    const id = made ?? '';
    const matches = [one, two].map((each) => ({ row: 1, documentIds: [each.id] }));
    expect(await refusal(bankStatements.match, { id, matches })).toMatchObject({
      key: 'bank.matched',
      data: { field: 'row', line: 1 },
    });
    expect(await rowsOf(id)).toEqual([[1, '0', '', null]]);
  });

  test('two concurrent matches of a document succeed once', async () => {
    const account = await anAccount();
    const { id: documentId } = await paid(account, '10', '2026-01-05');
    const statements = [
      await bring(account, [{ date: '2026-01-05', amount: '10' }]),
      await bring(account, [{ date: '2026-01-06', amount: '10' }]),
    ];
    const ends = await Promise.allSettled(
      statements.map(({ id }) =>
        call(bankStatements.match, {
          id: id ?? '',
          matches: [{ row: 1, documentIds: [documentId] }],
        }),
      ),
    );
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('is reported wrong after its document was deleted', async () => {
    const account = await anAccount();
    const { id: documentId, number } = await paid(account, '10', '2026-01-05');
    const { id: made } = await bring(account, [{ date: '2026-01-05', amount: '10' }]);
    const id = made ?? '';
    await call(bankStatements.match, { id, matches: [{ row: 1, documentIds: [documentId] }] });
    await call(moneyDocuments.setStatus, { ids: documentId, status: '0' });
    await call(moneyDocuments.removeBatch, { ids: documentId });
    expect(await rowsOf(id)).toEqual([[1, '2', number, '0']]);
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({ changedRows: 1 });
    expect(await shop.broken()).toEqual([]);
  });

  test('is reported wrong after its document was moved to another day, until matched again', async () => {
    const account = await anAccount();
    const { id: documentId, number } = await paid(account, '10', '2026-01-05');
    const { id: made } = await bring(account, [{ date: '2026-01-05', amount: '10' }]);
    const id = made ?? '';
    const matches = [{ row: 1, documentIds: [documentId] }];
    await call(bankStatements.match, { id, matches });
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({ changedRows: 0 });
    await call(moneyDocuments.setStatus, { ids: documentId, status: '0' });
    const { version, lines, partnerId } = await call(moneyDocuments.info, { id: documentId });
    await call(moneyDocuments.update, {
      id: documentId,
      version,
      kind: 'moneyIn',
      partnerId,
      accountId: account,
      time: '2026-01-06T04:00:00.000Z',
      status: '1',
      lines: lines.map(({ line: at, settledDocumentId, amount }) => ({
        line: at,
        settledDocumentId,
        amount: amount ?? '0',
      })),
    });
    expect(await rowsOf(id)).toEqual([[1, '2', number, '10']]);
    expect(await call(bankStatements.infoCall, { id })).toMatchObject({ changedRows: 1 });
    await call(bankStatements.unmatch, { id, rows: [1] });
    await call(bankStatements.match, { id, matches });
    expect(await rowsOf(id)).toEqual([[1, '1', number, '10']]);
    expect(await shop.broken()).toEqual([]);
  });
});

describe('a user who', () => {
  const pages = ['/financial/bank_statement'];

  test('may not see all documents sees no bank statements', async () => {
    const token = await asRole(shop, 'part', { pages, scope: 'own' });
    const asked = [
      ['list', {}],
      ['rows', { statementId: '1' }],
      ['moves', { statementId: '1' }],
    ] as const;
    for (const [path, search] of asked) {
      const reply = await server.request('GET', `/bankStatement/${path}`, { search }, token);
      expect(reply.json()).toMatchObject({ code: 403 });
    }
  });

  test('may not see amounts sees no amounts, and cannot match rows', async () => {
    const account = await anAccount();
    const { id: made } = await bring(account, [{ date: '2026-01-05', amount: '10' }]);
    const id = made ?? '';
    const token = await asRole(shop, 'blind', { pages, hidden: ['money'] });
    const { rows, totals } = await listed('/bankStatement/rows', { statementId: id }, token);
    expect([rows[0]?.['amount'], totals['amount']]).toEqual([null, null]);
    expect(await call(bankStatements.infoCall, { id }, token)).toMatchObject({ booked: null });
    for (const refused of [
      refusal(bankStatements.suggestions, { id }, token),
      refusal(bankStatements.unmatch, { id, rows: [1] }, token),
    ])
      expect((await refused).key).toBe('access.denied');
  });

  test('belongs to another company finds no statements', async () => {
    const { id } = await bring(await anAccount(), [{ date: '2026-01-05', amount: '10' }]);
    const other = await server.signIn('other');
    expect((await refusal(bankStatements.infoCall, { id: id ?? '' }, other)).key).toBe(
      'record.missing',
    );
    expect(await listed('/bankStatement/rows', { statementId: id }, other)).toMatchObject({
      rows: [],
    });
    await server.signIn('demo');
  });
});
