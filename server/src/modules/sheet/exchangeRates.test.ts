import {
  applySheet,
  exchangeRates,
  ratesOfDay,
  sheetTemplate,
  undoSheet,
} from '@tradehouse/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { compared, errorsOf, send, settled, stepTo } from './testSheets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const on = async (time: string): Promise<string[]> =>
  (await server.call(ratesOfDay, { time })).map((one) => `${one.currency} ${one.day} ${one.rate}`);

test('rates are imported by currency and day, change existing rates, and can be undone', async () => {
  await server.call(exchangeRates.add, { currency: 'GBP', day: '2026-01-05', rate: '7' });
  const brought = await compared(server, 'exchangeRates', [
    ['币种*', '日期*', '汇率*', '备注'],
    ['GBP', '2026/1/5', '7.1234', 'bank'],
    // As a spreadsheet keeps 6 January 2026.
    ['GBP', 46028, 7.2, null],
    ['EUR', '2026年1月5日', '7.80', null],
  ]);
  expect(brought).toMatchObject({ newRows: 2, changedRows: 1, wrongRows: 0 });
  await stepTo(server, applySheet, brought, 'applied');
  expect(await on('2026-01-05T04:00:00Z')).toEqual(['EUR 2026-01-05 7.8', 'GBP 2026-01-05 7.1234']);
  expect(await on('2026-01-06T04:00:00Z')).toContain('GBP 2026-01-06 7.2');
  await stepTo(server, undoSheet, brought, 'undone');
  expect(await on('2026-01-06T04:00:00Z')).toEqual(['GBP 2026-01-05 7']);
});

test('an invalid currency, day or rate is reported at its cell', async () => {
  const wrong = await compared(server, 'exchangeRates', [
    ['Currency', 'Day', 'Rate'],
    ['dollar', '2026-01-05', 7],
    ['USD', '2026-01-05', 1],
    ['JPY', '2026-02-30', '0.05'],
    ['NOK', '2026-01-05', 0],
    ['KWD', '2026-01-05', 1],
    ['CHF', '2026-01-05', 1],
    ['SEK', '2026-01-05', 0.7],
    ['SEK', '2026-01-05', 0.8],
  ]);
  const keys = await errorsOf(server, wrong);
  expect(keys).toMatchSnapshot();
});

test('importing the filled template changes nothing', async () => {
  const reply = await server.request('GET', sheetTemplate.path, {
    sheet: 'exchangeRates',
    filled: true,
  });
  const again = await settled(
    server,
    await send(server, 'exchangeRates', new Uint8Array(reply.rawPayload)),
  );
  expect(again).toMatchObject({ newRows: 0, changedRows: 0, wrongRows: 0, sameRows: 1 });
});

test('a day in another order than the days above, or the chosen order, is refused at the cell', async () => {
  const rates = 'Currency,Day,Rate\nEUR,13/04/2026,7\nEUR,04/25/2026,7.1\nEUR,14/04/2026,7.2';
  const bytes = new TextEncoder().encode(rates);
  for (const choices of [{}, { order: 'dayFirst' }] as const) {
    const begun = await send(server, 'exchangeRates', bytes, undefined, 'rates.csv', choices);
    expect(await errorsOf(server, await settled(server, begun))).toEqual([
      ['B3', '“04/25/2026” is not a day, such as 2026-01-31'],
    ]);
  }
});
