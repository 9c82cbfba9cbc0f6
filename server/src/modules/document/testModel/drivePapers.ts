// Sends the saves and actions of papers to the server.
import {
  documentToConvert,
  forceClose,
  goodsDocuments,
  moneyDocuments,
  orderCalls,
  receiveGoods,
  takeBackReceipt,
} from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { Refused } from '../../../testing.ts';
import type { Saved } from '../testShop.ts';
import type { Act } from './acts.ts';
import type { AtPaper } from './steps.ts';
import { goodsBody, moneyBody } from './bodies.ts';
import type { State } from './books.ts';
import { progressFor, takenOf } from './links.ts';
import { isMoney, sourcesOf } from './papers.ts';
import type { Paper } from './papers.ts';
import type { World } from './world.ts';

export async function add(
  act: Extract<Act, { act: 'add' }>,
  state: State,
  world: World,
): Promise<Saved> {
  const { server } = world.shop;
  const { paper, twice } = act;
  if (act.converts) await checkRemaining(paper, state, world);
  const key = `model-${world.goods[0]?.barcode ?? ''}-${world.saved.length}-${Math.random()}`;
  const call = (): Promise<Saved> =>
    isMoney(paper)
      ? server.call(moneyDocuments.add, moneyBody(paper, world), { key })
      : server.call(goodsDocuments.add, goodsBody(paper, world, null), { key });
  const first = await call();
  if (!twice) return first;
  const second = await call();
  if (second.id !== first.id || second.number !== first.number)
    throw new Error(`one key, two documents: ${first.number}, ${second.number}`);
  return first;
}

/** Checks that the server proposes the open rest of a source for conversion. */
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
    return units.gt(0) ? [`${line.line}: ${toPlainDecimal(units)}`] : [];
  });
  const says = offered.lines.map(
    (line) => `${line.sourceLine}: ${toPlainDecimal(decimal(line.remaining))}`,
  );
  if (left.join() !== says.join())
    throw new Error(`${saved[at]?.number}: ${says.join()} is offered, ${left.join()} is left`);
}

export async function edit(
  { at, paper, stale }: Extract<Act, { act: 'edit' }>,
  { papers }: State,
  world: World,
): Promise<Saved> {
  const { server } = world.shop;
  const { id = '', version = 0 } = world.saved[at] ?? {};
  const known = new Set(papers[at]?.lines.map(({ line }) => line));
  const saved = { id, version: stale ? version + 7 : version, status: '0' } as const;
  // A change keeps unnamed fields.
  const stated = { time: new Date().toISOString(), currency: world.currency };
  if (isMoney(paper))
    return server.call(moneyDocuments.update, { ...stated, ...moneyBody(paper, world), ...saved });
  const body = goodsBody(paper, world, ({ line }) => known.has(line));
  const blanks = { depositUsed: '0', payment: 'now' as const };
  return server.call(goodsDocuments.update, { ...stated, ...blanks, ...body, ...saved });
}

export async function receive(paper: Paper, at: number, { shop, saved }: World): Promise<Saved> {
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

/** Applies an action to several papers in one call. */
export async function step(
  act: AtPaper,
  all: readonly number[],
  { papers }: State,
  { shop: { server }, saved }: World,
): Promise<void> {
  const [first = -1] = all;
  const ids = all.map((at) => saved[at]?.id ?? '').join();
  const money = papers[first] !== undefined && isMoney(papers[first]);
  const calls = money ? moneyDocuments : goodsDocuments;
  switch (act) {
    case 'delete':
      await (all.length === 1
        ? server.call(calls.remove, { id: ids })
        : server.call(calls.removeBatch, { ids }));
      break;
    case 'takeBack':
      await server.call(takeBackReceipt, { id: ids });
      break;
    case 'forceClose':
      await server.call(forceClose, { ids });
      break;
    case 'complete':
    case 'unfreeze':
      await server.call(orderCalls[act], { ids });
      break;
    default:
      await server.call(calls.setStatus, { ids, status: act === 'approve' ? '1' : '0' });
  }
  for (const at of all) {
    const before = saved[at];
    if (before !== undefined) saved[at] = { ...before, version: before.version + 1 };
  }
}
