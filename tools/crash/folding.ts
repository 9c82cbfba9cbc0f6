import { accountStatistics, logTable, monthlyFigures, statistics } from '@tradehouse/contract';
import { companyTables, neededSearch } from '@tradehouse/contract/declared';
import { withClient } from '@tradehouse/database';
import { setTimeout as wait } from 'node:timers/promises';
import { wrongInBooks } from './books.ts';
import type { Seat } from './shop.ts';

/** What was seen of the roll-ups after a crash. */
export interface Folded {
  /** Postings that no one had folded yet. */
  readonly waiting: number;
  /** Broken promises, each as a sentence. */
  readonly broken: readonly string[];
}

/** What people read: every list and report with its totals, and the home page, as it travels. */
async function told({ port, token, shop }: Seat): Promise<ReadonlyMap<string, string>> {
  // By the company's clock.
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
  const known = {
    product: shop.productId,
    account: shop.accountId,
    partner: shop.customerIds[0] ?? '',
    customer: shop.customerIds[0] ?? '',
    supplier: shop.customerIds[0] ?? '',
    member: shop.customerIds[0] ?? '',
    // No more than twelve months, which is as many as stand side by side.
    dates: [`${year}-01-01`, `${year}-12-31`],
  };
  const asked = [
    ...companyTables
      // What is refused here is logged.
      .filter((table) => table !== logTable)
      .map((table) => [table.path, neededSearch(table, known)] as const),
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
    // Pages that a company has not switched on are refused, and no others.
    if (reply.status !== 200 && reply.status !== 403)
      throw new Error(`${path}: ${reply.status} ${text}`);
    answers.set(`${path} ${JSON.stringify(search)}`, text);
  }
  return answers;
}

/** How long folding may take, in milliseconds: it looks five times a second. */
const FOLDED_WITHIN = 30_000;

async function untilFolded({ admin }: Seat): Promise<void> {
  const until = Date.now() + FOLDED_WITHIN;
  const waiting = (): Promise<number | null> =>
    withClient(admin, async (db) => (await db.query('select from unfolded_posting')).rowCount);
  while ((await waiting()) !== 0) {
    if (Date.now() > until) throw new Error('what waited was not folded');
    await wait(50);
  }
}

/**
 * Holds the roll-ups to what decision 0033 promises: the books are right and every list, report and total says the same
 * while postings wait to be folded and when none does. No one may post meanwhile.
 */
export async function reckonFolding(seat: Seat): Promise<Folded> {
  const held = await withClient(seat.admin, async (db) => {
    await db.query('begin');
    // Folding leaves alone what somebody else has locked, until this connection ends.
    const { rowCount } = await db.query(
      'select from unfolded_posting where tenant_id = $1 for update',
      [seat.shop.tenantId],
    );
    const lists = await told(seat);
    return { waiting: rowCount ?? 0, lists, broken: await wrongInBooks(seat.admin) };
  });
  await untilFolded(seat);
  const lists = await told(seat);
  const changed = [...lists]
    .filter(([asked, answer]) => held.lists.get(asked) !== answer)
    .map(([asked]) => `${asked}: it says something else since the postings were folded`);
  const broken = [...held.broken, ...changed, ...(await wrongInBooks(seat.admin))];
  return { waiting: held.waiting, broken };
}
