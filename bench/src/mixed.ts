import { randomUUID } from 'node:crypto';
import { PartnerFields, goodsDocuments, partners } from '@tradehouse/contract';
import { CallFailed, createBenchClient, signInBenchUser } from './client.ts';
import type { BenchClient } from './client.ts';
import { PASSWORD } from './company.ts';
import type { BenchCompany } from './company.ts';
import { drawNumberBelow, drawOneOf } from './draw.ts';
import { oneToChange } from './drafts.ts';
import type { SaleDraft } from './drafts.ts';
import { runLoadScenario, quantileOfTimes } from './load.ts';
import type { LoadFigure, LoadRun } from './load.ts';
import { byKind, kindAt, mix } from './mix.ts';
import type { KindName } from './mix.ts';
import { SAVE, drawBenchSale } from './posting.ts';
import { questions } from './reading.ts';

/** Result of the calls of one kind; times in milliseconds. */
export interface KindFigure {
  readonly kind: KindName;
  /** Share in a hundred calls. */
  readonly of: number;
  readonly count: number;
  /** Edits correctly refused because of a newer version. */
  readonly conflicts: number;
  readonly failed: number;
  readonly p50: number;
  readonly p95: number;
  /** The first failure, in words. */
  readonly failure?: string;
}

export interface Mixed {
  readonly all: LoadFigure;
  readonly kinds: readonly KindFigure[];
}

/** Working user: connection, company, and the shared drafts. */
interface MixedSeat {
  readonly http: BenchClient;
  readonly company: BenchCompany;
  readonly drafts: SaleDraft[];
  /** Documents shown by lists, to open. */
  readonly documentIds: readonly string[];
}

interface SavedSale {
  readonly id: string;
  readonly version: number;
}

/** Timed part of an action, with all inputs ready. */
type MixedCall = () => Promise<unknown>;

const prepareReadCall =
  (sort: string) =>
  ({ http, company }: MixedSeat): MixedCall => {
    const { path, query } = drawOneOf(questions.filter((question) => question.sort === sort)).ask(
      company,
    );
    return () => http.get(path, query);
  };

async function postSale({ http, company, drafts }: MixedSeat): Promise<void> {
  const sale = drawBenchSale(company);
  // SAFETY: type of the endpoint's reply.
  const { id, version } = (await http.post(SAVE, sale, randomUUID())) as SavedSale;
  drafts.push({ id, version, sale, approved: false });
}

/** Saves a changed sale; the next change starts from it. */
const prepareSaleChange =
  (changes: (company: BenchCompany) => object) =>
  ({ http, company, drafts }: MixedSeat): MixedCall => {
    const draft = oneToChange(drafts);
    const { id, version, sale } = draft;
    const body = { ...sale, ...changes(company), id, version };
    return async () => {
      // SAFETY: type of the endpoint's reply.
      const saved = (await http.put(goodsDocuments.update.path, body, randomUUID())) as SavedSale;
      draft.version = saved.version;
    };
  };

function approveOrNot({ http, drafts }: MixedSeat): MixedCall {
  const draft = drawOneOf(drafts);
  const { id, version, approved } = draft;
  const body = { ids: id, status: approved ? '0' : '1', versions: String(version) };
  return async () => {
    await http.post(goodsDocuments.setStatus.path, body, randomUUID());
    Object.assign(draft, { version: version + 1, approved: !approved });
  };
}

const written = ['id', 'version', ...Object.keys(PartnerFields.properties)];

/** Opens a customer like the form does, then saves it with another remark. */
async function changeCustomer({ http, company }: MixedSeat): Promise<MixedCall> {
  const info = await http.get(partners.infoCall.path, { id: drawOneOf(company.customerIds) });
  // SAFETY: a record is an object of its fields.
  const fields = Object.entries(info as object).filter(([name]) => written.includes(name));
  const body = { ...Object.fromEntries(fields), remark: `called on ${drawNumberBelow(1000)}` };
  return () => http.put(partners.update.path, body, randomUUID());
}

