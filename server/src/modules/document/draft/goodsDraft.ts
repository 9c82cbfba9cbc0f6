import type { GoodsDocumentInput } from '@tradehouse/contract';
import {
  ZERO,
  checkSize,
  digitsIn,
  documentKinds,
  lineShares,
  normalText,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode, Document, DocumentAmounts, GoodsLine } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { knownLot, lotsByName } from '../store/references.ts';
import type { KnownLot, References } from '../store/references.ts';
import type { LineExtras } from '../store/write.ts';
import {
  amountsOf,
  checkAmounts,
  checkPaidWhole,
  checkTaxes,
  refuseForeign,
  servicesOf,
} from './amounts.ts';
import type { Beginning, Draft, Origin } from './draft.ts';
import { checkGoods } from './goodsChecks.ts';
import { dueOf, headOf, paidAtOnce } from './head.ts';
import { readGoodsLine } from './lineInput.ts';
import type { ReadLine } from './lineInput.ts';
import { settlementsOf } from './settlements.ts';
import { termsOf } from './terms.ts';

/** Works out a whole document of goods from what was typed; every amount is computed here, none is taken over. */
export function goodsDraft(
  context: Context,
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  references: References,
  beginning: Beginning,
  origin: Origin,
): Draft {
  const kind = documentKinds[input.kind];
  if (input.lines.length === 0) refuse('document.noLines', {}, { field: 'lines' });
  const terms = termsOf(input, references, beginning);
  refuseForeign(input, kind);
  const read = readLines(context, input, references, beginning);
  const priced = read.map((line) => line.priced);
  const due = dueOf(input, kind, references, beginning);
  const atOnce = paidAtOnce(due, references);
  const amounts = amountsOf(input, kind, references, terms, priced, atOnce, beginning.before);
  const digits = digitsIn(terms.currency, references.settings);
  checkTaxes(priced, amounts, digits);
  checkPaidWhole(input, kind, amounts, digits);
  checkAmounts(amounts, kind, digits);
  checkSize(amounts);
  const document: Document = {
    ...terms,
    discountRate: amounts.discountRate,
    discount: amounts.discount,
    serviceRate: amounts.serviceRate,
    serviceCharge: amounts.serviceCharge,
    services: servicesOf(input, references, terms).flatMap((service, at) => {
      const amount = amounts.services[at];
      return amount === undefined ? [] : [{ ...service, amount }];
    }),
    otherFees: amounts.otherFees,
    freight: amounts.freight,
    depositUsed: amounts.depositUsed,
    // Known once its order is: see `withDeposit`.
    depositBooked: ZERO,
    paidNow: amounts.paidNow,
    // Known once it comes into force: see `withBonuses`.
    bonus: ZERO,
    settlements: settlementsOf(
      input,
      kind,
      { paid: amounts.paidNow, currency: terms.currency },
      references,
    ),
    goodsLines: read.map(({ line }, at) => ({ ...line, ...pickAmounts(amounts.lines[at]) })),
    moneyLines: [],
  };
  checkGoods(document, kind, read);
  return {
    stored: {
      document,
      head: {
        ...headOf(input, references, beginning, origin),
        ...due,
        warehouseIds: warehousesOf(document.goodsLines),
        amounts: {
          goodsAmount: amounts.amount,
          taxAmount: amounts.tax,
          totalAmount: amounts.goods,
          payable: amounts.payable,
          debt: amounts.debt,
          received: kind.amounts.includes('change') ? amounts.received : null,
          changeGiven: kind.amounts.includes('change') ? amounts.change : null,
          totalQuantity: sum(document.goodsLines.map(({ quantity }) => quantity)),
        },
        summary: summaryOf(read),
      },
    },
    extras: extrasOf(document, read),
  };
}

function readLines(
  { scope }: Context,
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  references: References,
  { known, nextLine }: Beginning,
): ReadLine[] {
  const lots = withTypedLots(input, references);
  const world = { kind: input.kind, references: lots, scope, known };
  let next = nextLine;
  const seen = new Set<number>();
  return input.lines.map((line, index) => {
    const number = line.line ?? next++;
    const fresh = line.line === undefined;
    if (seen.has(number) || (!fresh && !known.has(number))) {
      refuse('request.field', { field: 'line' }, { field: 'line', line: index + 1 });
    }
    seen.add(number);
    return readGoodsLine(line, index + 1, number, world);
  });
}

/** A lot that is new is spelled and expires for all of the document's parts as the first of them says. */
function withTypedLots(
  { lines }: Pick<GoodsDocumentInput, 'lines'>,
  references: References,
): References {
  const typed = lines.flatMap(({ barcode, allocations = [] }) => {
    const skuId = references.barcodes.get(barcode)?.skuId ?? '';
    return allocations.map(({ lot = '', expiry }) => ({ skuId, lot: lot.trim(), expiry }));
  });
  const isNew = typed.filter(
    ({ skuId, lot }) => knownLot(references.lots, skuId, lot) === undefined,
  );
  const byName = Map.groupBy(isNew, ({ skuId, lot }) => `${skuId} ${normalText(lot)}`);
  const added = [...byName.values()].flatMap((parts) =>
    parts.slice(0, 1).map(({ skuId, lot }): KnownLot & { skuId: string } => {
      const said = parts.find(({ expiry }) => (expiry ?? null) !== null);
      return { skuId, lot, expiry: said?.expiry };
    }),
  );
  return { ...references, lots: new Map([...references.lots, ...lotsByName(added)]) };
}

const pickAmounts = (line: DocumentAmounts['lines'][number] | undefined) => ({
  unitPrice: line?.unitPrice ?? ZERO,
  amount: line?.amount ?? ZERO,
  tax: line?.tax ?? ZERO,
  total: line?.total ?? ZERO,
});

function warehousesOf(lines: readonly GoodsLine[]): string[] {
  const ids = lines.flatMap(({ warehouseId, targetWarehouseId }) => [
    warehouseId,
    targetWarehouseId,
  ]);
  return [...new Set(ids.filter((id) => id !== null))].toSorted();
}

const MOST_NAMES = 3;

/** The first products of a document, as a list shows them. */
function summaryOf(read: readonly ReadLine[]): string {
  const names = [...new Set(read.map(({ facts }) => facts.productName))];
  return names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ' …' : '');
}

function extrasOf(document: Document, read: readonly ReadLine[]): Map<number, LineExtras> {
  const shares = lineShares(document);
  return new Map(
    read.map(({ line, facts, priced }, at) => [
      line.line,
      {
        productId: facts.productId,
        pricedBy: priced.pricedBy,
        minimumPrice: facts.prices.minimum,
        discountShare: shares[at]?.discount ?? ZERO,
        feeShare: shares[at]?.fees ?? ZERO,
      },
    ]),
  );
}
