import { KEPT_DIGITS, documentKinds, inForce, plain, rounded } from '@tradehouse/domain';
import type { Decimal, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { given } from '../posting/index.ts';
import type { References, Settings } from './references.ts';

const columns = { purchase: 'purchase_price', retail: 'retail_price', sale: 'sale_price' } as const;

/**
 * Writes the prices of a document in force back to its barcodes, in the company's own money, where the company wants
 * that. Runs after posting, under the locks of the SKUs, and touches only what differs; `known` spares the look at what
 * is known not to.
 */
export async function writePrices(
  context: Context,
  document: Document,
  { updateUnitPrice }: Settings,
  known: References['barcodes'] = new Map(),
): Promise<void> {
  const { writesPrice } = documentKinds[document.kind];
  if (writesPrice === null || !updateUnitPrice || !inForce(document)) return;
  const prices = new Map<string, Decimal>();
  for (const { barcode, barcodeId, unitPrice: asked } of document.goodsLines) {
    const unitPrice = rounded(asked.times(document.exchangeRate), KEPT_DIGITS);
    const now = known.get(barcode)?.prices[writesPrice] ?? null;
    if (unitPrice.isZero() || now?.equals(unitPrice)) prices.delete(barcodeId);
    else prices.set(barcodeId, unitPrice);
  }
  if (prices.size === 0) return;
  const rows = [...prices].map(([id, price]) => ({ id, price: plain(price) }));
  const column = sql.ref(columns[writesPrice]);
  await sql`
    update barcode b set ${column} = given.price from ${given(rows, 'id bigint, price numeric')}
    where b.tenant_id = ${context.tenantId} and b.id = given.id and b.${column} is distinct from given.price`.execute(
    context.tx,
  );
}
