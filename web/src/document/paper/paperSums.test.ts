import type { DocumentReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { sumsToPay } from './Paper.tsx';

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
