import { beforeEach, describe, expect, test } from 'vitest';
import { CallError } from '../../app/net/envelope.ts';
import type { RefusalFacts } from '../../app/net/envelope.ts';
import { loadPhrases } from '../../phrase/index.ts';
import { gridStore } from '../grid/gridStore.ts';
import { blankLine } from '../draft/lineDraft.ts';
import { blankHead, copiedHead, copiedLine, toGoodsDocumentInput } from '../draft/headDraft.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import {
  prefixLineNumber,
  isKeyReused,
  isStale,
  clearGridRefusals,
  placeRefusal,
  refusedRate,
} from '../draft/refusals.ts';

const withFoot = (settlement: Partial<HeadDraft['settlement']>): HeadDraft => ({
  ...blankHead,
  partnerId: '5',
  settlement: { ...blankHead.settlement, accountId: '2', ...settlement },
});

describe('the request body of a document', () => {
  test.each([
    [
      'number, time and payment of a new document are left to the server',
      {},
      { discountRate: '0', otherFees: '0' },
      ['paidNow', 'discount', 'number', 'time'],
    ],
    ['a typed payment', { paidNow: '10' }, { paidNow: '10' }, []],
    ['a payment of nothing', { paidNow: '' }, { paidNow: '0' }, []],
    [
      'a discount by its rate',
      { discount: { by: 'rate', value: '5' } },
      { discountRate: '5' },
      ['discount'],
    ],
    [
      'a discount by its amount',
      { discount: { by: 'amount', value: '5' } },
      { discount: '5' },
      ['discountRate'],
    ],
    [
      'services that were chosen, at what was agreed',
      {
        services: [
          { serviceId: '7', name: 'Wrap', quantity: '3', fee: '2.5' },
          { serviceId: null, name: '', quantity: '1', fee: '' },
          { serviceId: '8', name: 'Assembly', quantity: '1', fee: '' },
        ],
      },
      {
        services: [
          { serviceId: '7', quantity: '3', fee: '2.5' },
          { serviceId: '8', quantity: '1' },
        ],
      },
      [],
    ],
    ['no services', {}, { services: [] }, []],
    [
      'several accounts in place of one, which pay what they come to',
      {
        settlements: [
          { accountId: '1', amount: '3' },
          { accountId: '2', amount: '4' },
        ],
        paidNow: '9',
      },
      {
        paidNow: '7',
        settlements: [
          { accountId: '1', amount: '3' },
          { accountId: '2', amount: '4' },
        ],
      },
      ['accountId'],
    ],
  ] as const)('%s', (_, foot, has, hasNot) => {
    const input = toGoodsDocumentInput('saleOut', withFoot(foot), [], false);
    expect(input).toMatchObject({ kind: 'saleOut', partnerId: '5', status: '0', ...has });
    for (const name of hasNot) expect(input).not.toHaveProperty(name);
  });

  test.each(['saleOut', 'retailOut', 'retailBack'] as const)('%s keeps its currency', (code) => {
    const euros = { currency: 'EUR', exchangeRate: '7.5' };
    expect(toGoodsDocumentInput(code, { ...withFoot({}), ...euros }, [], false)).toMatchObject(
      euros,
    );
  });

  test('a foreign sale without a rate is refused, and never sent at a rate of 1', () => {
    const euros = { currency: 'EUR', exchangeRate: '' };
    const input = toGoodsDocumentInput('saleOut', { ...withFoot({}), ...euros }, [], false);
    expect(input).toMatchObject({ currency: 'EUR' });
    expect(input).not.toHaveProperty('exchangeRate');
    expect(refusedRate(euros)).toMatchObject({ step: 'head' });
    expect(refusedRate({ ...euros, exchangeRate: '7.5' })).toBeNull();
    expect(refusedRate({ currency: '', exchangeRate: '' })).toBeNull();
  });

  test.each([
    [
      'retail has no discount, and says what was handed over',
      'retailOut',
      { received: '50' },
      { received: '50', payment: 'now' },
      ['discount', 'paidNow'],
    ],
    [
      'a prepaid sale names no account',
      'retailOut',
      { payment: 'prepaid' },
      { payment: 'prepaid', accountId: null },
      ['received'],
    ],
    [
      'an order’s payment is its deposit',
      'saleOrder',
      { paidNow: '20' },
      { depositTaken: '20' },
      ['paidNow'],
    ],
    [
      'a requisition has no money',
      'purchaseRequest',
      { paidNow: '20' },
      {},
      ['paidNow', 'accountId', 'partnerId'],
    ],
  ] as const)('%s', (_, code, foot, has, hasNot) => {
    const input = toGoodsDocumentInput(
      code,
      withFoot({ discount: { by: 'rate', value: '5' }, ...foot } as never),
      [],
      true,
    );
    expect(input).toMatchObject({ status: '1', ...has });
    const absent = code === 'saleOrder' ? hasNot : [...hasNot, 'discountRate'];
    for (const name of absent) expect(input).not.toHaveProperty(name);
  });

  test('a copy has no id, number, time, deposit or link of the original', () => {
    const before = {
      ...withFoot({ depositUsed: '5', paidNow: '3' }),
      id: '1',
      version: 4,
      number: 'XSCK1',
      time: 'x',
    };
    const head = copiedHead(before, '2026-04-01');
    expect(head).toMatchObject({ id: null, version: null, number: '', time: null });
    expect(head.settlement).toMatchObject({ depositUsed: '', paidNow: null, accountId: '2' });
    const source = { documentId: '1', line: 1, number: 'X', original: '1', remaining: '1' };
    expect(copiedLine({ ...blankLine('1'), line: 3, source }, '2026-04-01')).toMatchObject({
      line: null,
      source: null,
    });
  });

  test.each([
    ['2026-03-31', null],
    ['2026-04-01', '2026-04-01'],
    ['2026-04-02', '2026-04-02'],
    [null, null],
  ])('a copy made on 1 April of a document required by %s is required by %s', (before, after) => {
    const head = { ...withFoot({}), requiredOn: before, expectedOn: before };
    expect(copiedHead(head, '2026-04-01')).toMatchObject({ requiredOn: after, expectedOn: after });
    const line = { ...blankLine('1'), expectedOn: before };
    expect(copiedLine(line, '2026-04-01')).toMatchObject({ expectedOn: after });
  });
});

