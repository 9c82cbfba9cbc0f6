// Decision 0069: parts of an order add up to the whole, in any order of conversions.
import {
  documentToConvert,
  finishTally,
  goodsDocuments,
  gradeDocument,
  invoices,
} from '@tradehouse/contract';
import type { GoodsDocumentInput } from '@tradehouse/contract';
import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampledRuns } from '../../../testing.ts';
import { aShopServer, asRole, lineOf } from '../testShop.ts';
import type { Saved } from '../testShop.ts';
import { aTally, tallyPart } from '../testTally.ts';

/** Orders that are drawn: each makes some twenty calls, and `PROPERTY_RUNS` plays more of them. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? sampledRuns(2, 4));
const TIMEOUT = 1_800_000 + RUNS * 30_000;

const { server, shop } = await aShopServer();
const { call } = server;
const goods = [await shop.product(), await shop.product()];
const packer = await asRole(shop, 'packer', {
  pages: ['/bill/purchase_in', '/bill/purchase_order', '/bill/purchase_back'],
  hidden: ['purchase'],
  buttons: ['1', '2'],
});

type Line = GoodsDocumentInput['lines'][number];
type Taking = readonly number[];
const approved = { status: '1', paidNow: '0' } as const;

/** Amounts of a document: the goods of its lines, their tax, the discount and all of it. */
async function amountsOf({ id }: Pick<Saved, 'id'>) {
  const { lines, discount, payable } = await call(goodsDocuments.info, { id });
  const added = (name: 'total' | 'tax') => sum(lines.map((line) => decimal(line[name] ?? '0')));
  return [added('total'), added('tax'), decimal(discount ?? '0'), decimal(payable ?? '0')];
}
type Amounts = Awaited<ReturnType<typeof amountsOf>>;
const shown = (amounts: Amounts) => amounts.map(toPlainDecimal);
const added = (all: readonly Amounts[]) =>
  [0, 1, 2, 3].map((at) => toPlainDecimal(sum(all.map((amounts) => amounts[at] ?? decimal(0)))));

const linesOf = (taking: Taking, source: Saved, more: object = {}): Line[] =>
  taking.flatMap((quantity, at) =>
    quantity === 0
      ? []
      : [
          {
            barcode: goods[at]?.barcode ?? '',
            quantity: String(quantity),
            sourceDocumentId: source.id,
            sourceLine: at + 1,
            ...more,
          },
        ],
  );

/** A writer who sees no amounts converts some pieces. */
const convertUnseen = (kind: string, source: Saved, taking: Taking): Promise<Saved> =>
  call(goodsDocuments.add, shop.input(kind, linesOf(taking, source), { status: '1' }), packer);

/** Everything that is left is converted as it is offered. */
async function convertRest(kind: string, source: Saved, more: object = {}): Promise<Saved> {
  const offer = await call(documentToConvert, { ids: source.id, kind });
  const lines = offer.lines.map((line) => ({
    barcode: line.barcode,
    quantity: line.remaining,
    [line.pricedBy]: line[line.pricedBy] ?? '0',
    taxRate: line.taxRate,
    ...(line.pricedBy === 'unitPrice' ? {} : { tax: line.tax ?? '0' }),
    sourceDocumentId: line.sourceDocumentId,
    sourceLine: line.sourceLine,
    ...more,
  }));
  const { currency, exchangeRate, discount } = offer;
  return shop.goods(kind, lines, {
    ...approved,
    discount: discount ?? '0',
    ...(currency === null ? {} : { currency, exchangeRate: exchangeRate ?? '1' }),
  });
}

async function tally(order: Saved, taking: Taking, reason: string): Promise<Saved> {
  const parts = taking.map((quantity, at) =>
    tallyPart(at + 1, { arrived: String(quantity), formal: String(quantity), reason }),
  );
  const saved = await call(finishTally, aTally(order.id, shop.main, parts));
  await call(goodsDocuments.setStatus, { ids: saved.id, status: '1' });
  return call(goodsDocuments.info, { id: saved.id });
}

/** Goods of a receipt that did not come are claimed. */
async function claim(receipt: Saved, taking: Taking): Promise<Pick<Saved, 'id'>> {
  const parts = taking.flatMap((quantity, at) =>
    quantity === 0
      ? []
      : [{ line: at + 1, missing: { quantity: String(quantity) }, reason: 'never came' }],
  );
  const made = await call(gradeDocument, { id: receipt.id, parts });
  return { id: made.claim?.id ?? '' };
}

