import { normalText, plain } from '@tradehouse/domain';
import type { Document, GoodsLine, Kind } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import type { ReadLine } from './lineInput.ts';

/** Refuses goods that do not go together, a serial twice, and prices below a product's least. */
export function checkGoods(document: Document, kind: Kind, read: readonly ReadLine[]): void {
  if (kind.goods.composite !== undefined) checkParts(document.goodsLines);
  if (document.payment === 'prepaid' && document.partnerId === null) {
    refuse('prepayment.member', {}, { field: 'partnerId' });
  }
  checkRepeatedSerials(document.goodsLines);
  if (kind.minimumPrice) checkMinimumPrices(document, read);
}

/** One whole of at least one part, which is not the whole itself. */
function checkParts(lines: readonly GoodsLine[]): void {
  const [whole, ...others] = lines.filter(({ role }) => role === 'composite');
  if (whole === undefined || others.length > 0 || lines.length < 2)
    return refuse('document.assembly', {}, { field: 'lines' });
  const own = lines.findIndex(({ skuId, role }) => role === 'part' && skuId === whole.skuId);
  if (own >= 0) refuse('document.ownPart', { line: own + 1 }, { field: 'barcode', line: own + 1 });
}

/** A serial of a SKU stands once in a document, whatever lines it has. */
function checkRepeatedSerials(lines: readonly GoodsLine[]): void {
  const seen = new Set<string>();
  lines.forEach(({ skuId, role, barcode, allocations }, index) => {
    for (const serial of allocations.flatMap(({ serials }) => serials)) {
      // What is graded again leaves by one line and comes back by another.
      const key = `${skuId} ${role} ${normalText(serial)}`;
      if (seen.has(key))
        refuse('serial.repeated', { serial, barcode }, { field: 'allocations', line: index + 1 });
      seen.add(key);
    }
  });
}

/** Prices of products are of the company's own money. */
function checkMinimumPrices(
  { goodsLines, exchangeRate, moneyDigits }: Document,
  read: readonly ReadLine[],
): void {
  goodsLines.forEach(({ unitPrice, barcode, allocations }, index) => {
    // A gift costs nothing (domain.md 13.11).
    if (allocations.every(({ stockType }) => stockType === 'gift')) return;
    const minimum = read[index]?.facts.prices.minimum ?? null;
    if (minimum !== null && unitPrice.times(exchangeRate).lt(minimum)) {
      refuse(
        'document.belowMinimum',
        { barcode, minimum: plain(minimum), digits: moneyDigits },
        { field: 'unitPrice', line: index + 1 },
      );
    }
  });
}
