import type { CompiledQuery, DatabaseConnection } from 'kysely';
import { CompiledQuery as Query } from 'kysely';
import { expect, test } from 'vitest';
import { withoutWaiting } from './waiting.ts';

/** Creates a connection that reports whether postings wait, and records the executed statements. */
function connected(waits: boolean) {
  const asked: CompiledQuery[] = [];
  const answers: DatabaseConnection = {
    executeQuery: async (query) => {
      asked.push(query);
      // SAFETY: the answer to the one statement that anybody reads here.
      return { rows: [{ waits }] } as never;
    },
    streamQuery: () => {
      throw new Error('nothing is streamed');
    },
  };
  const waiting = { viewPrefix: /\bwhole_(?=(?:stock|money)\b)/g, asks: 'select waits($1)' };
  const connection = withoutWaiting(answers, waiting, '7');
  return {
    ask: (...texts: readonly string[]) =>
      Promise.all(texts.map((text) => connection.executeQuery(Query.raw(text, [1])))),
    asked: () => asked.map(({ sql: text, parameters }) => [text, ...parameters]),
  };
}
const statement = 'select from whole_stock join whole_money using (a) where b = $1';

test('statements read roll-up tables, not views, if a single check finds no waiting postings', async () => {
  const { ask, asked } = connected(false);
  await ask(statement, 'select 1', statement);
  await ask(statement);
  const short = ['select from stock join money using (a) where b = $1', 1];
  expect(asked()).toEqual([['select waits($1)', '7'], ['select 1', 1], short, short, short]);
});

test('a statement on roll-up views is sent unchanged while postings wait for the roll-ups', async () => {
  const { ask, asked } = connected(true);
  await ask(statement);
  expect(asked()).toEqual([
    ['select waits($1)', '7'],
    [statement, 1],
  ]);
});

test('a statement without roll-up views is sent without a check for waiting postings', async () => {
  const { ask, asked } = connected(false);
  await ask('select 1');
  expect(asked()).toEqual([['select 1', 1]]);
});

test('a column with the prefix `whole_` of roll-up views keeps its name', async () => {
  const { ask, asked } = connected(false);
  await ask('select whole_stocks, a.whole_tax from a');
  expect(asked()).toEqual([['select whole_stocks, a.whole_tax from a', 1]]);
  await ask('select whole_tax from whole_stock');
  expect(asked().at(-1)).toEqual(['select whole_tax from stock', 1]);
});
