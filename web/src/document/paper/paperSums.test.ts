import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import { dueFacts, sumsToPay } from './Paper.tsx';

test.each(['saleOrder', 'purchaseOrder'] as const)(
  'a paper of %s ends its sums with the amount to pay after the discount',
  async (kind) => {
    await loadPhrases('en');
    // SAFETY: the sums read these fields of a reply and no others.
    const reply = {
      kind,
      totalAmount: '29.70',
      taxAmount: '0',
      discountRate: '0',
      discount: '1.00',
      services: [],
      payable: '28.70',
    } as unknown as DocumentReply;
    const has = (amount: string): boolean =>
      documentKinds[kind].amounts.some((one) => one === amount);
    const sums = sumsToPay(reply, has, String).filter((sum) => sum !== null);
    expect(sums.at(-1)).toEqual(['Amount due', '28.70']);
  },
);

test.each([
  ['no tax and no discount', { payable: '30' }, ['Amount due']],
  ['tax alone', { taxAmount: '3', payable: '30.00' }, ['Amount due']],
  [
    'a discount alone',
    { discount: '1', payable: '29' },
    [labelOfColumn({ id: 'saleOut' }, 'goodsAmount'), 'Discount', 'Amount due'],
  ],
  [
    'tax and a discount',
    { taxAmount: '3', discount: '1', payable: '29' },
    ['Total with tax', 'Discount', 'Amount due'],
  ],
])('the foot of a paper with %s names no amount twice', async (_, more, labels) => {
  await loadPhrases('en');
  const plain = { kind: 'saleOut', totalAmount: '30', taxAmount: '0', discountRate: '0' };
  const zeros = { discount: '0', serviceCharge: '0', services: [], otherFees: '0', freight: '0' };
  // SAFETY: the sums read these fields of a reply and no others.
  const reply = { ...plain, ...zeros, ...more } as unknown as DocumentReply;
  const has = (amount: string): boolean =>
    documentKinds.saleOut.amounts.some((one) => one === amount);
  expect(sumsToPay(reply, has, String).flatMap((sum) => sum?.[0] ?? [])).toEqual(labels);
});

test.each([
  ['2026-11-01', '5.00', '2026-11-01 · Days overdue: 28'],
  ['2026-11-01', '0.00', '2026-11-01'],
  ['2026-11-29', '5.00', '2026-11-29'],
  [null, '5.00', ''],
])(
  'a paper of a bill due on %s with %s open states its days overdue beside the due date',
  async (dueOn, openDebt, expected) => {
    await loadPhrases('en');
    // SAFETY: the facts read these fields of a reply and no others.
    const reply = { kind: 'saleOut', paymentKind: null, dueOn, openDebt } as DocumentReply;
    expect(dueFacts(reply, '2026-11-29').map(([, value]) => value)).toEqual([expected]);
  },
);
