import {
  currentSettings,
  endOtherSessions,
  login,
  logout,
  updateSettings,
} from '@tradehouse/contract';
import type { Access, Endpoint, Filter, TableDeclaration } from '@tradehouse/contract';
import {
  companyTables,
  everyCall,
  everyTable,
  isForPrograms,
  isOperators,
} from '@tradehouse/contract/declared';
import { seededRoles, verifyDatabase } from '@tradehouse/database';
import type { LightMyRequestResponse } from 'fastify';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rollUpPostings } from '../modules/posting/index.ts';
import { aServer, isFullMatrix, passwordOf, sha256 } from '../testing.ts';
import type { TestServer } from '../testing.ts';
import { leavesOf, valueAt, withValue } from './testCalls.ts';
import type { Place } from './testCalls.ts';
import { hostileBodies, hostileValues } from './testHostile.ts';
import { samplesOf, searchFor } from './testSamples.ts';
import type { Input } from './testSample.ts';
import { mark, roles } from './testMatrix.ts';
import { inRole, visitorsOf } from './testVisitors.ts';
import type { Visitors } from './testVisitors.ts';
import {
  STRETCH,
  aWorld,
  callerOf,
  measureAgain,
  moreDocuments,
  openEveryPage,
  spreadIds,
} from './testWorld.ts';
import type { World } from './testWorld.ts';

/** Calls that the crawl leaves alone, and why. */
const leftAlone: Readonly<Record<string, string>> = {};

/** What companies can ask at all; the rest is the platform's own, and stands at the end. */
const companyCalls = everyCall.filter(({ endpoint }) => !isOperators(endpoint));

/** Answers to anybody signed in that hold amounts, and why they may. */
const forEverybody: Readonly<Record<string, string>> = {
  '/depotHead/getBuyAndSaleStatistics': 'the home page: bounded by data scope and price masks',
  '/depotItem/buyOrSalePrice': 'the home page: bounded by data scope and price masks',
  '/home/overview':
    'the home page: bounded by data scope, price masks and the pages that its tiles open',
};

/** Open to anybody signed in by its declaration; its use case asks for more, and what. */
const decidedWithin: Readonly<Record<string, string>> = {
  '/sys/duplicate/check': 'the page that the value is typed on',
  '/user/getRights': 'rights that go no further than those of the caller',
  '/savedView/list': 'the page of the list',
  '/savedView/add': 'the page of the list',
  '/savedView/startWith': 'the page of the list',
  '/oauth/save': 'a user who reaches no more than the caller',
  '/oauth/update': 'a user who reaches no more than the caller',
  '/oauth/delete': 'a user who reaches no more than the caller',
  '/oauth/deleteBatch': 'a user who reaches no more than the caller',
  '/oauth/batchSetStatus': 'a user who reaches no more than the caller',
  '/oauth/update/secret': 'a user who reaches no more than the caller',
  '/webhook/add': 'an application that reaches no more than the caller',
  '/webhook/update': 'an application that reaches no more than the caller',
  '/webhook/delete': 'an application that reaches no more than the caller',
  '/webhook/deleteBatch': 'an application that reaches no more than the caller',
  '/webhook/batchSetStatus': 'an application that reaches no more than the caller',
  '/webhook/secret': 'an application that reaches no more than the caller',
  '/webhook/resend': 'an application that reaches no more than the caller',
  '/webhook/trial': 'an application that reaches no more than the caller',
  '/tenant/ownPlan': 'the owner of the company',
  '/replenishment/make': 'the kind of the draft',
  '/promotion/offer': 'the kind of the sale',
};

/** Documents added to each company by `npm run crawl`. */
const MORE = Number(process.env['CRAWL_DOCUMENTS'] ?? 0);
/**
 * True to try all cases. `npm test` tries a fixed part: every call with every type of user, every list, and
 * of exports, places and hostile values a share that differs from table to table and from user to user.
 */
const isWide = MORE > 0 || isFullMatrix;
/** Every `step`-th item from number `offset`; all items where all cases are tried. */
const partOf = <T>(items: readonly T[], step: number, offset: number): readonly T[] =>
  isWide ? items : items.filter((_, at) => (at + offset) % step === 0);
/** What was asked, for the account at the end. */
const crawled = { requests: 0, since: performance.now(), as: new Set<string>() };

let server: TestServer;
let tables: readonly string[];
let mine: World;
let theirs: World;
let visitors: Visitors;
const failed: string[] = [];
const log = { write: (line: string) => void (line.includes('"level":50') && failed.push(line)) };

