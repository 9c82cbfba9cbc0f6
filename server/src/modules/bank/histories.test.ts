// Random histories of foreign bills, invoices, settlements, freight, kits, promotions, revaluations, bank
// statements and closed periods, compared with a reference model in memory.
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sampledRuns } from '../../testing.ts';
import { playHistories } from '../document/testModel/playHistories.ts';
import { aStockedServer } from '../document/testShop.ts';
import { rollUpPostings } from '../posting/index.ts';
import { bringStatement, close, reopen } from './testHistories/bankSteps.ts';
import { DAYS, LATE, currencies, emptyBooks } from './testHistories/books.ts';
import type { CompanyProfit, Step } from './testHistories/books.ts';
import { compareBank, compareDays, compareOpen } from './testHistories/compare.ts';
import {
  accept,
  noteByHand,
  payFreight,
  rebill,
  ship,
  takeBack,
  unpayFreight,
  voidFreight,
} from './testHistories/freightSteps.ts';
import {
  addKit,
  deliver,
  receive,
  returnKit,
  sellKit,
  sellLanded,
  undeliver,
} from './testHistories/goodsSteps.ts';
import { endRevaluations, revalue, unrevalue } from './testHistories/revaluationSteps.ts';
import {
  finishOrder,
  invoice,
  order,
  pay,
  sell,
  unpay,
  voidInvoice,
} from './testHistories/tradeSteps.ts';

const LONG = process.env['MODEL_HISTORIES'];
const HISTORIES = Number(LONG ?? sampledRuns(1, 3));
const LENGTH = 60;
const TIMEOUT = LONG === undefined ? 1_800_000 : 3 * 3_600_000;
/** A test has neither worker nor autovacuum: after this number of histories the test does the work of both. */
const UPKEEP = 10;
/** A long run says after so many histories what it did. */
const SHOWN = 50;

const { server, shop, line, one } = await aStockedServer('1000000');
const stocked = { time: '2025-12-01T04:00:00.000Z', paidNow: '0', status: '1' } as const;
await shop.goods('purchaseIn', [line('1000000', '1')], stocked);
const goods = { barcode: one.barcode, kit: await addKit(shop, one.barcode) };

/** Each step, and how often it is drawn beside the others. */
const steps = {
  sell: [sell, 4],
  pay: [pay, 5],
  unpay: [unpay, 2],
  invoice: [invoice, 3],
  voidInvoice: [voidInvoice, 1],
  bringStatement: [bringStatement, 3],
  ship: [ship, 1],
  noteByHand: [noteByHand, 3],
  accept: [accept, 4],
  takeBack: [takeBack, 1],
  payFreight: [payFreight, 3],
  unpayFreight: [unpayFreight, 1],
  voidFreight: [voidFreight, 1],
  rebill: [rebill, 2],
  order: [order, 2],
  deliver: [deliver, 3],
  undeliver: [undeliver, 1],
  sellKit: [sellKit, 2],
  returnKit: [returnKit, 1],
  receive: [receive, 2],
  sellLanded: [sellLanded, 2],
  revalue: [revalue, 1],
  unrevalue: [unrevalue, 1],
  finishOrder: [finishOrder, 1],
  close: [close, 1],
  reopen: [reopen, 1],
} as const;

const aStep = fc.record({
  act: fc.oneof(
    ...Object.entries(steps).map(([act, [, weight]]) => ({
      // SAFETY: the names of the steps.
      arbitrary: fc.constant(act as keyof typeof steps),
      weight,
    })),
  ),
  day: fc.nat(DAYS),
  pick: fc.nat(999),
  percent: fc.constantFrom(100, 100, 33, 50, 1, 77),
  late: fc.nat(LATE),
});
const aHistory = fc.tuple(
  fc.nat(currencies.length - 1),
  fc.array(aStep, { minLength: LENGTH, maxLength: LENGTH }),
);

/** Up to each day, what the company earned in the histories before. */
let profit: ReadonlyMap<string, CompanyProfit> = new Map();
let histories = 0;
const outcomes = new Map<string, number>();

async function play([nth, all]: readonly [
  number,
  readonly (Step & { readonly act: keyof typeof steps })[],
]): Promise<void> {
  const books = await emptyBooks(shop, goods, nth, profit);
  for (const step of all) {
    const outcome = await steps[step.act][0](books, step);
    const name = `${step.act} ${outcome}`;
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
    if (outcome !== 'nothing') await compareBank(books);
  }
  profit = await compareDays(books);
  await compareOpen(books);
  await endRevaluations(books);
  histories += 1;
  if (histories % UPKEEP === 0) await foldAndMeasure();
  if (histories % UPKEEP === 0) expect(await shop.broken()).toEqual([]);
  if (LONG !== undefined && histories % SHOWN === 0) showOutcomes();
}

async function foldAndMeasure(): Promise<void> {
  while ((await rollUpPostings(server.database.app, server.company.tenantId)) > 0);
  await sql`analyze`.execute(server.database.admin);
}

function showOutcomes(): void {
  const all = [...outcomes].toSorted().map(([outcome, times]) => `${outcome} ${times}`);
  process.stdout.write(`${histories} histories: ${all.join(', ')}\n`);
}

test(
  'bills, freight, invoices, settlements and bank statements equal a reference model on every day',
  async () => {
    await playHistories(fc.asyncProperty(aHistory, play), HISTORIES);
    expect(await shop.broken()).toEqual([]);
  },
  TIMEOUT,
);
