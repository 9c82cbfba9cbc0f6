// Screens of a new kind without code of its own: a registry entry and a view of one line.
import type { GoodsKindCode, DocumentKind } from '@tradehouse/domain';
import { beforeAll, expect, test } from 'vitest';
import { pricing } from './draft/testPricing.ts';

// SAFETY: the registry below holds it before anything reads it.
const CODE = 'sampleOut' as GoodsKindCode;

let page: typeof import('./documentPage.tsx');
let actions: typeof import('./steps/documentActions.tsx');
let columns: typeof import('./lines/goodsColumns.ts');
let contract: typeof import('@tradehouse/contract');
let entry: DocumentKind;
beforeAll(async () => {
  const { documentKinds, goodsKindCodes, kindCodes } = await import('@tradehouse/domain');
  entry = {
    ...documentKinds.otherOut,
    prefix: 'YPCK',
    name: { 'zh-cn': '样品出库', en: 'Sample outbound' },
    url: '/bill/sample_out',
    partner: { type: 'customer', required: true },
    sources: { saleOrder: 'fulfilled' },
  };
  Object.assign(documentKinds, { [CODE]: entry });
  (goodsKindCodes as unknown as string[]).push(CODE);
  (kindCodes as unknown as string[]).push(CODE);
  contract = await import('@tradehouse/contract');
  [page, actions, columns] = await Promise.all([
    import('./documentPage.tsx'),
    import('./steps/documentActions.tsx'),
    import('./lines/goodsColumns.ts'),
  ]);
});

const everything = () => true;

test('the page of a new kind has the name of the kind', () => {
  expect(page.documentPage(CODE).displayName).toBe('Sample outbound');
});

test('the list of a new kind has columns, filters and actions', () => {
  const { columns: shown, filters } = contract.documentTables[CODE];
  expect(Object.keys(shown)).toEqual(
    expect.arrayContaining(['partnerName', 'number', 'sourceNumbers', 'summary', 'status']),
  );
  expect(filters['organId']).toMatchObject({ control: 'customer' });
  expect(filters['linkNumber']).toBeDefined();
  const world = {
    open: () => undefined,
    create: () => undefined,
    may: everything,
    purchaseBySale: false,
    onRemark: () => undefined,
    onCancel: () => undefined,
  };
  expect(actions.listActions(CODE, world).map(({ key }) => key)).toEqual([
    'new',
    'delete',
    'approve',
    'reverse',
    'remark',
  ]);
  expect(actions.rowActions(CODE, world).map(({ key }) => key)).toEqual(['edit', 'copy', 'delete']);
});

test('a source kind offers conversion to the new kind', () => {
  expect(actions.convertTargets('saleOrder', everything, false)).toContain(CODE);
  expect(actions.mayConvertTo('saleOrder', CODE, { status: '3', purchaseStatus: '0' })).toBe(true);
});

test('the form of a new kind has lines', () => {
  const form = columns.columnsOfGoodsLines({
    code: CODE,
    pricing: { ...pricing, taxed: false, paid: false },
    warehouses: [{ id: '7', name: '总仓' }],
    overLink: false,
    shown: new Set(),
    openParts: () => undefined,
    openSerials: () => undefined,
    openPicker: () => undefined,
  });
  expect(form.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['warehouse', 'barcode', 'quantity', 'unitPrice']),
  );
});