beforeAll(async () => {
  server = await aServer({ log });
  tables = await spreadIds(server);
  await openEveryPage(server);
  const prices = { purchase: '1234.57', retail: '3456.79', sale: '2345.68', minimum: '1987.63' };
  mine = await aWorld(server, server.company, 'Qzvk', prices);
  const others = { purchase: '7391.53', retail: '9158.31', sale: '8642.97', minimum: '6172.93' };
  theirs = await aWorld(server, server.stranger, 'Wxjy', others);
  for (const world of [mine, theirs]) await moreDocuments(world, MORE);
  visitors = await visitorsOf(mine);
});
// As a process with a worker would: else every list adds up all that was posted since.
beforeEach(async () => {
  for (const { company } of [mine, theirs])
    await rollUpPostings(server.database.app, company.tenantId);
});
afterAll(async () => {
  await server.stop();
  if (MORE === 0) return;
  const seconds = ((performance.now() - crawled.since) / 1000).toFixed(0);
  process.stdout.write(
    `${everyCall.length} calls and ${everyTable.length} tables as ${crawled.as.size} users: ${crawled.requests} requests in ${seconds} s\n`,
  );
});

// ------------------------------------------------------------------------------------------------ asking

interface Asked {
  readonly what: string;
  readonly access: Access;
  readonly status: number;
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'upload'>;
  readonly input: () => Promise<Input> | Input;
}

/** Every call of the company of `world`, with each of its samples. */
const callsOf = (world: World, calls = companyCalls): Asked[] =>
  calls
    .filter(({ name }) => leftAlone[name] === undefined)
    .flatMap((call) =>
      samplesOf(world, call).map(({ label, status, input }) => ({
        what: `${call.name} (${label})`,
        access: call.endpoint.access,
        status,
        endpoint: call.endpoint,
        input,
      })),
    );

const bothMethods = ['GET', 'POST'] as const;

/**
 * Every list of the company, and every export by one of its methods, which share a handler: the methods take
 * turns by table. `npm run crawl` and `npm run test:all` try both.
 */
const tablesOf = (
  world: World,
  tables: readonly TableDeclaration[] = companyTables,
  methods: (at: number) => readonly ('GET' | 'POST')[] = (at) =>
    isWide ? bothMethods : bothMethods.slice(at % 2, (at % 2) + 1),
): (Asked & { readonly table: TableDeclaration })[] =>
  tables.flatMap((table, at) => {
    const search = JSON.stringify(searchFor(world, table));
    const asked = (
      method: 'GET' | 'POST',
      path: string,
    ): Asked & { readonly table: TableDeclaration } => ({
      table,
      what: `${method} ${path} (${table.id})`,
      access: table.access,
      status: 200,
      endpoint: { method, path },
      input: () => ({ search }),
    });
    const { path, exportPath } = table;
    const exports = exportPath === undefined ? [] : methods(at);
    return [asked('GET', path), ...exports.map((method) => asked(method, exportPath ?? ''))];
  });

/** Leaving ends the session it is asked with, so everyone leaves with one of their own. */
async function send(
  { method, path }: Asked['endpoint'],
  input: unknown,
  token: string,
): Promise<LightMyRequestResponse> {
  crawled.requests += 1;
  crawled.as.add(token);
  const ends = path === logout.path && token !== '';
  return server.request(method, path, input, ends ? await spareToken() : token);
}

async function spareToken(): Promise<string> {
  const loginName = callerOf(server.company);
  return (await server.call(login, { loginName, password: sha256(passwordOf(loginName)) }, ''))
    .token;
}

/** Two at a time: more exports than that are refused to one user. */
async function together<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      // SAFETY: `at` lies below the length.
      results[at] = await work(items[at] as T);
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/** All that an answer shows: its text, or the cells of its spreadsheet. */
async function shown(reply: LightMyRequestResponse): Promise<string> {
  const type = String(reply.headers['content-type'] ?? '');
  if (!type.includes('spreadsheetml')) return reply.body;
  const { sheets } = await readXlsx(reply.rawPayload);
  const rows = sheets.flatMap((sheet) => sheet.rows);
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'number' ? String(value) : value,
  );
}

/** Money as these companies have it: three digits or more, and a fraction. Instants have two before theirs. */
const MONEY = /(?<![\d.:-])-?\d{3,}\.\d{1,6}(?![\d.])/;
const hasAmounts = (text: string): boolean => MONEY.test(text);
const isMarked = (text: string, { mark }: World): boolean =>
  text.toLowerCase().includes(mark.toLowerCase());
const namesPaper = (text: string): boolean =>
  text.includes(mine.documentMark) ||
  Object.values(mine.documents).some(({ number }) => text.includes(number));

/** The first words of an answer, for a reader of the failing test. */
const brief = (text: string): string => text.slice(0, 200);
/** What programs alone may call knows no one who is signed in. */
const isRefused = (asked: Asked, status: number): boolean =>
  isForPrograms(asked) ? status === 401 : status === 403 || status === 404;
const brokeDown = (status: number): boolean => status >= 500;

interface Answer {
  readonly asked: Asked;
  readonly status: number;
  readonly text: string;
}

type Inputs = readonly { readonly asked: Asked; readonly given: Input }[];

