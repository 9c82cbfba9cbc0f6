import { normalText } from '@tradehouse/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
afterAll(() => server.stop());

const signs = [...'aB１Ａ　 \t\u00a0\u2003\ufeffé（)商ﬁ①é'];

test('SQL and TypeScript normalize every text to the same form', async () => {
  const texts = fc.sample(fc.array(fc.constantFrom(...signs)), 500).map((parts) => parts.join(''));
  const { rows } = await sql<{ form: string }>`
    select normal_text(text) as form from unnest(${texts}::text[]) with ordinality as given(text, place)
    order by place`.execute(server.database.admin);
  expect(rows.map(({ form }) => form)).toEqual(texts.map(normalText));
});
