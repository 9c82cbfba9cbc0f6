// The permission matrix: who may make which call and see which amounts, worked out from the declarations alone. It is kept as
// a file so that a change of rights is read in a review like a change of code.
import path from 'node:path';
import type { Endpoint, Mask, Table } from '@tradehouse/contract';
import { documentTables } from '@tradehouse/contract';
import { seededRoles } from '@tradehouse/database';
import type { SeededRoleCode } from '@tradehouse/database';
import { documentKinds } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { everyCall, everyTable } from './testCalls.ts';

const FILE = path.resolve(import.meta.dirname, '../../../docs/permissions.md');
const roles = Object.keys(seededRoles) as SeededRoleCode[];

/** The button that what is done to a document takes on its kind's page. */
const documentButtons = { view: '', edit: '1', audit: '2', reverse: '7', export: '3' } as const;
/** The pages of the kinds that a call's family writes: money documents, or goods. */
const documentPages = (path: string): string[] =>
  Object.values(documentKinds)
    .filter(({ subject }) => (subject === 'money') === path.startsWith('/accountHead'))
    .flatMap(({ url }) => url ?? []);

type Guarded = Pick<Endpoint, 'access' | 'path'>;

/** What a call asks for: pages of which one is enough, and a button there. */
function askedBy({ access, path }: Guarded): {
  readonly pages: readonly string[];
  readonly button: string;
} {
  if (typeof access === 'string') return { pages: [], button: '' };
  if ('document' in access)
    return { pages: documentPages(path), button: documentButtons[access.document] };
  const pages = typeof access.page === 'string' ? [access.page] : access.page;
  return { pages, button: access.button ?? '' };
}

/** ✓ always, – never, ◐ on some of several pages only (a document's own kind decides). */
function mark(code: SeededRoleCode, call: Guarded): string {
  const { access } = call;
  if (access === 'public' || access === 'signedIn') return '✓';
  if (access === 'operator') return '–';
  const { pages, button } = askedBy(call);
  const may = (page: string): boolean => {
    const held: readonly string[] | undefined = seededRoles[code].pages[page];
    return held !== undefined && (button === '' || held.includes(button));
  };
  if (!pages.some(may)) return '–';
  return 'document' in (access as object) && !pages.every(may) ? '◐' : '✓';
}

function words(call: Guarded): string {
  const { access } = call;
  if (typeof access === 'string')
    return { public: 'anybody', signedIn: 'signed in', operator: 'operator' }[access];
  const { pages, button } = askedBy(call);
  const where = 'document' in access ? "the kind's page" : pages.join(' or ');
  return button === '' ? where : `${where}, button ${button}`;
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const callRows = everyCall
  .toSorted((one, other) => (one.endpoint.path < other.endpoint.path ? -1 : 1))
  .map(({ name, endpoint }) =>
    line([name, words(endpoint), ...roles.map((code) => mark(code, endpoint))]),
  );

/** Masks of mixed kinds follow the kinds listed. */
const seesMask = (code: SeededRoleCode, mask: Mask): string =>
  mask === 'kind' ? 'by kind' : seededRoles[code].hiddenAmounts.includes(mask) ? '–' : '✓';

const maskRows = (table: Table): string[] => {
  const masks = Map.groupBy(
    Object.entries(table.columns).filter(([, { mask }]) => mask !== undefined),
    ([, { mask }]) => mask as Mask,
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

test('docs/permissions.md is the matrix of the declarations (npx vitest run server/src/attack/permissions -u writes it)', async () => {
  expect(everyTable.length).toBeGreaterThan(Object.keys(documentTables).length);
  const page = `# Permissions

Who may make which call, for the roles a new company starts with; the owner may make all but the operator's. Worked out from the
declarations in \`contract\` and the seeded roles; the crawl in \`server/src/attack\` checks that the server keeps to it. ✓ may, – may
not, ◐ for some kinds of document. Which rows a user then meets is the scope's matter (data scope, granted warehouses and customers).

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
