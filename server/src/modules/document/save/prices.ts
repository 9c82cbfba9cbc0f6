import {
  documentKinds,
  isDocumentInForce,
  offeredInCurrency,
  priceInOwn,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { Decimal, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import { rowsAsTable } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { References, DocumentSettings } from '../store/references.ts';

const columns = { purchase: 'purchase_price', retail: 'retail_price', sale: 'sale_price' } as const;

/**
 * Writes document prices back to the barcodes, in the company's own money, if enabled; the last wins.
 * Prices from a customer's price list are not written. Runs after posting, under the SKU locks, for
 * differing prices only; `known` skips equal ones.
 */
export async function writeBarcodePrices(
  context: Context,
  documents: readonly Document[],
  { updateUnitPrice }: DocumentSettings,
  known: References['barcodes'] = new Map(),
): Promise<void> {
  if (!updateUnitPrice) return;
  const writing = documents.filter(isDocumentInForce);
  const names = Map.groupBy(writing, ({ kind }) => documentKinds[kind].writesPrice);
  for (const [name, group] of names) {
    if (name === null) continue;
    const prices = group.flatMap((document) =>
      [...pricesFromDocument(document, name, known)].map(([id, price]) => ({
        id,
        price: toPlainDecimal(price),
        partner_id: document.partnerId,
      })),
    );
    await writeColumn(context, columns[name], prices);
  }
}

/** Computes the new values of a price column, by barcode. */
function pricesFromDocument(
  document: Document,
  name: keyof typeof columns,
  known: References['barcodes'],
): ReadonlyMap<string, Decimal> {
  const prices = new Map<string, Decimal>();
  const hasMinimum = documentKinds[document.kind].minimumPrice !== null;
  for (const { barcode, barcodeId, unitPrice: charged, regularPrice } of document.goodsLines) {
    // A promotion changes no price of the goods.
    const asked = regularPrice ?? charged;
    const unitPrice = priceInOwn(asked, document);
    const present = known.get(barcode)?.prices;
    const now = present?.[name] ?? null;
    const minimum = hasMinimum ? (present?.minimum ?? null) : null;
    // An accepted offer is the present price, rounded in the document's currency.
    const isOffered = now !== null && offeredInCurrency(now, minimum, document).equals(asked);
    if (unitPrice.isZero() || isOffered) prices.delete(barcodeId);
    else prices.set(barcodeId, unitPrice);
  }
  return prices;
}

interface WrittenPrice {
  readonly id: string;
  readonly price: string;
  readonly partner_id: string | null;
}

async function writeColumn(
  { tx, tenantId }: Context,
  name: (typeof columns)[keyof typeof columns],
  prices: readonly WrittenPrice[],
): Promise<void> {
  if (prices.length === 0) return;
  const rows = prices.map((row, place) => ({ ...row, place }));
  const column = sql.ref(name);
  await sql`
    update barcode b set ${column} = last.price
    from (
      select distinct on (given.id) given.id, given.price
      from ${rowsAsTable(rows, 'id bigint, price numeric, partner_id bigint, place int')}
      left join partner on partner.tenant_id = ${tenantId} and partner.id = given.partner_id
      where partner.price_list_id is null
      order by given.id, given.place desc) last
    where b.tenant_id = ${tenantId} and b.id = last.id and b.${column} is distinct from last.price`.execute(
    tx,
  );
}
