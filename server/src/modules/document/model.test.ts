import { goodsDocuments, moneyDocuments } from '@tradehouse/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused, aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { aShop } from './testShop.ts';
import type { Saved, Shop, TestProduct } from './testShop.ts';

// Random histories against a reference that fits on two pages: whole numbers in plain maps, one command at a time.

/** Histories and their length; the long form is run by hand with larger ones. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 4);
const LENGTH = Number(process.env['MODEL_LENGTH'] ?? 40);

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  server = await aServer();
  shop = await aShop(server);
});
afterAll(() => server.stop());

type Kind = 'purchaseIn' | 'saleOut' | 'saleBack' | 'transfer' | 'otherOut' | 'moneyIn';
interface Line {
  readonly product: number;
  readonly quantity: number;
}
interface Command {
  readonly act: 'add' | 'edit' | 'delete' | 'audit' | 'reverse';
  readonly kind: Kind;
  readonly lines: readonly Line[];
  readonly branch: boolean;
  readonly paid: boolean;
  readonly pick: number;
}

/** A document as the reference knows it. */
interface Paper {
  readonly kind: Kind;
  readonly lines: readonly Line[];
  readonly branch: boolean;
  readonly paid: boolean;
  /** The bill that a receipt settles, the sale that goods come back from. */
  readonly of: number | null;
  readonly audited: boolean;
  readonly deleted: boolean;
}

const PRICE = 20;
const products = 2;
const key = (product: number, branch: boolean) => `${product}${branch ? 'b' : 'm'}`;
const total = ({ lines }: Pick<Paper, 'lines'>) =>
  lines.reduce((sum, { quantity }) => sum + quantity * PRICE, 0);
const live = (papers: readonly Paper[]) => papers.filter(({ deleted }) => !deleted);
const owes = ({ kind, paid }: Paper) => !paid && (kind === 'saleOut' || kind === 'saleBack');

/** What lies where, from the documents alone. */
function stockOf(papers: readonly Paper[]): Map<string, number> {
  const stock = new Map<string, number>();
  const move = (at: string, by: number) => stock.set(at, (stock.get(at) ?? 0) + by);
  for (const { kind, lines, branch } of live(papers)) {
    for (const { product, quantity } of lines) {
      if (kind === 'purchaseIn' || kind === 'saleBack') move(key(product, branch), quantity);
      if (kind === 'saleOut' || kind === 'otherOut') move(key(product, branch), -quantity);
      if (kind === 'transfer') {
        move(key(product, branch), -quantity);
        move(key(product, !branch), quantity);
      }
    }
  }
  return stock;
}

function receivableOf(papers: readonly Paper[]): number {
  return live(papers).reduce((sum, paper) => {
    if (paper.kind === 'moneyIn') return sum - total(paper);
    if (!owes(paper)) return sum;
    return sum + (paper.kind === 'saleOut' ? total(paper) : -total(paper));
  }, 0);
}

const childrenOf = (papers: readonly Paper[], index: number, kind: Kind) =>
  live(papers).filter((paper) => paper.of === index && paper.kind === kind);

/** Whether the documents may stand as they are: nothing below zero, nothing returned or settled beyond its origin. */
function stands(papers: readonly Paper[]): boolean {
  if ([...stockOf(papers).values()].some((quantity) => quantity < 0)) return false;
  return papers.every((paper, index) => {
    const back = childrenOf(papers, index, 'saleBack').flatMap(({ lines }) => lines);
    const settled = childrenOf(papers, index, 'moneyIn').reduce(
      (sum, receipt) => sum + total(receipt),
      0,
    );
    const went = paper.lines[0]?.quantity ?? 0;
    const gone = paper.deleted || paper.kind !== 'saleOut';
    if (gone) return back.length === 0 && settled === 0;
    return (
      back.reduce((sum, { quantity }) => sum + quantity, 0) <= went &&
      settled <= (owes(paper) ? total(paper) : 0)
    );
  });
}

/** What a command makes of the documents; null where it must be refused. */
function after(
  papers: readonly Paper[],
  command: Command,
  of: number | null,
): readonly Paper[] | null {
  const { act, pick, kind, lines, branch, paid } = command;
  if (act === 'add') {
    const next = [...papers, { kind, lines, branch, paid, of, audited: false, deleted: false }];
    return stands(next) ? next : null;
  }
  const paper = papers[pick];
  if (paper === undefined || paper.deleted) return null;
  if (
    act === 'reverse'
      ? !paper.audited || childrenOf(papers, pick, 'saleBack').length > 0
      : paper.audited
  )
    return null;
  const changed = {
    edit: { ...paper, lines, paid },
    delete: { ...paper, deleted: true },
    audit: { ...paper, audited: true },
    reverse: { ...paper, audited: false },
  }[act];
  const next = papers.with(pick, changed);
  return stands(next) ? next : null;
}

const aLine = fc.record({
  product: fc.nat(products - 1),
  quantity: fc.integer({ min: 1, max: 6 }),
});
const aCommand: fc.Arbitrary<Command> = fc.record({
  act: fc.constantFrom('add', 'add', 'add', 'edit', 'delete', 'audit', 'reverse'),
  kind: fc.constantFrom(
    'purchaseIn',
    'saleOut',
    'saleOut',
    'saleBack',
    'transfer',
    'otherOut',
    'moneyIn',
  ),
  lines: fc.array(aLine, { minLength: 1, maxLength: 3 }),
  branch: fc.boolean(),
  paid: fc.boolean(),
  pick: fc.nat(LENGTH),
});

