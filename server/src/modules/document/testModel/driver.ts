// Sends the commands of the model test to the server.
import {
  activities,
  auditCount,
  documentToConvert,
  finishCount,
  forceClose,
  goodsDocuments,
  moneyDocuments,
  orderCalls,
  receiveGoods,
  releaseActivity,
  reverseCount,
  startCount,
  takeBackReceipt,
  enterCount,
} from '@tradehouse/contract';
import type { GoodsDocumentInput, InputOf } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import type { ErrorKey } from '@tradehouse/domain';
import { sql } from 'kysely';
import { Refused } from '../../../testing.ts';
import type { Saved, TestProduct } from '../testShop.ts';
import type { Act } from './acts.ts';
import type { ActivityLine } from './activities.ts';
import type { State } from './books.ts';
import type { Sheet } from './counts.ts';
import { progressFor, takenOf } from './links.ts';
import { partnerOf } from './masters.ts';
import { otherAccount, partsOf } from './money.ts';
import { numberOf } from './numbers.ts';
import { removeMaster } from './driveMasters.ts';
import {
  amountsOf,
  isMoney,
  isRetail,
  otherSpot,
  sourcesOf,
  spotOf,
  timeOf,
  unitsOf,
  usesDeposit,
} from './papers.ts';
import type { Paper, PaperLine } from './papers.ts';
import type { World } from './world.ts';

const codeOf = (
  { goods }: World,
  { product, boxed }: Pick<PaperLine, 'product' | 'boxed'>,
): string => goods[product]?.[boxed ? 'box' : 'barcode'] ?? '';

/** What heads of goods and of money have in common. */
function headOf(paper: Paper, world: World): object {
  const { currency, rate, person, prepaid } = paper;
  const { ids, goods } = world;
  const partner = partnerOf(paper);
  const number = numberOf(paper, goods[0]?.barcode ?? '');
  const ahead = isRetail(paper) && prepaid;
  const parts = ahead ? [] : partsOf(paper, amountsOf(paper).paidNow);
  return {
    partnerId: partner === null ? null : ids[partner],
    ...timeOf(paper.day),
    ...(number === null ? {} : { number }),
    ...(currency === 'own' ? {} : { currency, exchangeRate: String(rate) }),
    ...(person === null ? {} : { handlerId: ids[person] }),
    status: paper.audited ? '1' : '0',
    accountId: ahead ? null : ids[paper.account],
    ...(parts.length > 1
      ? {
          accountId: null,
          settlements: parts.map(([name, part]) => ({ accountId: ids[name], amount: plain(part) })),
        }
      : {}),
  };
}

function goodsBody(
  paper: Paper,
  world: World,
  keeps: (line: PaperLine) => boolean,
): GoodsDocumentInput {
  const { kind, activity, person } = paper;
  const { shop, ids } = world;
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
      warehouseId: ids[spotOf(paper, line)],
      ...(kind === 'transfer' ? { targetWarehouseId: ids[otherSpot(spotOf(paper, line))] } : {}),
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
      ...headOf(paper, world),
      ...(person === null ? {} : { salespersonIds: [ids[person]] }),
      ...(activity === null ? {} : { activityId: world.activities[activity] ?? '' }),
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

function moneyBody(paper: Paper, world: World): InputOf<typeof moneyDocuments.add> {
  const { ids, saved } = world;
  const amount = String(paper.amount);
  const bill = paper.settles === null ? null : (saved[paper.settles]?.id ?? null);
  const of: Readonly<Record<string, object>> = {
    advanceIn: { accountId: ids[paper.account] },
    giro: { accountId: ids[otherAccount(paper)] },
    itemIn: { itemId: ids[paper.item] },
    itemOut: { itemId: ids[paper.item] },
  };
  return {
    kind: paper.kind,
    ...headOf(paper, world),
    lines: [{ ...(of[paper.kind] ?? { settledDocumentId: bill }), amount }],
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
      const warehouseId = world.ids[act.sheet.spot];
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
    case 'activity': {
      const name = `Sale ${world.goods[0]?.barcode ?? ''} ${world.activities.length}`;
      const { id } = await server.call(activities.add, activityBody(name, act.lines, world));
      world.activities.push(id);
      return;
    }
    case 'retarget': {
      const id = world.activities[act.at] ?? '';
      const { name, version } = await server.call(activities.infoCall, { id });
      await server.call(activities.update, {
        ...activityBody(name, act.lines, world),
        id,
        version,
      });
      return;
    }
    case 'endActivity':
      await server.call(releaseActivity, { id: world.activities[act.at] ?? '' });
      return;
    case 'dropActivity':
      await server.call(activities.remove, { id: world.activities[act.at] ?? '' });
      return;
    case 'remove':
      await removeMaster(act.master, world);
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

const activityBody = (name: string, lines: readonly ActivityLine[], world: World) => ({
  name,
  beginsAt: '2026-01-01T00:00:00Z',
  endsAt: `${new Date().getUTCFullYear() + 1}-12-01T00:00:00Z`,
  lines: lines.map(({ product, spot, target }) => ({
    barcode: codeOf(world, { product, boxed: false }),
    warehouseId: world.ids[spot],
    quantity: String(target),
  })),
});

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
