import {
  customerStatementTable,
  memberStatementTable,
  supplierStatementTable,
  trialBalanceTable,
} from '@tradehouse/contract';
import { decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sampledRuns } from '../../testing.ts';
import { outcome } from './testModel/acts.ts';
import { emptyBooks } from './testModel/books.ts';
import { bothBooks } from './testModel/bothBooks.ts';
import { send } from './testModel/driver.ts';
import { fitted } from './testModel/fitting.ts';
import { timeOf } from './testModel/papers.ts';
import { playHistories } from './testModel/playHistories.ts';
import { aWish, asFirst, narrowed, ofMember } from './testModel/wishes.ts';
import type { Wish } from './testModel/wishes.ts';
import { aWorld } from './testModel/world.ts';
import { aShopServer } from './testShop.ts';

// Random histories of all goods kinds against a reference in plain maps: one command at a time, nothing is
// refused that the reference allows, nothing let through that it forbids, and both books say the same.

/** The long form, `npm run soak:model`, plays others every time. */
const LONG = process.env['MODEL_HISTORIES'];
const HISTORIES = Number(LONG ?? sampledRuns(3, 6));
const LENGTH = Number(process.env['MODEL_LENGTH'] ?? 40);
/** In milliseconds; thousands of calls take their time on a busy machine. */
const TIMEOUT = LONG === undefined ? 1_800_000 : 3 * 3_600_000;
/** After so many commands both books are laid side by side, and every so many histories all invariants are looked at. */
const COMPARED = Number(process.env['MODEL_COMPARED'] ?? 10);
const VERIFIED = 50;
/** Nothing measures a test's tables as they grow, as a running database does by itself. */
const MEASURED = 10;
/** So many commands at first bring goods. */
const STOCKED = 4;

/** A zone where it is morning, so that no history goes on past midnight. */
const zoneOfToday = (): string => (new Date().getUTCHours() < 12 ? 'Etc/UTC' : 'Etc/GMT+12');
const { server, shop } = await aShopServer();
await shop.set({ purchase_by_sale: true, time_zone: zoneOfToday() });

const began = Date.now();
let histories = 0;
/** How often, by kind or command, and by reason. */
const accepted = new Map<string, number>();
const refused = new Map<string, number>();
const count = (of: Map<string, number>, key: string): void => {
  of.set(key, (of.get(key) ?? 0) + 1);
};
const all = (of: Map<string, number>): number =>
  [...of.values()].reduce((sum, times) => sum + times, 0);
const summary = (): string => {
  const seconds = Math.round((Date.now() - began) / 1000);
  return `${histories} histories: ${all(accepted)} accepted, ${all(refused)} refused, in ${seconds} s`;
};

async function history(wishes: readonly Wish[]): Promise<void> {
  // A quarter of them play with one product in one warehouse, so that its limits are hit often.
  const sort = (wishes[0]?.pick ?? 0) % 4;
  // As many serve a member, who prepays, is given bonuses, buys, brings things back and is paid out.
  const changed = [narrowed, ofMember][sort] ?? ((wish: Wish) => wish);
  // A third of the histories begin where stock may fall below zero.
  const negativeStock = (wishes[0]?.turn ?? 0) % 3 === 0;
  const bonusProRata = (wishes[0]?.turn ?? 0) % 2 === 0;
  await shop.set({
    negative_stock: negativeStock,
    over_link: false,
    reserve_on_order: false,
    force_approval: false,
    closed_until: null,
    bonus_use: bonusProRata ? 'proRata' : 'cashFirst',
  });
  const world = await aWorld(shop);
  const switches = { ...emptyBooks.switches, negativeStock, bonusProRata };
  let state = { ...emptyBooks, switches };
  for (const [index, wish] of wishes.entries()) {
    const fit = changed(wish);
    const act = fitted(index < STOCKED ? asFirst(fit, index) : fit, state);
    if (act === null) continue;
    const { state: next, reasons } = outcome(state, act);
    const refusal = await send(act, state, world);
    const right = refusal === null ? reasons.length === 0 : reasons.includes(refusal);
    if (!right) {
      const subject = 'at' in act ? state.papers[act.at] : undefined;
      expect(refusal, JSON.stringify({ index, act, subject })).toEqual(reasons);
    }
    if (refusal !== null) {
      count(refused, refusal);
      continue;
    }
    state = next;
    const bonus = act.act === 'add' && state.papers.at(-1)?.bonusUsed.gt(0);
    if (bonus) count(accepted, `${act.paper.kind} with a bonus`);
    else count(accepted, act.act === 'add' ? act.paper.kind : act.act);
    if (index % COMPARED === 0) {
      const books = await bothBooks(state, world);
      expect(books.server, JSON.stringify({ index, act })).toEqual(books.model);
    }
  }
  const books = await bothBooks(state, world);
  expect(books.server).toEqual(books.model);
  histories += 1;
  if (histories % MEASURED === 0) await sql`analyze`.execute(server.database.admin);
  if (histories % VERIFIED !== 0) return;
  expect(await shop.broken()).toEqual([]);
  process.stdout.write(`${summary()}, every invariant holds\n`);
}