const acts: Readonly<Record<KindName, (seat: MixedSeat) => MixedCall | Promise<MixedCall>>> = {
  list: prepareReadCall('list'),
  report: prepareReadCall('report'),
  'type-ahead': prepareReadCall('type-ahead'),
  dashboard: prepareReadCall('dashboard'),
  document:
    ({ http, documentIds }) =>
    () =>
      http.get(goodsDocuments.info.path, { id: drawOneOf(documentIds) }),
  'change lines': prepareSaleChange((company) => ({ lines: drawBenchSale(company).lines })),
  'change head': prepareSaleChange(() => ({ remark: `asked for ${drawNumberBelow(1000)}` })),
  'approve or unapprove': approveOrNot,
  'change a customer': changeCustomer,
  'post a sale': (seat) => () => postSale(seat),
};

interface MixedCallCounts {
  readonly times: number[];
  readonly failures: unknown[];
  conflicts: number;
}
type MixedTally = Readonly<Record<KindName, MixedCallCounts>>;

export const newTally = (): MixedTally => byKind(() => ({ times: [], failures: [], conflicts: 0 }));

/** Times and counts a call. A conflict with a newer version is an answer; any further refusal a failure. */
export async function countMixedCall(counted: MixedCallCounts, call: MixedCall): Promise<void> {
  const since = performance.now();
  try {
    await call();
    counted.times.push(performance.now() - since);
  } catch (error) {
    if (error instanceof CallFailed && error.key === STALE) {
      counted.conflicts += 1;
      return;
    }
    counted.failures.push(error);
    throw error;
  }
}

const figuresOfMixedTally = (tally: MixedTally): KindFigure[] =>
  mix.map(({ name: kind, share: of }) => {
    const { times, conflicts, failures } = tally[kind];
    const sorted = times.toSorted((a, b) => a - b);
    return {
      kind,
      of,
      count: times.length,
      conflicts,
      failed: failures.length,
      p50: quantileOfTimes(sorted, 0.5),
      p95: quantileOfTimes(sorted, 0.95),
      ...(failures.length > 0 && { failure: String(failures[0]).slice(0, 300) }),
    };
  });

/** Error key of a record saved by another user meanwhile. */
const STALE = 'record.stale';

const DRAFTS = 200;
const WARM_UP = 128;

async function seatsOf(port: number, company: BenchCompany, clients: number): Promise<MixedSeat[]> {
  // One sign-in for all: sessions per user are limited.
  const token = await signInBenchUser(port, company.code, PASSWORD);
  const drafts: SaleDraft[] = [];
  const seats = Array.from({ length: clients }, () => ({
    http: createBenchClient(port, token),
    company,
    drafts,
  }));
  const [first] = seats;
  const documentIds = first === undefined ? [] : await shownDocuments(first.http);
  return seats.map((seat) => ({ ...seat, documentIds }));
}

function drawKind(leftOut: readonly KindName[]): KindName {
  const kind = kindAt(drawNumberBelow(100));
  return leftOut.includes(kind) ? drawKind(leftOut) : kind;
}

async function shownDocuments(http: BenchClient): Promise<string[]> {
  const search = { kind: 'saleOut' };
  // SAFETY: type of a list's reply.
  const { rows } = (await http.get('/depotHead/list', {
    search,
    currentPage: 1,
    pageSize: 500,
  })) as {
    rows: readonly { id: string }[];
  };
  return rows.map(({ id }) => id);
}

/**
 * Lets people of one company do a day's work.
 *
 * @param leftOut kinds of calls to leave out
 */
export async function workDay(
  port: number,
  company: BenchCompany,
  run: LoadRun,
  leftOut: readonly KindName[] = [],
): Promise<Mixed> {
  const seats = await seatsOf(port, company, run.clients);
  const act = async (index: number, tally: MixedTally): Promise<void> => {
    const seat = seats[index];
    if (seat === undefined) return;
    const kind = drawKind(leftOut);
    await countMixedCall(tally[kind], await acts[kind](seat));
  };
  try {
    for (let n = 0; n < DRAFTS; n += seats.length) await Promise.all(seats.map(postSale));
    const warmUp = newTally();
    await runLoadScenario({ ...run, most: WARM_UP, warmUp: 0, begun: undefined }, (index) =>
      act(index, warmUp),
    );
    const tally = newTally();
    const all = await runLoadScenario({ ...run, warmUp: 0 }, (index) => act(index, tally));
    return { all, kinds: figuresOfMixedTally(tally) };
  } finally {
    for (const { http } of seats) http.close();
  }
}
