import { goodsDocuments, receiveGoods, takeBackReceipt } from '@tradehouse/contract';
import type { GoodsDocumentInput } from '@tradehouse/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused, aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { aShop } from './testShop.ts';
import type { Saved, Shop, TestProduct } from './testShop.ts';

// Random histories of lots, serials and stock types over the goods kinds, against a reference that only adds up: what
// lies where is the sum of the documents that stand, and nothing may stand that makes a place hold less than nothing or a
// serial lie twice. The long form: MODEL_RUNS=100 MODEL_LENGTH=80 npx vitest run server/src/modules/document/partsModel

const RUNS = Number(process.env['MODEL_RUNS'] ?? 3);
const LENGTH = Number(process.env['MODEL_LENGTH'] ?? 40);

let server: TestServer;
let shop: Shop;
beforeAll(async () => {
  server = await aServer();
  shop = await aShop(server);
});
afterAll(() => server.stop());

const kinds = [
  'purchaseRequest',
  'purchaseOrder',
  'purchaseIn',
  'purchaseIn',
  'purchaseBack',
  'saleOrder',
  'saleOut',
  'saleBack',
  'retailOut',
  'retailBack',
  'transfer',
  'assemble',
  'disassemble',
  'otherIn',
  'otherIn',
  'otherOut',
] as const;
type Kind = (typeof kinds)[number];

/** Of a plain, a lot-managed or a serial-managed product. */
interface Line {
  readonly product: 0 | 1 | 2;
  readonly quantity: number;
  readonly lot: 'A' | 'B';
  readonly stockType: 'formal' | 'defective';
  readonly serials: readonly string[];
}
interface Command {
  readonly act: 'add' | 'edit' | 'delete' | 'audit' | 'reverse' | 'receive' | 'takeBack';
  readonly kind: Kind;
  readonly lines: readonly Line[];
  readonly branch: boolean;
  readonly travels: boolean;
  readonly closes: boolean;
  readonly pick: number;
}
interface Paper extends Pick<Command, 'kind' | 'lines' | 'branch' | 'travels'> {
  readonly state: 'draft' | 'audited' | 'deleted';
  /** What of its first line was received, and how; its last one can be taken back. */
  readonly receipts: readonly {
    readonly id: string;
    readonly arrived: number;
    readonly missing: number;
  }[];
}

const enters: readonly Kind[] = ['purchaseIn', 'saleBack', 'retailBack', 'otherIn'];
const leaves: readonly Kind[] = ['purchaseBack', 'saleOut', 'retailOut', 'otherOut'];
const place = (branch: boolean): string => (branch ? 'b' : 'm');

/** The pieces of a line, each under the key it is kept by: a serial counts one by one. */
const pieces = ({
  product,
  quantity,
  lot,
  stockType,
  serials,
}: Line): readonly (readonly [string, number])[] =>
  product === 2
    ? serials.map((serial) => [`2 ${stockType} ${serial}`, 1] as const)
    : [[`${product} ${stockType} ${product === 1 ? lot : ''}`, quantity]];
const size = (line: Line): number => (line.product === 2 ? line.serials.length : line.quantity);

/** The first so many pieces of a line: serials arrive in their order. */
const firstOf = (line: Line, skip: number, count: number): Line => ({
  ...line,
  quantity: count,
  serials: line.serials.slice(skip, skip + count),
});

/** What lies in each warehouse, from the documents alone. */
function stockOf(papers: readonly Paper[]): Map<string, number> {
  const stock = new Map<string, number>();
  const move = (line: Line, branch: boolean, sign: 1 | -1): void => {
    for (const [key, count] of pieces(line)) {
      const at = `${place(branch)} ${key}`;
      stock.set(at, (stock.get(at) ?? 0) + sign * count);
    }
  };
  for (const { kind, lines, branch, travels, state, receipts } of papers) {
    if (state === 'deleted') continue;
    lines.forEach((line, at) => {
      if (enters.includes(kind)) move(line, branch, 1);
      if (leaves.includes(kind) || kind === 'transfer') move(line, branch, -1);
      if (kind === 'transfer' && !travels) move(line, !branch, 1);
      const made = (kind === 'assemble') === (at === 0);
      if (kind === 'assemble' || kind === 'disassemble') move(line, branch, made ? 1 : -1);
    });
    let gone = 0;
    for (const { arrived, missing } of receipts) {
      const [line] = lines;
      if (line !== undefined) move(firstOf(line, gone, arrived), !branch, 1);
      gone += arrived + missing;
    }
  }
  return stock;
}

function stands(papers: readonly Paper[]): boolean {
  const stock = stockOf(papers);
  if ([...stock.values()].some((count) => count < 0)) return false;
  const serials = new Map<string, number>();
  for (const [key, count] of stock) {
    const [, product, , serial = ''] = key.split(' ');
    if (product === '2') serials.set(serial, (serials.get(serial) ?? 0) + count);
  }
  return [...serials.values()].every((count) => count <= 1);
}

