import { normalText, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, Document, GoodsLine, DocumentKind } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { ReadLine } from './lineInput.ts';

/** Refuses unsuitable goods, duplicate serials, and prices below a product's minimum. */
export function checkGoods(
  document: Document,
  kind: DocumentKind,
  read: readonly ReadLine[],
): void {
  if (kind.goods.composite !== undefined) checkParts(document.goodsLines);
  if (document.payment === 'prepaid' && document.partnerId === null) {
    refuseWith('prepayment.member', {}, { field: 'partnerId' });
  }
  checkRepeatedSerials(document.goodsLines);
  if (kind.minimumPrice === 'refused') checkMinimumPrices(document, read);
}

/** Requires a single whole and at least one different part. */
function checkParts(lines: readonly GoodsLine[]): void {
  const [whole, ...others] = lines.filter(({ role }) => role === 'composite');
  if (whole === undefined || others.length > 0 || lines.length < 2)
    return refuseWith('document.assembly', {}, { field: 'lines' });
  const own = lines.findIndex(({ skuId, role }) => role === 'part' && skuId === whole.skuId);
  if (own >= 0)
    refuseWith('document.ownPart', { line: own + 1 }, { field: 'barcode', line: own + 1 });
}

/** Refuses repeating a SKU's serial in a document. */
function checkRepeatedSerials(lines: readonly GoodsLine[]): void {
  const seen = new Set<string>();
  lines.forEach(({ skuId, role, barcode, allocations }, index) => {
    for (const serial of allocations.flatMap(({ serials }) => serials)) {
      // Regraded goods leave by one line and return by another.
      const key = `${skuId} ${role} ${normalText(serial)}`;
      if (seen.has(key))
        refuseWith(
          'serial.repeated',
          { serial, barcode },
          { field: 'allocations', line: index + 1 },
        );
      seen.add(key);
    }
  });
}

/** Checks prices of lines without a source; `checkSources` compares further lines with agreed prices. */
function checkMinimumPrices(document: Document, read: readonly ReadLine[]): void {
  document.goodsLines.forEach((line, index) => {
    if (line.source === null)
      checkMinimumPrice(document, line, read[index]?.facts.prices.minimum ?? null);
  });
}

/** Refuses a price below a product's least; prices of products are of the company's own money. */
export function checkMinimumPrice(
  { goodsLines, exchangeRate, moneyDigits }: Document,
  { line, unitPrice, barcode, allocations }: GoodsLine,
  minimum: Decimal | null,
): void {
  // A gift costs nothing.
  if (allocations.every(({ stockType }) => stockType === 'gift')) return;
  if (minimum === null || unitPrice.times(exchangeRate).gte(minimum)) return;
  const position = goodsLines.findIndex((one) => one.line === line) + 1;
  refuseWith(
    'document.belowMinimum',
    { barcode, minimum: toPlainDecimal(minimum), digits: moneyDigits },
    { field: 'unitPrice', line: position },
  );
}
