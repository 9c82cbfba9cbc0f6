// Sends the commands of the model test to the server, and reads what the server's books say in the reference's words.
import {
  auditCount,
  documentToConvert,
  finishCount,
  forceClose,
  goodsDocuments,
  moneyDocuments,
  orderCalls,
  receiveGoods,
  reverseCount,
  startCount,
  takeBackReceipt,
  enterCount,
} from '@tradehouse/contract';
import type { GoodsDocumentInput, InputOf } from '@tradehouse/contract';
import { ZERO, decimal, plain } from '@tradehouse/domain';
import type { Decimal, ErrorKey } from '@tradehouse/domain';
import { sql } from 'kysely';
import { Refused } from '../../../testing.ts';
import type { Saved, Shop, TestProduct } from '../testShop.ts';
import type { Act } from './acts.ts';
import {
  allPurses,
  depositTaken,
  progressFor,
  progressOf,
  settledOf,
  sourcesOf,
  stockOf,
  takenOf,
} from './books.ts';
import type { Sheet, State } from './books.ts';
import { holderOf } from './owed.ts';
import { TODAY, amountsOf, inForce, isMoney, otherSpot, unitsOf, usesDeposit } from './papers.ts';
import type { Paper, PaperLine, Spot } from './papers.ts';

/** What the server knows the papers and sheets of one history by. */
export interface World {
  /** With a member of the history's own, whose prepayment begins at nothing. */
  readonly shop: Shop;
  readonly goods: readonly TestProduct[];
  readonly saved: Saved[];
  readonly sheets: string[];
  /** What the purses held before the history. */
  readonly purses: ReadonlyMap<string, Decimal>;
}

export async function aWorld(company: Shop): Promise<World> {
  const shop = { ...company, member: await aMember(company) };
  const goods = [
    await shop.product(),
    await shop.product({ lots: true }),
    await shop.product({ serials: true }),
    await shop.product(),
  ];
  return { shop, goods, saved: [], sheets: [], purses: await pursesNow(shop) };
}