interface World {
  readonly goods: readonly TestProduct[];
  readonly saved: Saved[];
  readonly partnerId: string;
}

function bodyOf(
  { kind, lines, branch, paid }: Command | Paper,
  of: number | null,
  world: World,
): object {
  const { goods, saved, partnerId } = world;
  const source = of === null ? null : (saved[of]?.id ?? null);
  if (kind === 'moneyIn') {
    return {
      kind,
      partnerId,
      accountId: shop.cash,
      lines: [{ settledDocumentId: source, amount: String(total({ lines })) }],
    };
  }
  const [here, there] = branch ? [shop.branch, shop.main] : [shop.main, shop.branch];
  return shop.input(
    kind,
    lines.map(({ product, quantity }) => ({
      barcode: goods[product]?.barcode ?? '',
      quantity: String(quantity),
      unitPrice: String(PRICE),
      warehouseId: here,
      ...(kind === 'transfer' ? { targetWarehouseId: there } : {}),
      ...(kind === 'saleBack' ? { sourceDocumentId: source, sourceLine: 1 } : {}),
    })),
    {
      ...(kind === 'saleOut' || kind === 'saleBack' ? { partnerId } : {}),
      ...(paid || kind === 'transfer' || kind === 'otherOut' ? {} : { paidNow: '0' }),
    },
  );
}

/** Sends a command; null where the server refused by a rule. */
async function run(
  command: Command,
  papers: readonly Paper[],
  of: number | null,
  world: World,
): Promise<Saved | null> {
  const { act, pick } = command;
  const { saved } = world;
  const kind = act === 'add' ? command.kind : (papers[pick]?.kind ?? 'saleOut');
  const calls = kind === 'moneyIn' ? moneyDocuments : goodsDocuments;
  const before = saved[pick];
  const id = before?.id ?? '999999';
  try {
    if (act === 'add') return await server.call(calls.add, bodyOf(command, of, world) as never);
    if (act === 'edit') {
      const { version = 0 } = before ?? {};
      const body = bodyOf({ ...command, kind, branch: papers[pick]?.branch ?? false }, of, world);
      return await server.call(calls.update, { ...body, id, version } as never);
    }
    if (act === 'delete') await server.call(calls.remove, { id });
    else await server.call(calls.setStatus, { ids: id, status: act === 'audit' ? '1' : '0' });
    return before === undefined ? null : { ...before, version: before.version + 1 };
  } catch (error) {
    if (error instanceof Refused && [404, 422].includes(error.refusal.status)) return null;
    throw error;
  }
}

/** Fits a random command to what is there: a return needs an audited sale and its product, a receipt a bill. */
function fitted(
  command: Command,
  papers: readonly Paper[],
): { command: Command; of: number | null } | null {
  const { act } = command;
  const own = papers[command.pick % Math.max(papers.length, 1)];
  if (act !== 'add') {
    if (own === undefined) return null;
    const pick = command.pick % papers.length;
    // A line that others come from keeps its product; what the reference doesn't model is left out.
    const alone =
      ['saleBack', 'moneyIn'].includes(own.kind) ||
      (own.kind === 'saleOut' && childrenOf(papers, pick, 'moneyIn').length > 0);
    return act === 'edit' && alone ? null : { command: { ...command, pick }, of: own.of };
  }
  if (command.kind !== 'saleBack' && command.kind !== 'moneyIn') return { command, of: null };
  const of = papers.findIndex(
    (paper) =>
      paper.kind === 'saleOut' &&
      !paper.deleted &&
      (command.kind === 'saleBack' ? paper.audited : !paper.paid),
  );
  const [first] = papers[of]?.lines ?? [];
  if (first === undefined) return null;
  const quantity = command.lines[0]?.quantity ?? 1;
  return { command: { ...command, lines: [{ product: first.product, quantity }] }, of };
}

test('random histories end where the reference says, and nothing else is refused or let through', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aCommand, { minLength: LENGTH, maxLength: LENGTH }),
      async (commands) => {
        const goods = await Promise.all(Array.from({ length: products }, () => shop.product()));
        const world: World = { goods, saved: [], partnerId: shop.customer };
        const owedBefore = Number(await shop.purse('receivable', shop.customer));
        let papers: readonly Paper[] = [];
        for (const wish of commands) {
          const fit = fitted(wish, papers);
          if (fit === null) continue;
          const next = after(papers, fit.command, fit.of);
          const saved = await run(fit.command, papers, fit.of, world);
          expect({ ...fit, done: saved !== null }).toEqual({ ...fit, done: next !== null });
          if (next === null || saved === null) continue;
          if (fit.command.act === 'add') world.saved.push(saved);
          else world.saved[fit.command.pick] = saved;
          papers = next;
        }
        const stock = stockOf(papers);
        for (const [product, own] of goods.entries()) {
          expect([await shop.stock(own), await shop.stock(own, shop.branch)].map(Number)).toEqual([
            stock.get(key(product, false)) ?? 0,
            stock.get(key(product, true)) ?? 0,
          ]);
        }
        expect(Number(await shop.purse('receivable', shop.customer)) - owedBefore).toBe(
          receivableOf(papers),
        );
        expect(await shop.broken()).toEqual([]);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});
