import { documentKinds, inForce, plain, priceInOwn } from '@tradehouse/domain';
import type { Decimal, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import { given } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import type { References, Settings } from '../store/references.ts';

const columns = { purchase: 'purchase_price', retail: 'retail_price', sale: 'sale_price' } as const;

/**
 * Writes the prices of documents in force back to their barcodes, in the company's own money, where the company wants that; the
 * last one counts. What a customer's price list agrees is no price of the goods. Runs after posting, under the locks of the
 * SKUs, and touches only what differs; `known` spares the look at what is known not to.
 */
export async function writePrices(
  context: Context,
  documents: readonly Document[],
  { updateUnitPrice }: Settings,
  known: References['barcodes'] = new Map(),
): Promise<void> {
  if (!updateUnitPrice) return;
  const writing = documents.filter(inForce);
  const names = Map.groupBy(writing, ({ kind }) => documentKinds[kind].writesPrice);
  for (const [name, group] of names) {
    if (name === null) continue;
    const prices = group.flatMap((document) =>
      [...pricesOf(document, name, known)].map(([id, price]) => ({
        id,
        price: plain(price),
        partner_id: document.partnerId,
      })),
    );
    await writeColumn(context, columns[name], prices);
  }
}

/** By barcode: what a column of prices becomes by a document. */
function pricesOf(
  { goodsLines, exchangeRate }: Document,
  name: keyof typeof columns,
  known: References['barcodes'],
): ReadonlyMap<string, Decimal> {
  const prices = new Map<string, Decimal>();
  for (const { barcode, barcodeId, unitPrice: asked } of goodsLines) {
    const unitPrice = priceInOwn(asked, exchangeRate);
    const now = known.get(barcode)?.prices[name] ?? null;
    if (unitPrice.isZero() || now?.equals(unitPrice)) prices.delete(barcodeId);
    else prices.set(barcodeId, unitPrice);
  }
  return prices;
}

interface Written {
  readonly id: string;
  readonly price: string;
  readonly partner_id: string | null;
}

async function writeColumn(
  { tx, tenantId }: Context,
  name: (typeof columns)[keyof typeof columns],
  prices: readonly Written[],
): Promise<void> {
  if (prices.length === 0) return;
  const rows = prices.map((row, place) => ({ ...row, place }));
  const column = sql.ref(name);
  await sql`
    update barcode b set ${column} = last.price
    from (
      select distinct on (given.id) given.id, given.price
      from ${given(rows, 'id bigint, price numeric, partner_id bigint, place int')}
      left join partner on partner.tenant_id = ${tenantId} and partner.id = given.partner_id
      where partner.price_list_id is null
      order by given.id, given.place desc) last
    where b.tenant_id = ${tenantId} and b.id = last.id and b.${column} is distinct from last.price`.execute(
    tx,
  );
}
