import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { dueFacts, sumsToPay } from './Paper.tsx';

test.each(['saleOrder', 'purchaseOrder'] as const)(
  'a paper of %s ends its sums with the amount to pay after the discount',
  async (kind) => {
    await loadPhrases('en');
    // SAFETY: the sums read these fields of a reply and no others.
    const reply = {
      kind,
      totalAmount: '29.70',
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
