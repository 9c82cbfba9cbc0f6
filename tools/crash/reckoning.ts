import { withClient } from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { wrongInBooks } from './books.ts';
import { LINES, requestSale } from './sales.ts';
import type { CrashSale } from './sales.ts';
import type { CrashSeat } from './shop.ts';

/** Fate of the sales of a round, in numbers of sales. */
export interface SalesReckoning {
  readonly asked: number;
  readonly acknowledged: number;
  /** Unacknowledged and completely saved. */
  readonly kept: number;
  /** Unacknowledged and completely absent; saved on retry. */
  readonly absent: number;
  /** Broken promises, each in a sentence. */
  readonly broken: readonly string[];
}

interface SaleDocumentCounts {
  readonly remark: string;
  readonly id: string;
  readonly number: string;
  readonly lines: number;
  readonly moves: number;
  readonly entries: number;
  readonly logged: number;
  readonly answers: number;
}

/** Reads the documents of given keys, with row counts by place. */
async function readSaleDocuments(
  admin: Connection,
  tenantId: string,
  keys: readonly string[],
): Promise<Map<string, SaleDocumentCounts[]>> {
  const { rows } = await withClient(admin, (client) =>
    client.query<SaleDocumentCounts>(
      `select d.remark, d.id, d.number,
        (select count(*)::int from document_line l where l.tenant_id = $1 and l.document_id = d.id) as lines,
        (select count(*)::int from stock_move m where m.tenant_id = $1 and m.document_id = d.id) as moves,
        (select count(*)::int from money_entry e where e.tenant_id = $1 and e.document_id = d.id) as entries,
        (select count(*)::int from audit_log a
          where a.tenant_id = $1 and a.subject = d.kind and a.subject_id = d.id::text) as logged,
        (select count(*)::int from idempotency i
          where i.tenant_id = $1 and i.key = d.remark and i.answer::jsonb ->> 'id' = d.id::text) as answers
      from document d where d.tenant_id = $1 and d.remark = any($2::text[])`,
      [tenantId, [...keys]],
    ),
  );
  return Map.groupBy(rows, ({ remark }) => remark);
}

const isCompleteSale = ({
  number,
  lines,
  moves,
  entries,
  logged,
  answers,
}: SaleDocumentCounts): boolean =>
  number !== null &&
  lines === LINES &&
  moves === LINES &&
  entries > 0 &&
  logged === 1 &&
  answers === 1;

/** Checks the promises (G1 to G5) and verifies the books. */
export async function checkCrashPromises(
  seat: CrashSeat,
  sales: readonly CrashSale[],
): Promise<SalesReckoning> {
  const reckoned = await reckonSales(seat, sales);
  return { ...reckoned, broken: [...reckoned.broken, ...(await wrongInBooks(seat.admin))] };
}

/**
 * Checks sales: acknowledged exist once, unacknowledged completely or not at all; a retry with the key
 * tells.
 */
export async function reckonSales(
  { port, token, admin, shop: { tenantId } }: CrashSeat,
  sales: readonly CrashSale[],
): Promise<SalesReckoning> {
  const keys = sales.map(({ key }) => key);
  const before = await readSaleDocuments(admin, tenantId, keys);
  const broken = sales.flatMap((sale) => listSaleViolations(sale, before.get(sale.key) ?? []));
  for (const sale of sales) {
    const [first] = before.get(sale.key) ?? [];
    const again = await requestSale(port, token, sale);
    const known = sale.answer ?? first;
    if (known !== undefined && (known.id !== again.id || known.number !== again.number))
      broken.push(`${sale.key}: asked again, it is ${again.number} and was ${known.number}`);
  }
  const after = await readSaleDocuments(admin, tenantId, keys);
  for (const key of keys) {
    const count = after.get(key)?.length ?? 0;
    if (count !== 1) broken.push(`${key}: ${count} documents after asking again`);
  }
  const unheard = sales.filter(({ answer }) => answer === null);
  const kept = unheard.filter(({ key }) => before.has(key)).length;
  return {
    asked: sales.length,
    acknowledged: sales.length - unheard.length,
    kept,
    absent: unheard.length - kept,
    broken,
  };
}

/** Lists faults of a sale in its state before any retry. */
function listSaleViolations(
  { key, answer }: CrashSale,
  found: readonly SaleDocumentCounts[],
): string[] {
  if (found.length > 1) return [`${key}: ${found.length} documents`];
  const [document] = found;
  if (document === undefined) {
    return answer === null ? [] : [`${key}: ${answer.number} was acknowledged and is lost`];
  }
  if (!isCompleteSale(document))
    return [`${key}: only a part is there: ${JSON.stringify(document)}`];
  return answer === null || answer.id === document.id
    ? []
    : [`${key}: acknowledged as ${answer.number}, found as ${document.number}`];
}