interface Held {
  readonly id: string;
  readonly opening?: string;
  readonly closing?: string;
  readonly bonusOpening?: string;
  readonly bonusClosing?: string;
  readonly openingDebit?: string;
  readonly openingCredit?: string;
  readonly closingDebit?: string;
  readonly closingCredit?: string;
}

/** What partners and accounts held as of a report, by their ids: none of those that held nothing. */
async function heldBy(
  path: string,
  search: object,
  held: (row: Held) => string,
): Promise<ReadonlyMap<string, string>> {
  const query = { search: JSON.stringify(search), pageSize: '500', column: 'id', order: 'asc' };
  const reply = await server.request('GET', path, query);
  const { rows } = reply.json<{ data: { rows: readonly Held[] } }>().data;
  return new Map(rows.map((row) => [row.id, held(row)] as const).filter(([, sum]) => sum !== '0'));
}

/** Whatever day lies between two periods, what one closes with the next opens with; and accounts hold nothing together. */
async function expectPeriodsMeet(): Promise<void> {
  const net = (debit = '0', credit = '0') => toPlainDecimal(decimal(debit).minus(decimal(credit)));
  const books = {
    opened: (row: Held) => net(row.openingDebit, row.openingCredit),
    closed: (row: Held) => net(row.closingDebit, row.closingCredit),
  };
  const owed = {
    opened: ({ opening = '0' }: Held) => toPlainDecimal(decimal(opening)),
    closed: ({ closing = '0' }: Held) => toPlainDecimal(decimal(closing)),
  };
  const both = (cash = '0', bonus = '0') =>
    [cash, bonus].every((amount) => decimal(amount).isZero()) ? '0' : `${cash} + ${bonus}`;
  const kept = {
    opened: ({ opening, bonusOpening }: Held) => both(opening, bonusOpening),
    closed: ({ closing, bonusClosing }: Held) => both(closing, bonusClosing),
  };
  const reports = [
    [memberStatementTable.path, {}, kept],
    [customerStatementTable.path, customerStatementTable.fixed, owed],
    [supplierStatementTable.path, supplierStatementTable.fixed, owed],
    [trialBalanceTable.path, {}, books],
  ] as const;
  let partners = 0;
  for (const [path, fixed, { opened, closed }] of reports)
    for (const day of [0, 1, 2]) {
      const [end, start] = [day, day + 1].map((one) => timeOf(one).time?.slice(0, 10) ?? '');
      const before = await heldBy(path, { ...fixed, dates: ['2026-01-01', end] }, closed);
      const after = await heldBy(path, { ...fixed, dates: [start, '2026-03-31'] }, opened);
      expect(after, `${path} ${end}`).toEqual(before);
      if (path !== trialBalanceTable.path) partners += before.size;
      if (path !== trialBalanceTable.path) continue;
      expect(toPlainDecimal(sum([...before.values()].map(decimal)))).toBe('0');
      if (day === 2) expect(before.size).toBeGreaterThan(0);
    }
  // Of six histories those of one side may all begin later.
  expect(partners).toBeGreaterThan(0);
}

test(
  'random histories of every goods kind end equal to the reference',
  async () => {
    await playHistories(
      fc.asyncProperty(fc.array(aWish, { minLength: LENGTH, maxLength: LENGTH }), history),
      HISTORIES,
    );
    expect(await shop.broken()).toEqual([]);
    await expectPeriodsMeet();
    if (LONG === undefined) return;
    const told = (of: Map<string, number>) =>
      [...of]
        .toSorted(([, one], [, other]) => other - one)
        .map(([name, times]) => `${name} ${times}`)
        .join(', ');
    process.stdout.write(`${summary()}\naccepted: ${told(accepted)}\nrefused: ${told(refused)}\n`);
  },
  TIMEOUT,
);