interface DrawnOrder {
  readonly lines: readonly {
    readonly quantity: number;
    /** Which part is taken first, as a number of any size. */
    readonly taken: number;
    readonly total: string;
    readonly taxRate: string;
  }[];
  readonly discount: { readonly discountRate: string } | { readonly part: number };
}
const anOrder = (digits: number): fc.Arbitrary<DrawnOrder> =>
  fc.record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 9 }),
        taken: fc.nat(99),
        total: fc
          .integer({ min: 1, max: 999_999 })
          .map((units) => toPlainDecimal(decimal(units).dividedBy(10 ** digits))),
        taxRate: fc.constantFrom('0', '13'),
      }),
      { minLength: 1, maxLength: goods.length },
    ),
    discount: fc.oneof(
      fc.integer({ min: 0, max: 50 }).map((rate) => ({ discountRate: String(rate) })),
      fc.constantFrom(1, 7, 10).map((part) => ({ part })),
    ),
  });

test.each([
  ['JPY', 0, '0.0467'],
  ['CNY', 2, '0.139'],
  ['KWD', 3, '3.25'],
])(
  'in %s converting, tallying, returning, claiming and invoicing come to the ordered amount',
  async (currency, digits, exchangeRate) => {
    const play = async ({ lines, discount }: DrawnOrder) => {
      const total = sum(lines.map((line) => decimal(line.total)));
      const less =
        'part' in discount
          ? { discount: total.times(discount.part).dividedBy(100).toFixed(digits, 1) }
          : discount;
      const order = () =>
        shop.goods(
          'purchaseOrder',
          lines.map(({ quantity, total: own, taxRate }, at) => {
            const { unitPrice: _, ...line } = lineOf(goods[at]!, String(quantity), '0');
            return { ...line, total: own, taxRate };
          }),
          { status: '1', currency, exchangeRate, ...less },
        );
      const first = lines.map(({ quantity, taken }) => taken % (quantity + 1));
      const rest = lines.map(({ quantity }, at) => quantity - (first[at] ?? 0));
      const isSplit = [first, rest].every((taking) => taking.some((quantity) => quantity > 0));
      const [converted, tallied, claimed] = [await order(), await order(), await order()];
      const whole = shown(await amountsOf(converted));

      const receipts = [
        ...(isSplit ? [await convertUnseen('purchaseIn', converted, first)] : []),
        await convertRest('purchaseIn', converted),
      ];
      const tallies = isSplit
        ? [await tally(tallied, first, 'late'), await tally(tallied, rest, '')]
        : [
            await tally(
              tallied,
              lines.map(({ quantity }) => quantity),
              '',
            ),
          ];
      const amounts = await Promise.all(receipts.map(amountsOf));
      expect(added(amounts)).toEqual(whole);
      expect((await Promise.all(tallies.map(amountsOf))).map(shown)).toEqual(amounts.map(shown));

      const ungraded = { allocations: [{ stockType: 'ungraded' }] };
      const receipt = await convertRest('purchaseIn', claimed, ungraded);
      const claims = isSplit ? [await claim(receipt, first), await claim(receipt, rest)] : [];
      const returned = await convertRest('purchaseIn', await order());
      const returns = isSplit
        ? [
            await convertUnseen('purchaseBack', returned, first),
            await convertRest('purchaseBack', returned),
          ]
        : [await convertRest('purchaseBack', returned)];
      expect(added(await Promise.all(returns.map(amountsOf)))).toEqual(whole);
      const claimAmounts = await Promise.all(claims.map(amountsOf));
      if (isSplit) expect(added(claimAmounts)).toEqual(whole);

      const bills = await Promise.all(
        [...receipts, ...tallies, ...returns].map(async ({ id }) => {
          const { uninvoiced } = await call(invoices.ofBill, { id });
          return { documentId: id, amount: uninvoiced ?? '0' };
        }),
      );
      // Two orders were received, and one of them was returned.
      const net = toPlainDecimal(sum(bills.map(({ amount }) => decimal(amount))));
      expect(net).toBe(whole[3]);
    };
    await fc.assert(fc.asyncProperty(anOrder(digits), play), { numRuns: RUNS });
    expect(await shop.broken()).toEqual([]);
  },
  TIMEOUT,
);
