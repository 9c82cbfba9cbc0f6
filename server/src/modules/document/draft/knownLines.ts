import { ZERO, decimal } from '@tradehouse/domain';
import type { PricedBy } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import type { KnownLines } from './lineInput.ts';
import { asNamedNow, presentPrice } from '../masked/presentPrice.ts';
import type { StoredDocument } from '../store/stored.ts';

/**
 * Reads the entered money of each line, kept for users without sight of prices. If the tax mode has
 * changed, a line keeps the total: agreed to the cent.
 */
export async function knownLines(
  { tx, tenantId }: Context,
  { document }: StoredDocument,
): Promise<KnownLines> {
  if (document.goodsLines.length === 0) return new Map();
  const { rows } = await sql<{
    line: number;
    priced_by: PricedBy;
    given: string;
    price: string;
  }>`
    select l.line, case when ${asNamedNow(tenantId)} then l.priced_by else 'total' end as priced_by, ${presentPrice(tenantId)} as price,
      case when not ${asNamedNow(tenantId)} or l.priced_by = 'total' then l.total
        when l.priced_by = 'amount' then l.amount else l.unit_price end as given
    from document_line l
    join document d on d.tenant_id = ${tenantId} and d.id = l.document_id
    where l.tenant_id = ${tenantId} and l.document_id = ${document.id}`.execute(tx);
  const entered = new Map(rows.map((row) => [row.line, row]));
  return new Map(
    document.goodsLines.map((goods) => {
      const { priced_by = 'unitPrice', given = '0', price = '0' } = entered.get(goods.line) ?? {};
      return [
        goods.line,
        {
          goods,
          price: decimal(price),
          priced: {
            quantity: ZERO,
            taxRate: ZERO,
            pricedBy: priced_by,
            given: decimal(given),
            ...(priced_by === 'unitPrice' || goods.source === null ? {} : { tax: goods.tax }),
          },
        },
      ];
    }),
  );
}