const inputsOf = (asked: readonly Asked[]): Promise<Inputs> =>
  together(asked, async (one) => ({ asked: one, given: await one.input() }));

/** The answers to all of it; new words in what is sent don't carry the mark of the company they were made for. */
const answersTo = (inputs: Inputs, token: string): Promise<Answer[]> =>
  together(inputs, async ({ asked, given }) => {
    const words = JSON.stringify(given).replaceAll(mine.mark, 'Word');
    const reply = await send(asked.endpoint, JSON.parse(words), token);
    return { asked, status: reply.statusCode, text: await shown(reply) };
  });

/** What is wrong with the answers, a sentence each. */
const complaints = (
  answers: readonly Answer[],
  wrong: (answer: Answer) => string | false,
): string[] =>
  answers.flatMap((answer) => {
    const complaint = brokeDown(answer.status) ? 'broke down' : wrong(answer);
    const { asked, status, text } = answer;
    return complaint === false ? [] : [`${asked.what}: ${complaint}: ${status} ${brief(text)}`];
  });

/** What ends the owner's other sessions comes last: two are asked at a time, and one of them may need such a session. */
const everything = (world: World, lists: readonly Asked[] = tablesOf(world)): Asked[] => {
  const ends = ({ endpoint: { path } }: Asked): boolean => path === endOtherSessions.path;
  const calls = callsOf(world);
  return [...calls.filter((call) => !ends(call)), ...lists, ...calls.filter(ends)];
};
const everythingByBothMethods = (world: World): Asked[] =>
  everything(
    world,
    tablesOf(world, companyTables, () => bothMethods),
  );

// ------------------------------------------------------------------------------------------------ who may

const isExport = ({ endpoint: { path } }: Asked): boolean => /export/i.test(path);
/** Everything, with a share of the exports: the lists of all tables show the same columns. */
const withSomeExports = (asked: readonly Asked[], step: number, offset: number): Asked[] => {
  const some = new Set(partOf(asked.filter(isExport), step, offset));
  return asked.filter((one) => !isExport(one) || some.has(one));
};

/** Inputs for refused calls, made once: refused calls change nothing. */
let inputsToRefuse: Promise<Inputs> | undefined;
const prepare = (): Promise<Inputs> => (inputsToRefuse ??= inputsOf(everythingByBothMethods(mine)));

/** Answers to the owner, asked once. */
let answersOfOwner: Promise<readonly Answer[]> | undefined;
const toOwner = (): Promise<readonly Answer[]> =>
  (answersOfOwner ??= inputsOf(everythingByBothMethods(mine)).then((inputs) =>
    together(inputs, async ({ asked, given }) => {
      const reply = await send(asked.endpoint, given, mine.token);
      return { asked, status: reply.statusCode, text: await shown(reply) };
    }),
  ));

test('the crawl exercises every call and every table of the contract', async () => {
  expect(everyCall.length).toBeGreaterThan(100);
  expect(everyTable.length).toBeGreaterThan(30);
  expect(
    complaints(
      await toOwner(),
      ({ asked, status }) => status !== asked.status && 'not as expected',
    ),
  ).toEqual([]);
});

