import type { GoodsDocumentInput } from '@tradehouse/contract';
import { ZERO, checkSize, documentKinds, lineShares, normalText, sum } from '@tradehouse/domain';
import type { AnyKindCode, Document, DocumentAmounts, GoodsLine } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { knownLot, lotsByName } from '../../posting/index.ts';
import type { KnownLot } from '../../posting/index.ts';
import { draftDigits } from '../store/references.ts';
import type { References } from '../store/references.ts';
import type { LineExtras } from '../store/write.ts';
import {
  toDocumentAmounts,
  checkAmounts,
  checkPaidWhole,
  checkPortions,
  checkTaxes,
  refuseForeignAmounts,
  toServiceLines,
} from './amounts.ts';
import type { DraftBeginning, DocumentDraft, DraftOrigin } from './draft.ts';
import { checkGoods } from './goodsChecks.ts';
import { toDraftDueTerms, toDraftHead, paidAtOnce } from './head.ts';
import { readGoodsLine } from './lineInput.ts';
import type { GoodsLineWorld, ReadLine } from './lineInput.ts';
import { sumPaymentFees, toSettlements, withPaymentFees } from './settlements.ts';
import { toDocumentTerms } from './terms.ts';

/** Builds a goods document from the input; every amount is computed here, none is taken over. */
export function buildGoodsDraft(
  context: Context,
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  references: References,
  beginning: DraftBeginning,
  origin: DraftOrigin,
): DocumentDraft {
  const kind = documentKinds[input.kind];
  if (input.lines.length === 0) refuseWith('document.noLines', {}, { field: 'lines' });
  const terms = toDocumentTerms(input, references, beginning);
  refuseForeignAmounts(input, kind);
  const read = readGoodsLines(context, input, references, beginning, origin);
  const priced = read.map((line) => line.priced);
  const due = toDraftDueTerms(input, kind, references, beginning);
  const atOnce = paidAtOnce(due, references);
  const amounts = toDocumentAmounts(
    input,
    kind,
    references,
    terms,
    priced,
    atOnce,
    beginning.before,
  );
  const digits = draftDigits(terms.currency, references);
  checkTaxes(priced, amounts, digits);
  checkPortions(input, amounts, beginning.before?.document ?? null, digits);
  checkPaidWhole(input, kind, amounts, digits);
  checkAmounts(amounts, kind, digits);
  checkSize(amounts);
  const settlements = withPaymentFees(
    input.kind,
    toSettlements(
      { ...input, payment: terms.payment },
      kind,
      { paid: amounts.paidNow, currency: terms.currency },
      references,
    ),
    { typed: undefined, digits, references, beginning, origin },
  );
  const document: Document = {
    ...terms,
    discountRate: amounts.discountRate,
    discount: amounts.discount,
    serviceRate: amounts.serviceRate,
    serviceCharge: amounts.serviceCharge,
    services: toServiceLines(input, references, terms).flatMap((service, at) => {
      const amount = amounts.services[at];
      return amount === undefined ? [] : [{ ...service, amount }];
    }),
    otherFees: amounts.otherFees,
    freight: amounts.freight,
    depositUsed: amounts.depositUsed,
    // Set later: see `withDeposit`.
    depositBooked: ZERO,
    paidNow: amounts.paidNow,
    // Set on entering into force: see `withBonuses`.
    bonus: ZERO,
    settlements,
    paymentFee: sumPaymentFees(settlements),
    goodsLines: read.map(({ line }, at) => ({ ...line, ...pickAmounts(amounts.lines[at]) })),
    moneyLines: [],
  };
  checkGoods(document, kind, read);
  return {
    stored: {
      document,
      head: {
        ...toDraftHead(input, references, beginning, origin),
        ...due,
        warehouseIds: warehouseIdsOfLines(document.goodsLines),
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

function readGoodsLines(
  { scope }: Context,
  input: GoodsDocumentInput & { readonly kind: AnyKindCode },
  references: References,
  { known, nextLine, before }: DraftBeginning,
  { importedFrom }: DraftOrigin,
): ReadLine[] {
  const imported = importedFrom === null ? null : before === null ? 'now' : 'before';
  const lots = withTypedLots(input, references);
  const world: GoodsLineWorld = { kind: input.kind, references: lots, scope, known, imported };
  let next = nextLine;
  const seen = new Set<number>();
  return input.lines.map((line, index) => {
    const number = line.line ?? next++;
    const fresh = line.line === undefined;
    if (seen.has(number) || (!fresh && !known.has(number))) {
      refuseWith('request.field', { field: 'line' }, { field: 'line', line: index + 1 });
    }
    seen.add(number);
    return readGoodsLine(line, index + 1, number, world);
  });
}

/** Applies the first part's spelling and expiry date of a new lot to the whole document. */
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

function warehouseIdsOfLines(lines: readonly GoodsLine[]): string[] {
  const ids = lines.flatMap(({ warehouseId, targetWarehouseId }) => [
    warehouseId,
    targetWarehouseId,
  ]);
  return [...new Set(ids.filter((id) => id !== null))].toSorted();
}

const MOST_NAMES = 3;

/** First products of a document for lists. */
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
