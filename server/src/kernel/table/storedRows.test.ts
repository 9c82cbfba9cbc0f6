import { afterAll, beforeAll, expect, test } from 'vitest';
import { waiting } from '../../attack/testWaits.ts';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { addRows, changeRows } from './storedRows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

/** Does something with the books of the first company. */
const inBooks = <T>(work: (books: Parameters<typeof addRows>[0]) => Promise<T>): Promise<T> =>
  server.arrange(server.company, (tx) => work({ tx, tenantId: server.company.tenantId }));

test('stored values are read unchanged', async () => {
  const fee = '123456789012345678.123456';
  const choices = ['a"b', '', 'null', '{c,d}', '红\\', '  '];
  const [service, attribute] = await inBooks(async (books) => [
    ...(await addRows(books, 'service', [
      { name: "O'Neill\n\t%", fee, charge_mode: 'order', enabled: false, item_id: null },
    ])),
    ...(await addRows(books, 'attribute', [{ name: 'Odd', choices }])),
  ]);
  expect(service).toMatchObject({ name: "O'Neill\n\t%", fee, enabled: false, item_id: null });
  expect(attribute).toMatchObject({ choices });
});

test('a bulk change keeps omitted fields, and skips stale versions and foreign rows', async () => {
  const people = ['Ann', 'Bob'].map((name) => ({ type: 'keeper', name, sort: 7 }));
  const [ann, bob] = await inBooks((books) => addRows(books, 'person', people));
  const changed = await inBooks((books) =>
    changeRows(books, 'person', [
      { id: String(ann?.id), version: 2, name: 'Anna' },
      { id: String(bob?.id), version: 3, sort: 9 },
    ]),
  );
  expect(changed).toEqual([{ ...ann, version: 2, name: 'Anna' }]);
  const foreign = await server.arrange(server.stranger, (tx) =>
    changeRows({ tx, tenantId: server.stranger.tenantId }, 'person', [
      { id: String(bob?.id), name: 'Mine' },
    ]),
  );
  expect(foreign).toEqual([]);
});

test('a bulk change keeps concurrent changes of omitted fields', async () => {
  const people = ['Cid', 'Dan'].map((name) => ({ type: 'finance', name }));
  const [cid, dan] = await inBooks((books) => addRows(books, 'person', people));
  const ids = [String(cid?.id), String(dan?.id)] as const;
  let both: Promise<unknown> = Promise.resolve();
  await inBooks(async (books) => {
    await changeRows(books, 'person', [{ id: ids[0], sort: 5 }]);
    both = inBooks((others) =>
      changeRows(others, 'person', [
        { id: ids[0], enabled: false },
        { id: ids[1], sort: 6 },
      ]),
    );
    await waiting(server, 1);
  });
  expect(await both).toMatchObject([
    { name: 'Cid', sort: 5, enabled: false },
    { name: 'Dan', sort: 6, enabled: true },
  ]);
});
