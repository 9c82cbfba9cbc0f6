// All declarations of the contract as one stored text, so that reviews show each change of calls, lists and
// papers.
import path from 'node:path';
import { defaultTemplate, printFields, printPapers } from '@tradehouse/contract';
import type { PrintPaper } from '@tradehouse/contract';
import { everyCall, everyTable } from '@tradehouse/contract/declared';
import { kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { callLines, tableLines } from './testWire.ts';

const FILE = path.resolve(import.meta.dirname, '../../../docs/wire.txt');
const papers = Object.keys(printPapers) as PrintPaper[];

const printed = (code: KindCode): string[] => [
  code,
  ...Object.entries(printFields(code)).map(
    ([place, fields]) => `  may print of its ${place}: ${fields.join(' ')}`,
  ),
  ...papers.map((paper) => `  ${paper}: ${JSON.stringify(defaultTemplate(code, paper))}`),
];

const calls = everyCall.toSorted((one, other) => (one.name < other.name ? -1 : 1));

test('docs/wire.txt equals the declarations of the contract (npx vitest run server/src/attack/declared -u writes the file)', async () => {
  const text = [
    'CALLS',
    ...calls.flatMap(({ name, endpoint }) => callLines(name, endpoint)),
    '',
    'LISTS AND REPORTS',
    ...everyTable.flatMap(tableLines),
    '',
    'PAPERS',
    ...kindCodes.flatMap(printed),
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot(FILE);
});