describe('every call of a company', () => {
  let prepared: Inputs;
  let preparedOnce: Inputs;
  beforeAll(async () => {
    prepared = await prepare();
    const once = new Set(everything(mine).map(({ what }) => what));
    preparedOnce = prepared.filter(({ asked: { what } }) => once.has(what));
  });
  const fresh = (step: number, offset: number): Promise<Inputs> =>
    inputsOf(withSomeExports(everything(mine), step, offset));

  test('answers a caller without sign-in only when the call is public', async () => {
    const answers = await answersTo(prepared, '');
    expect(
      complaints(answers, ({ asked, status, text }) =>
        asked.access === 'public'
          ? status === 401 && 'refused'
          : (status !== 401 || isMarked(text, mine)) && 'answered',
      ),
    ).toEqual([]);
  });

  test('another company finds nothing', async () => {
    const answers = await answersTo(preparedOnce, theirs.token);
    const amounts = Object.values(mine.prices);
    expect(
      complaints(answers, ({ text }) =>
        isMarked(text, mine)
          ? 'marks'
          : amounts.some((amount) => text.includes(amount)) && 'amounts',
      ),
    ).toEqual([]);
  });

  test('reveals neither pages, amounts nor documents to a user without pages', async () => {
    const answers = await answersTo(preparedOnce, visitors.pageless.token);
    expect(
      complaints(answers, ({ asked, status, text }) => {
        if (typeof asked.access === 'object') return !isRefused(asked, status) && 'answered';
        if (forEverybody[asked.endpoint.path] !== undefined) return false;
        return hasAmounts(text) ? 'amounts' : namesPaper(text) && 'papers';
      }),
    ).toEqual([]);
  });

  test('lets a user without button permissions read but not change', async () => {
    const answers = await answersTo(preparedOnce, visitors.reader.token);
    const needsButton = ({ access, endpoint: { path } }: Asked): boolean =>
      /export|\/convert$|systemConfig\/update$|tenant\/ownPlan$|replenishment\/make$/i.test(path) ||
      (typeof access === 'object' && 'button' in access) ||
      (typeof access === 'object' && 'document' in access && access.document !== 'view');
    expect(
      complaints(answers, ({ asked, status }) =>
        needsButton(asked) ? status !== 403 && 'answered' : status === 403 && 'refused',
      ),
    ).toEqual([]);
  });

  test('hides other users’ documents from a user limited to own data', async () => {
    const answers = await answersTo(await fresh(3, 0), visitors.loner.token);
    const byPaper = ({ access, what }: Asked): boolean =>
      typeof access === 'object' && 'document' in access && !what.includes('(add');
    expect(
      complaints(answers, ({ asked, status, text }) =>
        byPaper(asked) ? status !== 404 && 'not missing' : namesPaper(text) && 'papers',
      ),
    ).toEqual([]);
  });

  test('a user without grants sees no warehouse and no customer', async () => {
    const switched = async (on: boolean): Promise<void> => {
      const { version } = await server.call(currentSettings, {}, mine.token);
      const grants = { warehouseGrants: on, customerGrants: on };
      await server.call(updateSettings, { version, ...grants }, mine.token);
    };
    const inputs = await fresh(3, 1);
    await switched(true);
    const names = await namesOfGranted();
    const answers = await answersTo(inputs, visitors.ungranted.token);
    await switched(false);
    expect(
      complaints(answers, ({ text }) => names.some((name) => text.includes(name)) && 'names'),
    ).toEqual([]);
  });

  /** What the company calls its warehouses and customers. */
  const namesOfGranted = (): Promise<string[]> =>
    server.arrange(mine.company, async (tx) => {
      const { tenantId } = mine.company;
      const { rows } = await sql<{ name: string }>`
        select name from warehouse where tenant_id = ${tenantId}
        union select name from partner where tenant_id = ${tenantId} and type = 'customer'`.execute(
        tx,
      );
      return rows.map(({ name }) => name);
    });

  test('a user without amount rights gets no amount in any answer, export, total or refusal', async () => {
    const answers = await answersTo(await fresh(1, 0), visitors.blind.token);
    expect(complaints(answers, ({ text }) => hasAmounts(text) && 'amounts')).toEqual([]);
  });

  test.each([
    ['purchase', 'seller', ['purchase']],
    ['sale', 'buyer', ['sale', 'minimum']],
    ['retail', 'wholesaler', ['retail']],
  ] as const)('a user without %s prices gets none of the hidden prices', async (_, who, prices) => {
    const shows = ({ text }: Answer): boolean =>
      prices.some((price) => text.includes(mine.prices[price]));
    // Prices can leak only where the owner's answer shows a price. Refusals are covered by the user without
    // amount rights, and for each price by `npm run crawl` and `npm run test:all`.
    const priced = new Set((await toOwner()).filter(shows).map(({ asked }) => asked.what));
    expect(priced.size).toBeGreaterThan(20);
    const asked = withSomeExports(everything(mine), 3, prices.length).filter(
      ({ what }) => isWide || priced.has(what),
    );
    const answers = await answersTo(await inputsOf(asked), visitors[who].token);
    expect(
      complaints(answers, ({ text }) => {
        const met = prices.find((price) => text.includes(mine.prices[price]));
        return met !== undefined && `a ${met} price`;
      }),
    ).toEqual([]);
  });
});

test.each(roles)('the server keeps to the permission matrix: %s', async (code) => {
  const visitor = await inRole(mine, code);
  const prepared = new Map((await prepare()).map((one) => [one.asked.what, one]));
  const asked = withSomeExports(everything(mine), roles.length, roles.indexOf(code));
  const inputs = await together(asked, async (one) => {
    const isKept = mark(code, { access: one.access, path: one.endpoint.path }) === '–';
    return (isKept && prepared.get(one.what)) || { asked: one, given: await one.input() };
  });
  const answers = await answersTo(inputs, visitor.token);
  const { hiddenAmounts } = seededRoles[code];
  const hidden = (['purchase', 'retail', 'sale'] as const).filter((price) =>
    hiddenAmounts.includes(price),
  );
  expect(
    complaints(answers, ({ asked, status, text }) => {
      const may = mark(code, { access: asked.access, path: asked.endpoint.path });
      if (may === '–' && !isRefused(asked, status)) return 'answered';
      const asksMore = /export/i.test(asked.endpoint.path) || asked.endpoint.path in decidedWithin;
      if (may === '✓' && status === 403 && !asksMore) return 'refused';
      return hidden.some((price) => text.includes(mine.prices[price])) && 'a hidden price';
    }),
  ).toEqual([]);
});

