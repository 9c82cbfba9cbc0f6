import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../database.generated.ts';
import type { CompanyTable } from './companyTables.ts';
import { TenantFileError } from './manifest.ts';

/** Values allowed by a column, never exported and harmful to readers. */
const unreadable: readonly (readonly [type: RegExp, test: (column: string) => string])[] = [
  [/^numeric/, (column) => `${column} = 'NaN'`],
  [/^(date|timestamp)/, (column) => `${column} not between '0001-01-01' and '9999-12-31'`],
];

/** Refuses infinite times, times after the year 9999, and NaN numbers. */
export async function refuseUnreadable(
  tx: Transaction<Database>,
  tenantId: string,
  tables: readonly CompanyTable[],
): Promise<void> {
  for (const { name, columns } of tables) {
    const tests = columns.flatMap((column) =>
      unreadable
        .filter(([type]) => type.test(column.type))
        .map(([, test]) => sql.raw(test(`"${column.name}"`))),
    );
    if (tests.length === 0) continue;
    const { rows } = await sql`
      select from ${sql.table(name)} where tenant_id = ${tenantId} and (${sql.join(tests, sql` or `)})
      limit 1`.execute(tx);
    if (rows.length > 0) throw new TenantFileError('unsound', name);
  }
}