/** A document names a serial once, and an assembly has a whole and a part. */
function wellFormed({ kind, lines }: Pick<Paper, 'kind' | 'lines'>): boolean {
  const serials = lines.filter(({ product }) => product === 2).flatMap((line) => line.serials);
  if (new Set(serials).size < serials.length) return false;
  return (kind !== 'assemble' && kind !== 'disassemble') || lines.length > 1;
}

const left = ({ lines, receipts }: Paper): number =>
  receipts.reduce(
    (rest, { arrived, missing }) => rest - arrived - missing,
    lines[0] === undefined ? 0 : size(lines[0]),
  );

/** How many pieces a command receives, and how many it writes off. */
function arrivalOf({ lines, closes }: Command, paper: Paper): { arrived: number; missing: number } {
  const arrived = Math.min(lines[0]?.quantity ?? 1, left(paper));
  return { arrived, missing: closes ? left(paper) - arrived : 0 };
}

/** What a command makes of the documents; null where it must be refused. */
function after(papers: readonly Paper[], command: Command, receipt = ''): readonly Paper[] | null {
  const { act, pick, kind, lines, branch, travels } = command;
  const kept = (next: readonly Paper[]): readonly Paper[] | null => (stands(next) ? next : null);
  if (act === 'add') {
    const paper: Paper = { kind, lines, branch, travels, state: 'draft', receipts: [] };
    return wellFormed(paper) ? kept([...papers, paper]) : null;
  }
  const paper = papers[pick];
  if (paper === undefined || paper.state === 'deleted') return null;
  const put = (change: Partial<Paper>) => kept(papers.with(pick, { ...paper, ...change }));
  const draft = paper.state === 'draft';
  switch (act) {
    case 'edit':
      return draft && wellFormed({ ...paper, lines }) ? put({ lines }) : null;
    case 'delete':
      return draft ? put({ state: 'deleted' }) : null;
    case 'audit':
      return draft ? put({ state: 'audited' }) : null;
    case 'reverse':
      return draft || paper.receipts.length > 0 ? null : put({ state: 'draft' });
    case 'receive': {
      const { arrived, missing } = arrivalOf(command, paper);
      if (draft || !paper.travels || paper.kind !== 'transfer' || arrived + missing === 0)
        return null;
      return put({ receipts: [...paper.receipts, { id: receipt, arrived, missing }] });
    }
    case 'takeBack':
      return paper.receipts.length === 0 ? null : put({ receipts: paper.receipts.slice(0, -1) });
  }
}

function bodyOf(
  command: Pick<Command, 'kind' | 'lines' | 'branch' | 'travels'>,
  goods: readonly TestProduct[],
): GoodsDocumentInput {
  const { kind, lines, branch, travels } = command;
  const [here, there] = branch ? [shop.branch, shop.main] : [shop.main, shop.branch];
  const assembly = kind === 'assemble' || kind === 'disassemble';
  return shop.input(
    kind,
    lines.map((line, at) => ({
      barcode: goods[line.product]?.barcode ?? '',
      quantity: String(size(line)),
      unitPrice: '20',
      warehouseId: here,
      ...(kind === 'transfer' ? { targetWarehouseId: there } : {}),
      ...(assembly ? { role: at === 0 ? ('composite' as const) : ('part' as const) } : {}),
      allocations: [
        {
          stockType: line.stockType,
          ...(line.product === 1 ? { lot: line.lot } : {}),
          ...(line.product === 2 ? { serials: [...line.serials] } : {}),
        },
      ],
    })),
    kind === 'transfer' ? { travels } : {},
  );
}

interface World {
  readonly goods: readonly TestProduct[];
  readonly saved: Saved[];
}

/** Sends a command; null where the server refused by a rule. */
async function run(
  command: Command,
  papers: readonly Paper[],
  { goods, saved }: World,
): Promise<Saved | null> {
  const { act, pick } = command;
  const before = saved[pick];
  const paper = papers[pick];
  const { id = '999999', version = 0 } = before ?? {};
  try {
    switch (act) {
      case 'add':
        return await server.call(goodsDocuments.add, bodyOf(command, goods));
      case 'edit': {
        const body = bodyOf({ ...(paper ?? command), lines: command.lines }, goods);
        return await server.call(goodsDocuments.update, { ...body, id, version });
      }
      case 'delete':
        await server.call(goodsDocuments.remove, { id });
        break;
      case 'receive': {
        const [line] = paper?.lines ?? [];
        if (paper === undefined || line === undefined) return null;
        const { arrived, missing } = arrivalOf(command, paper);
        const gone = size(line) - left(paper);
        const named = (count: number, skip: number) =>
          line.product === 2 ? [...firstOf(line, skip, count).serials] : [];
        const part = {
          line: 1,
          lot: line.product === 1 ? line.lot : '',
          stockType: line.stockType,
          arrived: String(arrived),
          missing: String(missing),
          serials: named(arrived, gone),
          missingSerials: named(missing, gone + arrived),
        };
        const received = await server.call(receiveGoods, { id, parts: [part] });
        return { ...received, version };
      }
      case 'takeBack': {
        const last = paper?.receipts.at(-1);
        if (last === undefined) return null;
        await server.call(takeBackReceipt, { id: last.id });
        return before ?? null;
      }
      default:
        await server.call(goodsDocuments.setStatus, {
          ids: id,
          status: act === 'audit' ? '1' : '0',
        });
    }
    return before === undefined ? null : { ...before, version: version + 1 };
  } catch (error) {
    if (error instanceof Refused && [400, 404, 422].includes(error.refusal.status)) return null;
    throw error;
  }
}

