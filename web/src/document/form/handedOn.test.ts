// Decision 0069: a form shares agreed amounts again whenever its lines change.
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { describe, expect, test } from 'vitest';
import { lineToInput } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { atOwnPrice, priceLine } from '../draft/priced.ts';
import { figuresOfLines } from '../settlement/useFigures.ts';
import { asHandedOn, convertedHead, convertedLines } from './start.ts';
import { noDefaults, offerOf } from './testConverted.ts';
import type { Converted } from './testConverted.ts';
import { pricing } from '../draft/testPricing.ts';

const rules = { kind: 'saleOut', pricing, payLater: true } as const;

/** An order of three pieces for 10.00 less 1.00, of which so many pieces were delivered for so much. */
function offered(takenQuantity: string, takenTotal: string, taken: string): Converted {
  const remaining = toPlainDecimal(decimal(3).minus(takenQuantity));
  const line = {
    sourceDocumentId: '7',
    sourceLine: 1,
    line: 1,
    sourceNumber: 'XSDD1',
    barcode: '1',
    quantity: '3',
    ratio: '1',
    remaining,
    pricedBy: 'unitPrice',
    unitPrice: '3.3333',
    taxRate: '0',
    allocations: [],
    supplierId: null,
    agreed: {
      unitPrice: '3.3333',
      quantity: '3',
      total: '10',
      tax: '0',
      takenQuantity,
      takenTotal,
      takenTax: '0',
    },
  };
  const discount = { documentId: '7', goods: '10', discount: '1', rate: null };
  return offerOf([line], {
    partnerId: '1',
    partnerName: 'Cy',
    discount: '1',
    discounts: [{ ...discount, takenGoods: takenTotal, taken }],
    currency: 'CNY',
    exchangeRate: '1',
  });
}

function formOf(reply: Converted) {
  const head = convertedHead('saleOut', reply, noDefaults);
  const [line] = convertedLines('saleOut', reply, noDefaults);
  if (line === undefined) throw new Error('nothing is offered');
  return { head, line: priceLine(line, pricing) };
}

const shown = (line: LineDraft, head: ReturnType<typeof formOf>['head']) => {
  const { goods, discount } = figuresOfLines([line], head.settlement, rules);
  return [toPlainDecimal(goods), toPlainDecimal(discount)];
};

describe('a form made from an order', () => {
  test('a form made from a whole order has the agreed amount', () => {
    const { head, line } = formOf(offered('0', '0', '0'));
    expect(shown(line, head)).toEqual(['10', '1']);
  });

  test('a form made from an order recomputes goods amount and discount for another quantity', () => {
    const { head, line } = formOf(offered('0', '0', '0'));
    expect(shown(priceLine({ ...line, quantity: '1' }, pricing), head)).toEqual(['3.33', '0.33']);
    expect(shown(priceLine({ ...line, quantity: '2' }, pricing), head)).toEqual(['6.67', '0.67']);
  });

  test('a form for the last part of an order has the rest, and sends the total to the server', () => {
    const { head, line } = formOf(offered('2', '6.66', '0.66'));
    expect(shown(line, head)).toEqual(['3.34', '0.34']);
    expect(lineToInput(line, 'saleOut')).toMatchObject({ quantity: '1', total: '3.34', tax: '0' });
  });

  test('a form made from an order keeps a typed price, for any quantity', () => {
    const { line } = formOf(offered('2', '6.66', '0.66'));
    const own = atOwnPrice(line, { pricedBy: 'unitPrice', unitPrice: '3' }, pricing);
    const more = priceLine({ ...own, quantity: '2' }, pricing);
    expect(lineToInput(more, 'saleOut')).toMatchObject({ quantity: '2', unitPrice: '3' });
    expect(more.total).toBe('6');
  });

  test('a form made from an order keeps a typed discount', () => {
    const { head, line } = formOf(offered('0', '0', '0'));
    const settlement = { ...head.settlement, discount: { by: 'amount', value: '2' } as const };
    expect(shown(priceLine({ ...line, quantity: '1' }, pricing), { ...head, settlement })).toEqual([
      '3.33',
      '2',
    ]);
  });
});

describe('a reopened draft', () => {
  /** The draft of a form, saved for so many pieces and a discount, as it comes back from the server. */
  function reopened(quantity: string, discount: string, told = { own: false, shares: true }) {
    const reply = offered('0', '0', '0');
    const { head, line } = formOf(reply);
    const { agreed = null, ...source } = line.source ?? { documentId: '7', line: 1 };
    const saved = priceLine({ ...line, quantity }, pricing);
    if (agreed === null) throw new Error('nothing was agreed');
    return asHandedOn(
      {
        head: {
          ...head,
          settlement: {
            ...head.settlement,
            discount: { by: 'amount', value: discount },
            agreedDiscounts: [],
          },
        },
        lines: [{ ...saved, line: 1, source: { ...source } as LineDraft['source'] }],
      },
      {
        discounts: reply.discounts,
        sharesDiscount: told.shares,
        lines: [{ line: 1, agreed, ownPrice: told.own }],
        keptDigits: [{ currency: 'CNY', digits: 3 }],
      },
    );
  }
  const changed = ({ head, lines }: ReturnType<typeof reopened>, quantity: string) =>
    shown(priceLine({ ...(lines[0] as LineDraft), quantity }, pricing), head);

  test('a reopened draft has the kept decimals of the saved document', () => {
    expect(reopened('3', '1').head.keptDigits).toEqual([{ currency: 'CNY', digits: 3 }]);
  });

  test('a reopened draft recomputes goods amount and discount when the quantity changes', () => {
    const draft = reopened('3', '1');
    expect(changed(draft, '3')).toEqual(['10', '1']);
    expect(changed(draft, '1')).toEqual(['3.33', '0.33']);
    expect(changed(draft, '2')).toEqual(['6.67', '0.67']);
  });

  test('a reopened draft keeps a typed price and discount', () => {
    const draft = reopened('3', '2', { own: true, shares: false });
    expect(changed(draft, '1')[1]).toBe('2');
    expect(draft.lines[0]?.source?.ownPrice).toBe(true);
  });
});
