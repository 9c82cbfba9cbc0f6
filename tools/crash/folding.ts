import {
  accountStatistics,
  logTable,
  monthlyFigures,
  statistics,
  stockLedgerTable,
} from '@tradehouse/contract';
import { companyTables, neededSearch } from '@tradehouse/contract/declared';
import { withClient } from '@tradehouse/database';
import { setTimeout as wait } from 'node:timers/promises';
import { wrongInBooks } from './books.ts';
import type { CrashSeat } from './shop.ts';

/** Findings on the roll-ups after a crash. */
export interface Folded {
  /** Postings not yet folded. */
  readonly waiting: number;
  /** Broken promises, each in a sentence. */
  readonly broken: readonly string[];
}

/** Reads the serialised home page and every list and report with totals. */
async function readAllReports({
  port,
  token,
  shop,
}: CrashSeat): Promise<ReadonlyMap<string, string>> {
  // By the company's clock.
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
  const known = {
    product: shop.productId,
    account: shop.accountId,
    partner: shop.customerIds[0] ?? '',
    customer: shop.customerIds[0] ?? '',
    supplier: shop.customerIds[0] ?? '',
    member: shop.customerIds[0] ?? '',
    // At most twelve months, the limit of columns.
    dates: [`${year}-01-01`, `${year}-12-31`],
  };
  const asked = [
    ...companyTables
      // Refused requests would change the log.
      .filter((table) => table !== logTable)
      .map((table) => {
        const search = neededSearch(table, known);
        // A year of the stock ledger is read by product only.
        const materialId = table === stockLedgerTable ? { materialId: shop.productId } : {};
        return [table.path, { ...search, ...materialId }] as const;
      }),
    ...[statistics, monthlyFigures, accountStatistics].map(({ path }) => [path, null] as const),
  ];
  const answers = new Map<string, string>();
  for (const [path, search] of asked) {
    const query =
      search === null ? '' : `pageSize=500&search=${encodeURIComponent(JSON.stringify(search))}`;
    const reply = await fetch(`http://127.0.0.1:${port}/api${path}?${query}`, {
      headers: { 'x-access-token': token },
    });
    const text = await reply.text();
    // Only pages switched off by a company are refused.
    if (reply.status !== 200 && reply.status !== 403)
      throw new Error(`${path}: ${reply.status} ${text}`);
    answers.set(`${path} ${JSON.stringify(search)}`, text);
  }
  return answers;
}

/** Milliseconds allowed for folding, which polls five times a second. */
const FOLDED_WITHIN = 30_000;

async function untilFolded({ admin }: CrashSeat): Promise<void> {
  const until = Date.now() + FOLDED_WITHIN;
  const waiting = (): Promise<number | null> =>
    withClient(admin, async (db) => (await db.query('select from unfolded_posting')).rowCount);
  while ((await waiting()) !== 0) {
    if (Date.now() > until) throw new Error('what waited was not folded');
    await wait(50);
  }
}

/**
 * Checks decision 0033: the books are right, and every list, report and total is identical before and after
 * folding. No one may post meanwhile.
 */
export async function reckonFolding(seat: CrashSeat): Promise<Folded> {
  const held = await withClient(seat.admin, async (db) => {
    await db.query('begin');
    // Folding skips rows locked by others, until this connection ends.
    const { rowCount } = await db.query(
      'select from unfolded_posting where tenant_id = $1 for update',
      [seat.shop.tenantId],
    );
    const lists = await readAllReports(seat);
    return { waiting: rowCount ?? 0, lists, broken: await wrongInBooks(seat.admin) };
  });
  await untilFolded(seat);
  const lists = await readAllReports(seat);
  const changed = [...lists]
    .filter(([asked, answer]) => held.lists.get(asked) !== answer)
    .map(([asked]) => `${asked}: it says something else since the postings were folded`);
  const broken = [...held.broken, ...changed, ...(await wrongInBooks(seat.admin))];
  return { waiting: held.waiting, broken };
}
