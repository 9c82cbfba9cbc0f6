import type { DocumentReply } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { moneyFromReply, toMoneyDocumentInput } from './useMoneyForm.ts';

/** Fee in the body of a change of a saved receipt. */
function changedFee(paymentFee: string | null, paymentFeeRate: string | null) {
  // SAFETY: the form reads no other field that is missing here.
  const reply = {
    id: '1',
    version: 1,
    number: 'SK1',
    currency: 'CNY',
    exchangeRate: '1',
    attachments: [],
    accountId: '2',
    discount: '0',
    bonus: '0',
    paymentFee,
    paymentFeeRate,
    lines: [],
  } as unknown as DocumentReply;
  const { head } = moneyFromReply(reply, { fromReply: (line) => line });
  return toMoneyDocumentInput('moneyIn', head, [], false).paymentFee;
}

test.each([
  ['a fee by the rate is left to the server', '6', '0.6', undefined],
  ['a fee by the rate of zero is left to the server', '0', '0', undefined],
  ['a hidden fee by the rate is left to the server', null, '0.6', undefined],
  ['a typed fee is named', '7', null, '7'],
  ['a typed fee of zero is named', '0', null, '0'],
])('in a changed receipt, %s', (_, fee, rate, named) => {
  expect(changedFee(fee, rate)).toBe(named);
});
