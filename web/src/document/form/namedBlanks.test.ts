// A change keeps unnamed fields, so the form names blank fields, too.
import { enteredFields } from '@tradehouse/contract/testEntered';
import { documentKinds, goodsKindCodes, moneyKindCodes } from '@tradehouse/domain';
import type { GoodsKindCode, MoneyKindCode } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { blankHead, toGoodsDocumentInput } from '../draft/headDraft.ts';
import { blankLine } from '../draft/lineDraft.ts';
import { sharesFees } from '../draft/settlement.ts';
import { withComputedFoot } from '../editor/useGoodsForm.ts';
import { blankEntered, enteredLines } from '../money/enteredLine.ts';
import { settledLines } from '../money/moneyLine.ts';
import { blankMoneyHead, toMoneyDocumentInput } from '../money/useMoneyForm.ts';
import { pricing } from '../draft/testPricing.ts';

/** Fields that an input may leave out, with the reason. */
const unnamed: Readonly<Record<string, string>> = {
  number: 'a saved document always has a number',
  time: 'a saved document always has a time',
  paymentKind: 'the way of payment of a bill has no blank',
  discountRate: 'the amount is named instead',
  discount: 'the rate is named instead',
  serviceRate: 'the amount is named instead',
  serviceCharge: 'the rate is named instead',
  settlements: 'the account is named instead',
  paymentFee: 'a fee by the rate follows the amount',
  amount: 'the price that leads is named',
  unitPrice: 'the price that leads is named',
  total: 'the price that leads is named',
  tax: 'an agreed tax belongs to the amount named beside',
  regularPrice: 'a line with promotions names the regular price in place of the price',
};
/** A field of each of these groups is named. */
const oneOf = [
  ['discountRate', 'discount'],
  ['serviceRate', 'serviceCharge'],
  ['settlements', 'accountId'],
  ['unitPrice', 'amount', 'total'],
];

const missingIn = (input: object, fields: readonly string[]): string[] => [
  ...fields.filter((name) => !(name in input) && unnamed[name] === undefined),
  ...oneOf
    .filter((group) => group.some((name) => fields.includes(name)))
    .filter((group) => group.every((name) => !(name in input)))
    .flat(),
];

test.each(goodsKindCodes)(
  'the form names every blank field of a changed %s',
  (code: GoodsKindCode) => {
    const head = { ...blankHead, id: '1', version: 1, exchangeRate: '1' };
    const lines = [{ ...blankLine(null), line: 1, barcode: '1', unitPrice: '0' }];
    const rules = { kind: code, pricing, payLater: false };
    const input = toGoodsDocumentInput(code, withComputedFoot(head, lines, rules), lines, false);
    const fields = enteredFields(code);
    // Elsewhere nothing is shared over the goods.
    const shared = (name: string) => name !== 'allocateBy' || sharesFees(documentKinds[code]);
    expect(missingIn(input, fields.head.filter(shared))).toEqual([]);
    const priced = (name: string) =>
      documentKinds[code].price !== null || !['unitPrice', 'amount', 'total'].includes(name);
    expect(missingIn(input.lines[0] ?? {}, fields.lines.filter(priced))).toEqual([]);
  },
);

test.each(moneyKindCodes)(
  'the form names every blank field of a changed %s',
  (code: MoneyKindCode) => {
    const money = { currency: 'CNY', digits: 2 };
    const settles = documentKinds[code].cash.some(({ of }) => of === 'settlements');
    const { shape, toInput } = settledLines(code, money);
    const line = settles
      ? toInput({ ...shape.blank(undefined), line: 1 })
      : enteredLines(code, money, []).toInput({ ...blankEntered, line: 1 });
    const head = { ...blankMoneyHead(code, null), id: '1', version: 1, exchangeRate: '1' };
    const input = toMoneyDocumentInput(code, head, [line], false);
    const fields = enteredFields(code);
    expect(missingIn(input, fields.head)).toEqual([]);
    const of = settles
      ? ['settledDocumentId']
      : line.itemId === undefined
        ? ['accountId']
        : ['itemId'];
    const references = ['settledDocumentId', 'accountId', 'itemId'];
    const own = fields.lines.filter((name) => !references.includes(name) || of.includes(name));
    expect(missingIn(line, own)).toEqual([]);
  },
);
