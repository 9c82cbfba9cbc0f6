// Supplier of an order made from requisitions.
import type { GoodsKindCode } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { convertedHead, savedLine } from './start.ts';
import { noDefaults, offerOf } from './testConverted.ts';

const names: Readonly<Record<string, string>> = { 1: 'North', 2: 'South' };

const offered = (partnerId: string | null, suppliers: readonly (string | null)[]) =>
  offerOf(
    suppliers.map((supplierId) => ({ supplierId, supplierName: names[supplierId ?? ''] ?? '' })),
    { partnerId, partnerName: partnerId === null ? '' : 'Agreed' },
  );

test.each<[string, GoodsKindCode, string | null, readonly (string | null)[], string]>([
  ['all lines suggest one', 'purchaseOrder', null, ['1', '1'], '1 North'],
  ['they suggest two', 'purchaseOrder', null, ['1', '2'], 'null '],
  ['one suggests no one', 'purchaseOrder', null, ['1', null], 'null '],
  ['the source has a partner', 'purchaseOrder', '7', ['1'], '7 Agreed'],
  ['it goes to no supplier', 'saleOut', null, ['1'], 'null '],
])('%s', (_, code, partnerId, suppliers, expected) => {
  const head = convertedHead(code, offered(partnerId, suppliers), noDefaults);
  expect(`${head.partnerId} ${head.partnerName}`).toBe(expected);
});

test.each<[GoodsKindCode, true | undefined]>([
  // What was asked for, or sold, agreed on no price with the supplier.
  ['purchaseOrder', true],
  ['purchaseIn', undefined],
])('a saved line of %s knows about an agreed price of its source', (code, unpriced) => {
  // SAFETY: what else a line says is looked at by no one here.
  const line = {
    sourceDocumentId: '7',
    sourceLine: 1,
    sourceNumber: 'QGD1',
    allocations: [],
    supplierId: null,
    regularPrice: null,
  } as unknown as Parameters<ReturnType<typeof savedLine>>[0];
  expect(savedLine(code)(line).source?.unpriced).toBe(unpriced);
});
