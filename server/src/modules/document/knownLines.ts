import { ZERO, decimal } from '@tradehouse/domain';
import type { PricedBy } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { KnownLines } from './lineInput.ts';
import { asNamedNow, presentPrice } from './presentPrice.ts';
import type { Stored } from './stored.ts';

/** How the money of each line was entered: what stays when whoever changes it may not see prices. */
export async function knownLines(
  { tx, tenantId }: Context,
  { document }: Stored,
): Promise<KnownLines> {
  if (document.goodsLines.length === 0) return new Map();
  const { rows } = await sql<{ line: number; priced_by: PricedBy; given: string }>`
    select l.line, case when l.priced_by = 'amount' and not ${asNamedNow(tenantId)} then 'total' else l.priced_by end as priced_by,
      case when l.priced_by = 'unitPrice' then ${presentPrice(tenantId)}
        when l.priced_by = 'amount' and ${asNamedNow(tenantId)} then l.amount else l.total end as given
    from document_line l
    join document d on d.tenant_id = ${tenantId} and d.id = l.document_id
    where l.tenant_id = ${tenantId} and l.document_id = ${document.id}`.execute(tx);
  const entered = new Map(rows.map((row) => [row.line, row]));
  return new Map(
    document.goodsLines.map((goods) => {
      const { priced_by = 'unitPrice', given = '0' } = entered.get(goods.line) ?? {};
      return [
        goods.line,
        {
          goods,
          priced: { quantity: ZERO, taxRate: ZERO, pricedBy: priced_by, given: decimal(given) },
        },
      ];
    }),
  );
}
