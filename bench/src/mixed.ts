import { randomUUID } from 'node:crypto';
import { PartnerFields, goodsDocuments, partners } from '@tradehouse/contract';
import { CallFailed, client, signIn } from './client.ts';
import type { Client } from './client.ts';
import { PASSWORD } from './company.ts';
import type { Company } from './company.ts';
import { draw, oneOf } from './draw.ts';
import { oneToChange } from './drafts.ts';
import type { Draft } from './drafts.ts';
import { load, share } from './load.ts';
import type { Figure, Run } from './load.ts';
import { byKind, kindAt, mix } from './mix.ts';
import type { KindName } from './mix.ts';
import { SAVE, aSale } from './posting.ts';
import { questions } from './reading.ts';

/** How the calls of one kind did; times in milliseconds. */
export interface KindFigure {
  readonly kind: KindName;
  /** Its share of a hundred calls. */
  readonly of: number;
  readonly count: number;
  /** Edits that met a newer version: refused as they should be. */
  readonly conflicts: number;
  readonly failed: number;
  readonly p50: number;
  readonly p95: number;
  /** The first failure, in words. */
  readonly failure?: string;
}

export interface Mixed {
  readonly all: Figure;
  readonly kinds: readonly KindFigure[];
}

/** One who works: a connection, the company, and what others work on, too. */
interface Seat {
  readonly http: Client;
  readonly company: Company;
  readonly drafts: Draft[];
  /** Documents that lists show, to open. */
  readonly documentIds: readonly string[];
}

interface Saved {
  readonly id: string;
  readonly version: number;
}

/** What is timed, once all it needs is there. */
type Call = () => Promise<unknown>;

const read =
  (sort: string) =>
  ({ http, company }: Seat): Call => {
    const { path, query } = oneOf(questions.filter((question) => question.sort === sort)).ask(
      company,
    );
    return () => http.get(path, query);
  };

async function postSale({ http, company, drafts }: Seat): Promise<void> {
  const sale = aSale(company);
  // SAFETY: what the call promises.
  const { id, version } = (await http.post(SAVE, sale, randomUUID())) as Saved;
  drafts.push({ id, version, sale, approved: false });
}

/** Saves a sale that was changed; what it is now, the next one starts from. */
const change =
  (changes: (company: Company) => object) =>
  ({ http, company, drafts }: Seat): Call => {
    const draft = oneToChange(drafts);
    const { id, version, sale } = draft;
    const body = { ...sale, ...changes(company), id, version };
    return async () => {
      // SAFETY: what the call promises.
      const saved = (await http.put(goodsDocuments.update.path, body, randomUUID())) as Saved;
      draft.version = saved.version;
    };
  };

function approveOrNot({ http, drafts }: Seat): Call {
  const draft = oneOf(drafts);
  const { id, version, approved } = draft;
  const body = { ids: id, status: approved ? '0' : '1', versions: String(version) };
  return async () => {
    await http.post(goodsDocuments.setStatus.path, body, randomUUID());
    Object.assign(draft, { version: version + 1, approved: !approved });
  };
}

const written = ['id', 'version', ...Object.keys(PartnerFields.properties)];

/** Opens a customer, as the form does, and then saves it with another remark. */
async function changeCustomer({ http, company }: Seat): Promise<Call> {
  const info = await http.get(partners.infoCall.path, { id: oneOf(company.customerIds) });
  // SAFETY: a record is an object of its fields.
  const fields = Object.entries(info as object).filter(([name]) => written.includes(name));
  const body = { ...Object.fromEntries(fields), remark: `called on ${draw(1000)}` };
  return () => http.put(partners.update.path, body, randomUUID());
}

const acts: Readonly<Record<KindName, (seat: Seat) => Call | Promise<Call>>> = {
  list: read('list'),
  report: read('report'),
  'type-ahead': read('type-ahead'),
  dashboard: read('dashboard'),
  document:
    ({ http, documentIds }) =>
    () =>
      http.get(goodsDocuments.info.path, { id: oneOf(documentIds) }),
  'change lines': change((company) => ({ lines: aSale(company).lines })),
  'change head': change(() => ({ remark: `asked for ${draw(1000)}` })),
  'approve or unapprove': approveOrNot,
  'change a customer': changeCustomer,
  'post a sale': (seat) => () => postSale(seat),
};

/** What became of the calls of one kind. */
interface Counted {
  readonly times: number[];
  readonly failures: unknown[];
  conflicts: number;
}
type Tally = Readonly<Record<KindName, Counted>>;

export const newTally = (): Tally => byKind(() => ({ times: [], failures: [], conflicts: 0 }));

/** Times a call and counts it. An edit that meets a newer version has been answered; any other refusal is a failure. */
export async function count(counted: Counted, call: Call): Promise<void> {
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

const figuresOf = (tally: Tally): KindFigure[] =>
  mix.map(({ name: kind, share: of }) => {
    const { times, conflicts, failures } = tally[kind];
    const sorted = times.toSorted((a, b) => a - b);
    return {
      kind,
      of,
      count: times.length,
      conflicts,
      failed: failures.length,
      p50: share(sorted, 0.5),
      p95: share(sorted, 0.95),
      ...(failures.length > 0 && { failure: String(failures[0]).slice(0, 300) }),
    };
  });

/** How the server says that somebody else has saved it meanwhile. */
const STALE = 'record.stale';

const DRAFTS = 200;
const WARM_UP = 128;

async function seatsOf(port: number, company: Company, clients: number): Promise<Seat[]> {
  // One sign-in: a user may have only so many.
  const token = await signIn(port, company.code, PASSWORD);
  const drafts: Draft[] = [];
  const seats = Array.from({ length: clients }, () => ({
    http: client(port, token),
    company,
    drafts,
  }));
  const [first] = seats;
  const documentIds = first === undefined ? [] : await shownDocuments(first.http);
  return seats.map((seat) => ({ ...seat, documentIds }));
}

function drawKind(leftOut: readonly KindName[]): KindName {
  const kind = kindAt(draw(100));
  return leftOut.includes(kind) ? drawKind(leftOut) : kind;
}

async function shownDocuments(http: Client): Promise<string[]> {
  const search = { kind: 'saleOut' };
  // SAFETY: what a list answers.
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
 * Lets so many people of one company do what people do all day.
 * @param leftOut what they do not do this time
 */
export async function workDay(
  port: number,
  company: Company,
  run: Run,
  leftOut: readonly KindName[] = [],
): Promise<Mixed> {
  const seats = await seatsOf(port, company, run.clients);
  const act = async (index: number, tally: Tally): Promise<void> => {
    const seat = seats[index];
    if (seat === undefined) return;
    const kind = drawKind(leftOut);
    await count(tally[kind], await acts[kind](seat));
  };
  try {
    for (let n = 0; n < DRAFTS; n += seats.length) await Promise.all(seats.map(postSale));
    const warmUp = newTally();
    await load({ ...run, most: WARM_UP, warmUp: 0, begun: undefined }, (index) =>
      act(index, warmUp),
    );
    const tally = newTally();
    const all = await load({ ...run, warmUp: 0 }, (index) => act(index, tally));
    return { all, kinds: figuresOf(tally) };
  } finally {
    for (const { http } of seats) http.close();
  }
}