describe('a list', () => {
  const lists = companyTables.map((table) => ({ table, masked: maskedOf(table) }));
  const list = async (table: TableDeclaration, more: object, token: string) => {
    const search = {
      ...searchFor(mine, table),
      ...('search' in more ? (more.search as object) : {}),
    };
    const reply = await server.request('GET', table.path, { ...more, search }, token);
    return { status: reply.statusCode, body: reply.json<ListBody>(), text: reply.body };
  };

  test('hidden columns can be neither sorted, filtered nor summed without the right', async () => {
    const wrong: string[] = [];
    const { token } = visitors.blind;
    for (const { table, masked } of lists) {
      for (const column of masked) {
        const oracles = [
          { column, order: 'asc' },
          { filters: JSON.stringify({ [column]: ['1'] }) },
          { superQueryParams: JSON.stringify([{ field: column, rule: 'gt', val: '1' }]) },
          ...Object.entries(table.filters)
            .filter(([, { columns = [] }]) => columns.includes(column))
            .map(([name]) => ({ search: { [name]: '1' } })),
        ];
        for (const oracle of oracles) {
          const { status, text } = await list(table, oracle, token);
          if (status !== 400) wrong.push(`${table.id} ${JSON.stringify(oracle)} ${brief(text)}`);
        }
      }
      const { body } = await list(table, {}, token);
      const told = masked.filter((column) => (body.data?.totals?.[column] ?? null) !== null);
      if (told.length > 0) wrong.push(`${table.id} sums ${told.join()}`);
    }
    expect(wrong).toEqual([]);
  });

  test('filters by debt are refused without amount rights', async () => {
    const wrong: string[] = [];
    for (const { table } of lists) {
      for (const name of Object.keys(table.filters).filter((filter) => /debt/i.test(filter))) {
        const { status, text } = await list(
          table,
          { search: { [name]: true } },
          visitors.blind.token,
        );
        if (status !== 400) wrong.push(`${table.id} ${name} ${brief(text)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('undeclared names are refused by name', async () => {
    const wrong: string[] = [];
    const tried = new Set<string>();
    const names = ['creator_id', '__proto__', 'constructor', 'toString', 'id;--', 'row.id'];
    for (const [at, { table }] of lists.entries()) {
      const cases = names.flatMap((name) => [
        { name, more: { column: name } },
        { name, more: { field: `id,${name}` } },
        { name, more: { filters: `{"${name}":["1"]}` } },
        {
          name,
          more: { superQueryParams: JSON.stringify([{ field: name, rule: 'eq', val: '1' }]) },
        },
        { name, more: { search: JSON.parse(`{"${name}":"1"}`) as object } },
      ]);
      for (const { name, more } of partOf(cases, 4, at)) {
        tried.add(JSON.stringify(more));
        const { status, body, text } = await list(table, more, mine.token);
        if (status !== 400 || body.data?.['name'] !== name)
          wrong.push(`${table.id} ${JSON.stringify(more)} ${status} ${brief(text)}`);
      }
    }
    expect(tried.size).toBe(names.length * 5);
    expect(wrong).toEqual([]);
  });
});

interface ListBody {
  readonly data?: Readonly<Record<string, unknown>> & {
    readonly totals?: Readonly<Record<string, string | null>>;
  };
}

const maskedOf = ({ columns }: TableDeclaration): string[] =>
  Object.keys(columns).filter((name) => columns[name]?.mask !== undefined);

// ------------------------------------------------------------------------------------------------ whose ids

describe('an id of another company', () => {
  /** A record of the other company of the same table and sort, and one that no one has. */
  async function twinsOf(id: string): Promise<readonly [theirs: string, missing: string] | null> {
    if (id === mine.ids.user) return [theirs.ids.user, '99999999'];
    const table = tables[Math.floor(Number(id) / STRETCH) - 1];
    if (table === undefined || !/^[0-9]{6,9}$/.test(id)) return null;
    const sort = { document: 'kind', partner: 'type', person: 'type', in_out_item: 'type' }[table];
    const same =
      sort === undefined
        ? sql`true`
        : sql`
      ${sql.ref(sort)} = (select ${sql.ref(sort)} from ${sql.table(table)} where id = ${id})`;
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)}
      where tenant_id = ${theirs.company.tenantId} and ${same} order by id limit 1`.execute(
      server.database.admin,
    );
    const missing = (Math.floor(Number(id) / STRETCH) + 1) * STRETCH - 1;
    return rows[0] === undefined ? null : [rows[0].id, String(missing)];
  }

  /** What stands for a record in a text: an id, the last of several, a barcode or a document's number. */
  async function swapsOf(input: Input, place: Place): Promise<readonly [string, string] | null> {
    const value = valueAt(input, place);
    if (typeof value !== 'string' || /amount|price/i.test(String(place.at(-1)))) return null;
    const parts = value.split(',');
    const last = parts.at(-1) ?? '';
    const before = parts
      .slice(0, -1)
      .map((part) => `${part},`)
      .join('');
    const name = Object.entries(mine.barcodes).find(([, code]) => code === last)?.[0];
    // A barcode to be made is no record yet, however much it looks like an id.
    if (name === undefined && place.at(-1) === 'code') return null;
    const paper = Object.entries(mine.documents).find(([, { number }]) => number === last)?.[0];
    const swap =
      name !== undefined
        ? ([Reflect.get(theirs.barcodes, name), '9999999999'] as const)
        : paper !== undefined
          ? ([`${String(Reflect.get(theirs.documents, paper).number)}`, 'XX00000000001'] as const)
          : await twinsOf(last);
    return swap && [`${before}${swap[0]}`, `${before}${swap[1]}`];
  }

  const told = (reply: LightMyRequestResponse, value: string): string =>
    `${reply.statusCode} ${reply.body.replaceAll(value.split(',').at(-1) ?? value, '#')}`;

  test('anywhere in a call is answered like a missing id', async () => {
    const wrong: string[] = [];
    let places = 0;
    for (const { asked, given } of await inputsOf(callsOf(mine))) {
      let input = given;
      for (const place of leavesOf(input)) {
        const swap = await swapsOf(input, place);
        if (swap === null) continue;
        places += 1;
        const answers: LightMyRequestResponse[] = [];
        for (const value of swap) {
          const reply = await send(asked.endpoint, withValue(input, place, value), mine.token);
          answers.push(reply);
          // What went through has used up its input.
          if (reply.statusCode === 200) input = await asked.input();
        }
        const [foreign, missing] = answers;
        if (foreign === undefined || missing === undefined) continue;
        const complaint = compared(foreign, missing, swap);
        if (complaint !== null)
          wrong.push(
            `${asked.what} ${place.join('.')}: ${complaint} ${brief(foreign.body)} | ${brief(missing.body)}`,
          );
      }
    }
    expect(places).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  function compared(
    foreign: LightMyRequestResponse,
    missing: LightMyRequestResponse,
    [theirId, noId]: readonly [string, string],
  ): string | null {
    if (isMarked(foreign.body, theirs)) return 'tells of the other company';
    // Two that were both saved differ in what they were given: their numbers.
    if (foreign.statusCode === 200 && missing.statusCode === 200) return null;
    return told(foreign, theirId) === told(missing, noId) ? null : 'differs';
  }

  test('an id of another company in any filter of any list finds nothing', async () => {
    const wrong: string[] = [];
    let places = 0;
    // Users have no stretch of ids to themselves.
    const { user: _, ...records } = theirs.ids;
    const every = [
      ...Object.values(records),
      ...Object.values(theirs.documents).map(({ id }) => id),
    ];
    await together(tablesOf(mine), async ({ table, endpoint, what }) => {
      const search = searchFor(mine, table);
      const idColumns = Object.keys(table.columns).filter(
        (name) => table.columns[name]?.type === 'id',
      );
      const [first] = idColumns;
      const asks: object[] = /export/i.test(endpoint.path)
        ? [{ search, ids: every.join() }]
        : [
            ...Object.entries(table.filters).flatMap(([name, { control }]) =>
              referred(theirs, control).map((id) => ({ search: { ...search, [name]: id } })),
            ),
            ...idColumns.map((name) => ({ search, filters: { [name]: every } })),
            ...(first === undefined
              ? []
              : [{ search, superQueryParams: [{ field: first, rule: 'in', val: every.join() }] }]),
          ];
      for (const asked of asks) {
        places += 1;
        const reply = await server.request(
          endpoint.method,
          endpoint.path,
          asText(asked),
          mine.token,
        );
        const text = await shown(reply);
        const rows = /export/i.test(endpoint.path) ? 0 : reply.json<ListBody>().data?.['total'];
        if (reply.statusCode !== 200 || rows !== 0 || isMarked(text, theirs))
          wrong.push(`${what} ${JSON.stringify(asked)} ${reply.statusCode} ${brief(text)}`);
      }
    });
    expect(places).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });
});

/** Bodies carry the parts of the list protocol as texts, too. */
const asText = (input: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

/** The records of a company that a filter's control offers. */
function referred({ ids }: World, control: Filter['control']): string[] {
  const offered: Readonly<Partial<Record<Filter['control'], string>>> = {
    supplier: ids.supplier,
    customer: ids.customer,
    member: ids.member,
    partner: ids.customer,
    warehouse: ids.warehouse,
    warehouses: ids.warehouse,
    account: ids.account,
    user: ids.user,
    person: ids.salesperson,
    category: ids.category,
    product: ids.product,
    inOutItem: ids.incomeItem,
    revenueClass: ids.revenueClass,
  };
  const id = offered[control];
  return id === undefined ? [] : [id];
}

// ------------------------------------------------------------------------------------------------ hostile input

/** What comes with a file says everything else in its query. */
const isBody = ({ method, upload }: Asked['endpoint']): boolean =>
  upload !== true && (method === 'POST' || method === 'PUT');
const changesOne = ({ method, path }: Asked['endpoint']): boolean =>
  method === 'PUT' || method === 'DELETE' || path.endsWith('batchSetStatus');
const fieldOf = (reply: LightMyRequestResponse): unknown =>
  reply.json<{ data: { field?: unknown } }>().data.field;

describe('malformed input', () => {
  test('with an unknown key is refused by the name of the key, at any depth', async () => {
    const wrong: string[] = [];
    const once = new Set(everything(mine).map(({ what }) => what));
    for (const { asked, given } of await prepare()) {
      if (!once.has(asked.what)) continue;
      // Its input stands beside a file, which no one brings here.
      if (asked.endpoint.upload === true || isForPrograms(asked)) continue;
      const parents = new Set(leavesOf(given).map((place) => JSON.stringify(place.slice(0, -1))));
      for (const parent of isBody(asked.endpoint) ? parents : ['[]']) {
        const place = JSON.parse(parent) as Place;
        const before = valueAt(given, place);
        if (Array.isArray(before) || asked.endpoint.path === '/userPreference/update') continue;
        const input = withValue(given, place, { ...(before as object), noSuchKey: '1' });
        const reply = await send(asked.endpoint, input, mine.token);
        if (reply.statusCode !== 400 || fieldOf(reply) !== 'noSuchKey')
          wrong.push(`${asked.what} ${parent} ${reply.statusCode} ${brief(reply.body)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('with a value of the wrong type is refused with the name of the field', async () => {
    const wrong: string[] = [];
    const calls = new Set(callsOf(mine).map(({ what }) => what));
    for (const { asked, given } of await prepare()) {
      if (!calls.has(asked.what) || !isBody(asked.endpoint)) continue;
      for (const place of leavesOf(given)) {
        const field = place.findLast((step) => typeof step === 'string');
        if (place.length === 0 || place[0] === 'value') continue;
        const reply = await send(asked.endpoint, withValue(given, place, { x: 1 }), mine.token);
        if (reply.statusCode !== 400 || fieldOf(reply) !== field)
          wrong.push(`${asked.what} ${place.join('.')} ${reply.statusCode} ${brief(reply.body)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  /** A few hostile values for a place, others for the next place, the same in every run. */
  const someValues = (place: string, count: number): unknown[] => {
    let first = 0;
    for (const character of place) first = (first * 31 + character.charCodeAt(0)) % 99_991;
    return Array.from(
      { length: count },
      (_, at) => hostileValues[(first + at) % hostileValues.length],
    );
  };
  const cause = (): string => failed.at(-1)?.slice(0, 300) ?? '';

  test('causes no server error in any call', async () => {
    const wrong: string[] = [];
    const settings = companyCalls.filter(({ endpoint: { path } }) => path === updateSettings.path);
    const others = companyCalls.filter(
      ({ name }) => leftAlone[name] === undefined && !settings.some((call) => call.name === name),
    );
    const attack = async (call: (typeof everyCall)[number]): Promise<void> => {
      const [sample] = samplesOf(mine, call);
      if (sample === undefined) return;
      const { endpoint, name } = call;
      let given = await sample.input();
      const { properties = {} } = endpoint.input as { properties?: object };
      const absent = Object.keys(properties).filter((field) => !(field in given));
      for (const place of [...leavesOf(given), ...absent.map((field) => [field])]) {
        for (const value of someValues(`${name} ${place.join('.')}`, isWide ? 3 : 1)) {
          const reply = await send(endpoint, withValue(given, place, value), mine.token);
          if (brokeDown(reply.statusCode))
            wrong.push(
              `${name} ${place.join('.')} ${brief(String(JSON.stringify(value)))}: ${cause()}`,
            );
          // What went through has used up its input; a repeated number or name is refused, which is an answer.
          if (reply.statusCode === 200 && changesOne(endpoint)) given = await sample.input();
        }
      }
    };
    await together(others, attack);
    // Everybody's settings: on their own, and afterwards as they were.
    for (const call of settings) await attack(call);
    await restoreSettings();
    expect(wrong).toEqual([]);
  });

  test('with a hostile body is refused as malformed', async () => {
    const wrong: string[] = [];
    const calls = companyCalls.filter(
      ({ endpoint }) => isBody(endpoint) && !isForPrograms(endpoint),
    );
    for (const [at, { name, endpoint }] of calls.entries()) {
      for (const payload of partOf(hostileBodies, 3, at)) {
        const reply = await server.app.inject({
          method: endpoint.method,
          url: `/api${endpoint.path}`,
          headers: { 'x-access-token': mine.token, 'content-type': 'application/json' },
          payload,
        });
        // What a stranger may call takes little: the deepest body is too large before it is too deep.
        const right = endpoint.access === 'public' ? [400, 413] : [400];
        if (!right.includes(reply.statusCode))
          wrong.push(`${name} ${brief(payload)}: ${reply.statusCode} ${brief(reply.body)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  const protocol = [
    'search',
    'field',
    'currentPage',
    'pageSize',
    'column',
    'order',
    'filters',
    'superQueryParams',
    'superQueryMatchType',
  ];

  test('causes no server error in any list', async () => {
    await measureAgain(mine);
    const wrong: string[] = [];
    await together([...companyTables.entries()], async ([number, table]) => {
      const search = searchFor(mine, table);
      /** Answers whether it was refused. */
      const probe = async (input: object): Promise<boolean> => {
        const { statusCode } = await server.request('GET', table.path, input, mine.token);
        if (brokeDown(statusCode))
          wrong.push(`${table.id} ${brief(JSON.stringify(input))}: ${cause()}`);
        return statusCode === 400;
      };
      for (const name of partOf(Object.keys(table.filters), 2, number))
        for (const value of someValues(`${table.id} ${name}`, isWide ? 2 : 1))
          await probe({ search: { ...search, [name]: value } });
      for (const name of partOf(protocol, 3, number))
        for (const value of someValues(`${table.id} ${name}`, isWide ? 2 : 1))
          await probe({ search, [name]: value });
      const columns = [...Object.keys(table.columns).entries()];
      for (const [at, column] of partOf(columns, 4, number)) {
        const [one, other] = someValues(`${table.id} ${column}`, 2);
        const rule = ['eq', 'ne', 'gt', 'le', 'like', 'left', 'right', 'in'][at % 8];
        const header = { column, order: 'asc', filters: { [column]: [one] } };
        const advanced = { superQueryParams: [{ field: column, rule, val: other }] };
        // Where one is refused the other is not reached.
        if (!(await probe({ search, ...header, ...advanced }))) continue;
        await probe({ search, ...header });
        await probe({ search, ...advanced });
      }
    });
    expect(wrong).toEqual([]);
  });
});

// ------------------------------------------------------------------------------------------------ the platform's own

describe('calls of the platform', () => {
  const calls = everyCall.filter(({ endpoint }) => isOperators(endpoint));
  const operators = (): Asked[] => [
    ...callsOf(mine, calls),
    ...tablesOf(mine, everyTable.filter(isOperators), () => bothMethods),
  ];
  let operator: string;
  beforeAll(async () => {
    operator = await server.signIn('admin');
  });

  test('are refused without sign-in, to users of companies, and to operators without the page', async () => {
    const inputs = await inputsOf(operators());
    expect(inputs.length).toBeGreaterThan(10);
    const { rows } = await sql<{ id: string }>`
      select id from tenant where sort = 'platform'`.execute(server.database.admin);
    const platform = { ...mine.company, tenantId: rows[0]?.id ?? '' };
    await server.addUser({ company: platform, loginName: 'junior' });
    for (const [token, expected] of [
      ['', 401],
      [mine.token, 403],
      [visitors.loner.token, 403],
      [await server.signIn('junior'), 403],
    ] as const)
      expect(
        complaints(
          await answersTo(inputs, token),
          ({ status }) => status !== expected && `not ${expected}`,
        ),
      ).toEqual([]);
  });

  test('answer operators and reveal no amount of a company', async () => {
    const answers = await answersTo(await inputsOf(operators()), operator);
    expect(
      complaints(
        answers,
        ({ asked, status, text }) =>
          (status !== asked.status && 'not as expected') || (hasAmounts(text) && 'amounts'),
      ),
    ).toEqual([]);
  });

  test('refuse unknown keys and answer hostile input without a server error', async () => {
    const wrong: string[] = [];
    for (const { asked, given } of await inputsOf(operators())) {
      const unknown = await send(asked.endpoint, { ...given, noSuchKey: '1' }, operator);
      if (unknown.statusCode !== 400) wrong.push(`${asked.what}: ${brief(unknown.body)}`);
      for (const place of leavesOf(given))
        for (const value of hostileValues.slice(0, 12)) {
          const reply = await send(asked.endpoint, withValue(given, place, value), operator);
          if (brokeDown(reply.statusCode))
            wrong.push(`${asked.what} ${place.join('.')}: ${brief(reply.body)}`);
        }
    }
    expect(wrong).toEqual([]);
  });
});

/** As they were, whatever was tried on them. */
async function restoreSettings(): Promise<void> {
  await server.arrange(mine.company, (tx) =>
    tx
      .updateTable('tenant_setting')
      .set({ time_zone: 'Asia/Shanghai', currency: 'USD', currency_digits: 2, closed_until: null })
      .set({ warehouse_grants: false, customer_grants: false, force_approval: false })
      .set({ negative_stock: false, price_includes_tax: false, multi_account: true })
      .where('tenant_id', '=', mine.company.tenantId)
      .execute(),
  );
}

test('the books of both companies pass every check after all attacks', async () => {
  const { violations } = await verifyDatabase(server.database.connections.admin);
  expect(violations).toEqual([]);
});
