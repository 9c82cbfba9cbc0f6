// The permission matrix: allowed calls and visible amounts of each type of user, computed from the
// declarations. The matrix is stored as a file, so that reviews show each change of rights.
import path from 'node:path';
import type { Mask, TableDeclaration } from '@tradehouse/contract';
import { documentTables, masksOf } from '@tradehouse/contract';
import { everyCall, everyTable } from '@tradehouse/contract/declared';
import { seededRoles } from '@tradehouse/database';
import type { SeededRoleCode } from '@tradehouse/database';
import { expect, test } from 'vitest';
import { mark, roles, words } from './testMatrix.ts';

const FILE = path.resolve(import.meta.dirname, '../../../docs/permissions.md');
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const callRows = everyCall
  .toSorted((one, other) => (one.endpoint.path < other.endpoint.path ? -1 : 1))
  .map(({ name, endpoint }) =>
    line([name, words(endpoint), ...roles.map((code) => mark(code, endpoint))]),
  );

/** Masks of mixed kinds follow the kinds listed. */
const seesMask = (code: SeededRoleCode, mask: Mask): string =>
  mask === 'kind' ? 'by kind' : seededRoles[code].hiddenAmounts.includes(mask) ? '–' : '✓';

const maskRows = (table: TableDeclaration): string[] => {
  const masks = Map.groupBy(
    Object.entries(table.columns).flatMap(([name, column]) =>
      masksOf(column).map((mask) => [name, mask] as const),
    ),
    ([, mask]) => mask,
  );
  return [...masks].map(([mask, columns]) =>
    line([
      table.id,
      mask,
      columns.map(([name]) => name).join(', '),
      ...roles.map((code) => seesMask(code, mask)),
    ]),
  );
};

const names = roles.map((code) => seededRoles[code].name.en);
const head = (cells: readonly string[]): string =>
  `${line(cells)}\n${line(cells.map(() => '---'))}`;

test('docs/permissions.md is the matrix of the declarations (npx vitest run server/src/attack/permissions -u writes the file)', async () => {
  expect(everyTable.length).toBeGreaterThan(Object.keys(documentTables).length);
  const page = `# Permissions

Who may make which call, for the roles a new company starts with; the owner may make all but the operator's. Worked out from the
declarations in \`contract\` and the seeded roles; the crawl in \`server/src/attack\` checks that the server keeps to it. ✓ may, – may
not, ◐ for records of some kinds. Which rows a user then meets is the scope's matter (data scope, granted warehouses and customers).

## Calls

${head(['Call', 'Takes', ...names])}
${callRows.join('\n')}

## Amounts in lists and reports

A hidden amount is null in rows, exports and totals, and can be neither sorted nor filtered by.

${head(['Table', 'Amounts', 'Columns', ...names])}
${everyTable.flatMap(maskRows).join('\n')}
`;
  await expect(page).toMatchFileSnapshot(FILE);
});