describe('an error message above the document', () => {
  beforeEach(() => loadPhrases('zh-cn'));

  test.each([
    [2, '库存不足', '第 2 行：库存不足'],
    [2, '第 2 行请选择仓库', '第 2 行请选择仓库'],
    [2, '单据 CGRK1 第 2 行：条码 1000 库存不足', '单据 CGRK1 第 2 行：条码 1000 库存不足'],
    [2, '第 21 行请选择仓库', '第 2 行：第 21 行请选择仓库'],
    [2, 'Line 2: choose a warehouse', 'Line 2: choose a warehouse'],
    [2, 'Document A, line 2: not enough stock', 'Document A, line 2: not enough stock'],
  ])('names line %i only once: %s', (line, reason, sentence) => {
    expect(prefixLineNumber(line, reason)).toBe(sentence);
  });
});

describe('a refusal', () => {
  const store = () => gridStore([blankLine('1'), blankLine('1')]);
  const refuse = (status: number, facts: RefusalFacts) => new CallError(status, 1, 'not so', facts);

  test('a refusal of a line is shown at the refused cell, and the cell gets the focus', () => {
    const lines = store();
    const { fields } = placeRefusal(
      refuse(422, { line: 2, field: 'warehouseId' }),
      lines,
      ['0', '1'],
      'barcode',
    );
    expect(fields).toEqual({});
    expect(lines.row('1')?.wrong).toEqual({ warehouse: { text: null, reason: 'not so' } });
    expect(lines.grid().focus).toEqual({ key: '1', column: 'warehouse' });
  });

  test('a refusal of several lines is shown in each line until all are corrected', () => {
    const lines = store();
    const told = [
      { line: 1, field: 'quantity', message: 'no pens' },
      { line: 2, field: 'quantity', message: 'no ink' },
    ];
    const refusal = placeRefusal(
      refuse(422, { line: 1, lines: told }),
      lines,
      ['0', '1'],
      'barcode',
    );
    expect(['0', '1'].map((key) => lines.row(key)?.wrong['quantity']?.reason)).toEqual([
      'no pens',
      'no ink',
    ]);
    expect(lines.grid().focus).toEqual({ key: '0', column: 'quantity' });
    expect([refusal.ofCells, refusal.step]).toEqual([true, 'lines']);
  });

  test('a refusal of a line without a field is shown at the barcode of the line', () => {
    const lines = store();
    placeRefusal(refuse(422, { line: 1 }), lines, ['0', '1'], 'barcode');
    expect(Object.keys(lines.row('0')?.wrong ?? {})).toEqual(['barcode']);
  });

  test('a refusal of lots, serials or stock types is shown at the cell of the line with these', () => {
    const lines = store();
    const refusal = refuse(422, { line: 1, field: 'allocations' });
    placeRefusal(refusal, lines, ['0', '1'], 'barcode', () => 'lot');
    expect(lines.grid().focus).toEqual({ key: '0', column: 'lot' });
  });

  test('a refusal of a field above the lines is shown at this field of the form', () => {
    expect(placeRefusal(refuse(422, { field: 'number' }), store(), [], 'barcode')).toEqual({
      message: 'not so',
      fields: { number: 'not so' },
      step: 'head',
    });
  });

  test.each([
    ['a line', { line: 1, field: 'quantity' }, 'lines'],
    ['a line without a field', { line: 2 }, 'lines'],
    ['the lines as a whole', { field: 'lines' }, 'lines'],
    ['the date', { field: 'time' }, 'head'],
    ['the partner', { field: 'partnerId' }, 'head'],
    ['the account', { field: 'accountId' }, 'foot'],
    ['the paid amount', { field: 'paidNow' }, 'foot'],
    ['no named field', {}, null],
  ] as const)(
    'a refusal of %s names the part of the editor to open on a phone',
    (_, facts, step) => {
      expect(placeRefusal(refuse(422, facts), store(), ['0', '1'], 'barcode').step).toBe(step);
    },
  );

  test('after a lost response asks to save again, and marks no part of the document', () => {
    const refusal = placeRefusal(new CallError(0, 0, 'offline'), store(), ['0', '1'], 'barcode');
    expect(refusal.message).toContain('再保存一次，不会重复保存');
    expect([refusal.step, refusal.fields]).toEqual([null, {}]);
  });

  test('is cleared before the next save, but an unreadable text stays marked', () => {
    const lines = store();
    placeRefusal(refuse(422, { line: 1, field: 'quantity' }), lines, ['0', '1'], 'barcode');
    lines.change((grid) => ({
      ...grid,
      rows: grid.rows.map((row) => ({
        ...row,
        wrong: { ...row.wrong, unitPrice: { text: 'x', reason: 'no number' } },
      })),
    }));
    lines.change(clearGridRefusals);
    expect(lines.grid().rows.map(({ wrong }) => Object.keys(wrong))).toEqual([
      ['unitPrice'],
      ['unitPrice'],
    ]);
  });

  test.each([
    ['a newer version', 409_001, true, false],
    ['an idempotency key already used with other content', 409_002, false, true],
    ['anything else', 422_000, false, false],
  ] as const)('is classified by error code: %s', (_, code, stale, reused) => {
    const error = new CallError(409, code, '');
    expect([isStale(error), isKeyReused(error)]).toEqual([stale, reused]);
  });
});