const aLine: fc.Arbitrary<Line> = fc.record({
  product: fc.constantFrom(0, 1, 2),
  quantity: fc.integer({ min: 1, max: 4 }),
  lot: fc.constantFrom('A', 'B'),
  stockType: fc.constantFrom('formal', 'formal', 'defective'),
  serials: fc.subarray(['s1', 's2', 's3', 's4'], { minLength: 1, maxLength: 3 }),
});
const aCommand: fc.Arbitrary<Command> = fc.record({
  act: fc.constantFrom(
    'add',
    'add',
    'add',
    'add',
    'edit',
    'delete',
    'audit',
    'audit',
    'reverse',
    'receive',
    'receive',
    'takeBack',
  ),
  kind: fc.constantFrom(...kinds),
  lines: fc.array(aLine, { minLength: 1, maxLength: 3 }),
  branch: fc.boolean(),
  travels: fc.boolean(),
  closes: fc.boolean(),
  pick: fc.nat(LENGTH),
});

/** Receipts and takings back need a transfer that travels; others any document that is there. */
function fitted(command: Command, papers: readonly Paper[]): Command | null {
  const { act, pick } = command;
  if (act === 'add') return command;
  const fits = papers.flatMap((paper, at) =>
    act === 'receive' || act === 'takeBack'
      ? paper.kind === 'transfer' && paper.travels
        ? [at]
        : []
      : [at],
  );
  const chosen = fits[pick % Math.max(fits.length, 1)];
  return chosen === undefined ? null : { ...command, pick: chosen };
}

/** What the balances say, in the reference's keys. */
async function heldNow(goods: readonly TestProduct[]): Promise<Map<string, number>> {
  const ids = goods.map(({ skuId }) => skuId);
  return server.arrange(shop.company, async (tx) => {
    const { tenantId } = shop.company;
    const { rows } = await sql<{
      sku: string;
      warehouse: string;
      lot: string;
      type: string;
      count: string;
    }>`
      select sku_id as sku, warehouse_id as warehouse, lot, stock_type as type, quantity as count from stock_balance
      where tenant_id = ${tenantId} and sku_id = any(${ids.slice(0, 2)}::bigint[]) and quantity <> 0
      union all
      select sku_id, warehouse_id, serial, stock_type, 1 from serial_number
      where tenant_id = ${tenantId} and sku_id = ${ids[2]} and warehouse_id is not null`.execute(
      tx,
    );
    return new Map(
      rows.map(({ sku, warehouse, lot, type, count }) => [
        `${place(warehouse === shop.branch)} ${ids.indexOf(sku)} ${type} ${lot}`,
        Number(count),
      ]),
    );
  });
}

test('lots, serials and stock types lie where the documents say, and nothing else is refused or let through', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aCommand, { minLength: LENGTH, maxLength: LENGTH }),
      async (commands) => {
        const goods = [
          await shop.product(),
          await shop.product({ lots: true }),
          await shop.product({ serials: true }),
        ];
        const world: World = { goods, saved: [] };
        let papers: readonly Paper[] = [];
        for (const wish of commands) {
          const command = fitted(wish, papers);
          if (command === null) continue;
          const allowed = after(papers, command) !== null;
          const saved = await run(command, papers, world);
          expect({ command, paper: papers[command.pick], done: saved !== null }).toEqual({
            command,
            paper: papers[command.pick],
            done: allowed,
          });
          if (saved === null) continue;
          papers = after(papers, command, saved.id) ?? papers;
          if (command.act === 'add') world.saved.push(saved);
          else if (command.act !== 'receive' && command.act !== 'takeBack')
            world.saved[command.pick] = saved;
        }
        const expected = [...stockOf(papers)].filter(([, count]) => count !== 0);
        expect(await heldNow(goods)).toEqual(new Map(expected));
        expect(await shop.broken()).toEqual([]);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});