const aMember = ({ server, company }: Shop): Promise<string> =>
  server.arrange(company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into partner (tenant_id, type, name)
      select ${company.tenantId}, 'member', 'Member ' || count(*) + 1 from partner
      where tenant_id = ${company.tenantId} and type = 'member'
      returning id`.execute(tx);
    return rows[0]?.id ?? '';
  });

const placeOf = ({ main, branch }: Shop, spot: Spot): string => (spot === 'main' ? main : branch);
const codeOf = (
  { goods }: World,
  { product, boxed }: Pick<PaperLine, 'product' | 'boxed'>,
): string => goods[product]?.[boxed ? 'box' : 'barcode'] ?? '';

/** A business time, in the middle of a numbered day; absent: now. */
const timeOf = (day: number): object =>
  day === TODAY ? {} : { time: `2026-03-${String(day + 10)}T13:00:00Z` };

function partnerOf(shop: Shop, paper: Paper): object {
  if (paper.kind.startsWith('other') || paper.kind === 'purchaseRequest') return {};
  const holder = holderOf(paper) as keyof Shop;
  return { partnerId: shop[holder] ?? null };
}

function goodsBody(
  paper: Paper,
  world: World,
  keeps: (line: PaperLine) => boolean,
): GoodsDocumentInput {
  const { kind, spot } = paper;
  const { shop } = world;
  const { payable, depositUsed, paidNow } = amountsOf(paper);
  const assumed =
    paper.paid === 'all' &&
    payable.gte(depositUsed) &&
    kind !== 'purchaseOrder' &&
    kind !== 'saleOrder';
  const retail = kind.startsWith('retail');
  return shop.input(
    kind,
    paper.lines.map((line) => ({
      ...(keeps(line) ? { line: line.line } : {}),
      role: line.role,
      barcode: codeOf(world, line),
      quantity: plain(unitsOf(line)),
      unitPrice: line.price,
      taxRate: String(line.taxRate),
      warehouseId: placeOf(shop, spot),
      ...(kind === 'transfer' ? { targetWarehouseId: placeOf(shop, otherSpot(spot)) } : {}),
      allocations: [
        {
          stockType: line.stockType,
          ...(line.lot === '' ? {} : { lot: line.lot }),
          ...(line.serials.length === 0 ? {} : { serials: [...line.serials] }),
        },
      ],
      ...(line.from === null
        ? {}
        : { sourceDocumentId: world.saved[line.from.paper]?.id ?? '', sourceLine: line.from.line }),
    })),
    {
      ...partnerOf(shop, paper),
      ...timeOf(paper.day),
      status: paper.audited ? '1' : '0',
      discountRate: String(paper.discountRate),
      serviceRate: String(paper.serviceRate),
      otherFees: String(paper.fees),
      freight: String(paper.freight),
      allocateBy: paper.allocateBy,
      ...(usesDeposit(paper) ? { depositUsed: String(paper.depositUsed) } : {}),
      ...(assumed || retail ? {} : { paidNow: plain(paidNow) }),
      ...(retail && paper.prepaid ? { payment: 'prepaid' } : {}),
      ...(kind === 'transfer' ? { travels: paper.travels } : {}),
    },
  );
}

function moneyBody(paper: Paper, { shop, saved }: World): InputOf<typeof moneyDocuments.add> {
  const amount = String(paper.amount);
  const bill = paper.settles === null ? null : (saved[paper.settles]?.id ?? null);
  return {
    kind: paper.kind,
    ...partnerOf(shop, paper),
    ...timeOf(paper.day),
    status: paper.audited ? '1' : '0',
    accountId: shop.cash,
    lines: [bill === null ? { accountId: shop.cash, amount } : { settledDocumentId: bill, amount }],
  };
}

/** Sends a command; the key of the refusal where a rule forbids it, null where it was done. */
export async function send(act: Act, state: State, world: World): Promise<ErrorKey | null> {
  try {
    await sent(act, state, world);
    return null;
  } catch (error) {
    if (error instanceof Refused && error.refusal.status < 500) return error.refusal.key;
    throw error;
  }
}

async function sent(act: Act, state: State, world: World): Promise<void> {
  const { shop, saved, sheets } = world;
  const { server } = shop;
  switch (act.act) {
    case 'add':
      saved.push(await add(act, state, world));
      return;
    case 'edit': {
      const { id = '', version = 0 } = saved[act.at] ?? {};
      const known = new Set(state.papers[act.at]?.lines.map(({ line }) => line));
      const at = { id, version: act.stale ? version + 7 : version };
      saved[act.at] = isMoney(act.paper)
        ? await server.call(moneyDocuments.update, {
            ...moneyBody(act.paper, world),
            ...at,
            status: '0',
          })
        : await server.call(goodsDocuments.update, {
            ...goodsBody(act.paper, world, ({ line }) => known.has(line)),
            ...at,
            status: '0',
          });
      return;
    }
    case 'receive':
      saved.push(await receive(act.paper, act.at, world));
      return;
    case 'count': {
      const { barcode } = world.goods[act.sheet.product] as TestProduct;
      const warehouseId = placeOf(shop, act.sheet.spot);
      const { id } = await server.call(startCount, { warehouseId, keyword: barcode });
      await enter(act.sheet, id, world);
      sheets.push(id);
      return;
    }
    case 'recount': {
      const id = sheets[act.at] ?? '';
      await server.call(finishCount, { id });
      if (act.again !== null) await enter(act.again, id, world);
      return;
    }
    case 'postCount': {
      await server.call(auditCount, { ids: sheets[act.at] ?? '' });
      // Its document takes the next place among the papers, where it has one.
      const posted = await countDocument(sheets[act.at] ?? '', world);
      if (posted !== null) saved.push(posted);
      return;
    }
    case 'unpostCount':
      await server.call(reverseCount, { ids: sheets[act.at] ?? '' });
      return;
    case 'switch':
      await shop.set({ [columns[act.name]]: act.on });
      return;
    default:
      await step(act.act, act.at, state, world);
  }
}

const columns = {
  negativeStock: 'negative_stock',
  overLink: 'over_link',
  reserveOnOrder: 'reserve_on_order',
  forceApproval: 'force_approval',
} as const;

async function add(act: Extract<Act, { act: 'add' }>, state: State, world: World): Promise<Saved> {
  const { server } = world.shop;
  const { paper, twice } = act;
  if (act.converts) await checkRemaining(paper, state, world);
  const key = `model-${world.goods[0]?.barcode ?? ''}-${world.saved.length}-${Math.random()}`;
  const call = (): Promise<Saved> =>
    isMoney(paper)
      ? server.call(moneyDocuments.add, moneyBody(paper, world), { key })
      : server.call(
          goodsDocuments.add,
          goodsBody(paper, world, () => false),
          { key },
        );
  const first = await call();
  if (!twice) return first;
  const second = await call();
  if (second.id !== first.id || second.number !== first.number)
    throw new Error(`one key, two documents: ${first.number}, ${second.number}`);
  return first;
}

/** What is offered to be made of a paper is what its live children leave of it (domain.md 3.4). */
async function checkRemaining(
  paper: Paper,
  { papers }: State,
  { shop, saved }: World,
): Promise<void> {
  const [at = -1] = sourcesOf(paper);
  const source = papers[at];
  const ids = saved[at]?.id ?? '';
  const offered = await shop.server
    .call(documentToConvert, { ids, kind: paper.kind })
    .catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    });
  if (offered === null || source === undefined) return;
  const side = progressFor(source, paper) === 'purchased' ? 'purchased' : 'other';
  const left = source.lines.flatMap((line) => {
    const rest = decimal(line.pieces - takenOf(papers, at, line.line, side));
    const units = rest.dividedBy(line.boxed ? 12 : 1).toDecimalPlaces(6);
    return units.gt(0) ? [`${line.line}: ${plain(units)}`] : [];
  });
  const says = offered.lines.map((line) => `${line.sourceLine}: ${plain(decimal(line.remaining))}`);
  if (left.join() !== says.join())
    throw new Error(`${saved[at]?.number}: ${says.join()} is offered, ${left.join()} is left`);
}

async function receive(paper: Paper, at: number, { shop, saved }: World): Promise<Saved> {
  const [first] = paper.lines;
  const piecesOf = (role: string) => paper.lines.find((line) => line.role === role);
  const [item, part] = [piecesOf('item'), piecesOf('part')];
  const lost = part === undefined || part.pieces < 0 ? undefined : part;
  const reply = await shop.server.call(receiveGoods, {
    id: saved[at]?.id ?? '',
    parts: [
      {
        line: first?.from?.line ?? 1,
        lot: first?.lot ?? '',
        stockType: first?.stockType ?? 'formal',
        arrived: String(item?.pieces ?? 0),
        missing: String(lost?.pieces ?? 0),
        serials: [...(item?.serials ?? [])],
        missingSerials: [...(lost?.serials ?? [])],
      },
    ],
  });
  return { ...reply, version: 1 };
}

async function enter(sheet: Sheet, id: string, { shop, goods }: World): Promise<void> {
  const { product, lot, stockType, counted, serials } = sheet;
  const entry = {
    code: goods[product]?.barcode ?? '',
    stockType,
    ...(lot === '' ? {} : { lot }),
    ...(product === 2 ? { serials: [...serials] } : { quantity: String(counted) }),
  };
  await shop.server.call(enterCount, { id, entries: [entry] });
}

async function countDocument(sheetId: string, { shop }: World): Promise<Saved | null> {
  return shop.server.arrange(shop.company, async (tx) => {
    const { tenantId } = shop.company;
    const { rows } = await sql<Saved>`
      select d.id, d.version, coalesce(d.number, '') as number, '1' as status from count_sheet s
      join document d on d.tenant_id = ${tenantId} and d.id = s.document_id
      where s.tenant_id = ${tenantId} and s.id = ${sheetId}`.execute(tx);
    return rows[0] ?? null;
  });
}

type Step = Extract<Act, { at: number }>['act'];

async function step(
  act: Step,
  at: number,
  { papers }: State,
  { shop, saved }: World,
): Promise<void> {
  const { server } = shop;
  const before = saved[at];
  const paper = papers[at];
  if (before === undefined || paper === undefined) return;
  const { id } = before;
  const calls = isMoney(paper) ? moneyDocuments : goodsDocuments;
  switch (act) {
    case 'delete':
      await server.call(calls.remove, { id });
      break;
    case 'takeBack':
      await server.call(takeBackReceipt, { id });
      break;
    case 'forceClose':
      await server.call(forceClose, { ids: id });
      break;
    case 'complete':
    case 'unfreeze':
      await server.call(orderCalls[act], { ids: id });
      break;
    default:
      await server.call(calls.setStatus, { ids: id, status: act === 'audit' ? '1' : '0' });
  }
  saved[at] = { ...before, version: before.version + 1 };
}

// ------------------------------------------------------------------------------------------------ comparing

/** Both sides' books as text, one fact a line. */
export async function bothBooks(
  state: State,
  world: World,
): Promise<{ readonly model: readonly string[]; readonly server: readonly string[] }> {
  const { shop, goods, saved } = world;
  const ids = goods.map(({ skuId }) => skuId);
  const productOf = (skuId: string) => String(ids.indexOf(skuId));
  const spotOf = (id: string) => (id === shop.main ? 'main' : 'branch');
  const { tenantId } = shop.company;
  const documents = saved.map(({ id }) => id);
  const paperOf = (id: string) => documents.indexOf(id);
  const server = await shop.server.arrange(shop.company, async (tx) => {
    const read = async (
      query: ReturnType<typeof sql>,
      show: (row: Record<string, string>) => string,
    ) => (await query.execute(tx)).rows.map((row) => show(row as Record<string, string>));
    const all = sql`any(${ids}::bigint[])`;
    const own = sql`any(${documents}::bigint[])`;
    return [
      ...(await read(
        sql`select warehouse_id as spot, sku_id as sku, lot, stock_type as type, trim_scale(quantity)::text as quantity
          from stock_balance where tenant_id = ${tenantId} and sku_id = ${all} and quantity <> 0`,
        ({ spot = '', sku = '', lot, type, quantity }) =>
          `stock ${spotOf(spot)}|${productOf(sku)}|${lot}|${type} ${quantity}`,
      )),
      ...(await read(
        sql`select serial, warehouse_id as spot, stock_type as type from serial_number
          where tenant_id = ${tenantId} and sku_id = ${all} and warehouse_id is not null`,
        ({ serial, spot = '', type }) => `serial ${serial} ${spotOf(spot)} ${type}`,
      )),
      ...(await read(
        sql`select sku_id as sku, trim_scale(quantity)::text as quantity, trim_scale(value)::text as value
          from sku_cost where tenant_id = ${tenantId} and sku_id = ${all} and (quantity <> 0 or value <> 0)`,
        ({ sku = '', quantity, value }) => `worth ${productOf(sku)} ${quantity} at ${value}`,
      )),
      ...(await read(
        sql`select warehouse_id as spot, sku_id as sku, trim_scale(quantity)::text as quantity
          from stock_lock where tenant_id = ${tenantId} and sku_id = ${all} and quantity <> 0`,
        ({ spot = '', sku = '', quantity }) =>
          `locked ${spotOf(spot)} ${productOf(sku)} ${quantity}`,
      )),
      ...(await read(
        sql`select id, case when deleted_at is not null then 'deleted' else review end as review, closed::text, in_force::text as force,
            progress, purchase_progress as purchased, trim_scale(settled)::text as settled,
            trim_scale(deposit_taken)::text as deposit, trim_scale(debt)::text as debt, trim_scale(payable)::text as payable
          from document where tenant_id = ${tenantId} and id = ${own}`,
        ({
          id = '',
          review,
          closed,
          force,
          progress,
          purchased,
          settled,
          deposit,
          debt,
          payable,
        }) =>
          `paper ${paperOf(id)} ${review} ${closed} ${force} ${progress} ${purchased} settled ${settled} deposit ${deposit} owes ${debt} of ${payable}`,
      )),
      ...(await read(
        sql`select l.document_id as id, l.line::text, trim_scale(linked_quantity)::text as linked, trim_scale(done_quantity)::text as done
          from document_line l join document d on d.tenant_id = ${tenantId} and d.id = l.document_id and d.deleted_at is null
          where l.tenant_id = ${tenantId} and l.document_id = ${own} and (linked_quantity <> 0 or done_quantity <> 0)`,
        ({ id = '', line, linked, done }) =>
          `line ${paperOf(id)} ${line} linked ${linked} done ${done}`,
      )),
    ];
  });
  const money = [...(await pursesNow(shop))].flatMap(([purse, amount]) => {
    const change = amount.minus(world.purses.get(purse) ?? ZERO);
    return change.isZero() ? [] : [`purse ${purse} ${plain(change)}`];
  });
  return { model: told(state).toSorted(), server: [...server, ...money].toSorted() };
}

function told(state: State): string[] {
  const { papers, serials, worth, claims } = state;
  const locked = Map.groupBy(claims, ({ spot, product }) => `${spot} ${product}`);
  return [
    ...[...stockOf(papers)].map(([key, pieces]) => `stock ${key} ${pieces}`),
    ...[...serials].map(([serial, { spot, stockType }]) => `serial ${serial} ${spot} ${stockType}`),
    ...[...worth].flatMap(([product, { quantity, value }]) =>
      quantity.isZero() && value.isZero()
        ? []
        : [`worth ${product} ${plain(quantity)} at ${plain(value)}`],
    ),
    ...[...locked].map(
      ([spot, own]) => `locked ${spot} ${own.reduce((all, { pieces }) => all + pieces, 0)}`,
    ),
    ...papers.map((paper, at) => paperText(state, paper, at)),
    ...papers.flatMap((paper, at) => linesText(papers, paper, at)),
    ...[...allPurses(state)].map(([purse, amount]) => `purse ${purse} ${plain(amount)}`),
  ];
}

function paperText({ papers }: State, paper: Paper, at: number): string {
  const review = paper.deleted ? 'deleted' : paper.audited ? 'audited' : 'unreviewed';
  const { debt, payable } = amountsOf(paper);
  const live = papers.filter(
    ({ settles, ...one }) => settles === at && inForce({ settles, ...one }),
  );
  const settled = settledOf(live, at);
  const owed = isMoney(paper) ? decimal(paper.amount) : payable;
  return `paper ${at} ${review} ${String(paper.closed)} ${String(inForce(paper))} ${progressOf(papers, at, 'other')} ${progressOf(papers, at, 'purchased')} settled ${plain(settled)} deposit ${plain(depositTaken(papers, at))} owes ${plain(debt)} of ${plain(owed)}`;
}

function linesText(papers: readonly Paper[], paper: Paper, at: number): string[] {
  if (paper.deleted) return [];
  return paper.lines.flatMap(({ line }) => {
    const linked = takenOf(papers, at, line, 'other');
    const done = takenOf(papers, at, line, 'other', inForce);
    return linked === 0 && done === 0 ? [] : [`line ${at} ${line} linked ${linked} done ${done}`];
  });
}

const heldBy = [
  'supplier',
  'otherSupplier',
  'customer',
  'otherCustomer',
  'member',
] as const satisfies readonly (keyof Shop)[];
const withHolder = new Set(['receivable', 'payable', 'deposit', 'prepaid']);

/** What every purse holds, by its name and (of debts) whose it is. */
async function pursesNow(shop: Shop): Promise<Map<string, Decimal>> {
  const { rows } = await shop.server.arrange(shop.company, (tx) =>
    sql<{ purse: string; holder: string; amount: string }>`
      select purse, holder_id as holder, amount from money_balance
      where tenant_id = ${shop.company.tenantId}`.execute(tx),
  );
  return new Map(
    rows.map(({ purse, holder, amount }) => {
      const name = heldBy.find((one) => shop[one] === holder) ?? holder;
      return [withHolder.has(purse) ? `${purse} ${name}` : purse, decimal(amount)];
    }),
  );
}
