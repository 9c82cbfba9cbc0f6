import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import { runTogether } from '../../kernel/tx/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

test('SQL statements sent concurrently reach the database in the order of their calls', async () => {
  for (let round = 0; round < 20; round += 1) {
    const numbers = await server.arrange(server.company, (tx) =>
      runTogether(
        Array.from({ length: 25 }, async (_, index) => {
          const { rows } =
            index % 2 === 0
              ? await sql<{ at: string }>`select nextval('document_id_seq') as at`.execute(tx)
              : {
                  rows: await tx
                    .selectNoFrom(sql<string>`nextval('document_id_seq')`.as('at'))
                    .execute(),
                };
          return Number(rows[0]?.at);
        }),
      ),
    );
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  }
});

test('the first failure is thrown after all statements ended, and nothing is written', async () => {
  const ended: string[] = [];
  const work = server.arrange(server.company, (tx) =>
    runTogether([
      sql`insert into warehouse (tenant_id, name) values (${server.company.tenantId}, 'never')`
        .execute(tx)
        .then(() => ended.push('first')),
      sql`select 1 / 0`.execute(tx),
      sql`select no_such_function()`.execute(tx).catch((error: unknown) => {
        ended.push('last');
        throw error;
      }),
    ]),
  );
  await expect(work).rejects.toThrow('division by zero');
  expect(ended.toSorted()).toEqual(['first', 'last']);
  const { rows } = await sql`select from warehouse where name = 'never'`.execute(
    server.database.admin,
  );
  expect(rows).toEqual([]);
});
