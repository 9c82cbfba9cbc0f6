import { expect, test } from 'vitest';
import { DomainError } from '@tradehouse/domain';
import { sentenceOf } from '../../kernel/http/index.ts';
import { readDumpRemark, readDumpWord } from './company.ts';
import { readDump } from './dump.ts';

const CREATE =
  "CREATE TABLE `jsh_depot` (\n  `id` bigint(20) NOT NULL,\n  `name` varchar(20) DEFAULT NULL COMMENT 'a, (b)',\n  `is_default` bit(1),\n  PRIMARY KEY (`id`),\n  KEY `x` (`name`)\n) ENGINE=InnoDB;\n";

test('columns of a dump table are the quoted names at the start of definitions, not keys', async () => {
  expect((await readDump(CREATE)).get('jsh_depot')?.columns).toEqual(['id', 'name', 'is_default']);
});

test.each([
  ["VALUES ('1', 'a', '\\0')", { id: '1', name: 'a', is_default: '\0' }],
  ["VALUES (1, 'it''s', NULL)", { id: '1', name: "it's", is_default: null }],
  ["VALUES (1, 'a\\'b\\\\c\\nd', b'1')", { id: '1', name: "a'b\\c\nd", is_default: '1' }],
  [
    'VALUES (-1.50, "say ""hi""", _binary \'\u0001\')',
    { id: '-1.50', name: 'say "hi"', is_default: '\u0001' },
  ],
  ["(`name`, `id`) VALUES ('箱；(x)', '7')", { id: '7', name: '箱；(x)' }],
])('a dump row with %s is read', async (values, row) => {
  const dump = await readDump(`${CREATE}INSERT INTO \`jsh_depot\` ${values};`);
  expect(dump.get('jsh_depot')?.rows).toEqual([row]);
});

test('several rows, comments and unknown statements are read', async () => {
  const sql = `/* by hand */ SET NAMES utf8;\n${CREATE}-- rows\nINSERT INTO jsh_depot VALUES (1,'a',null),(2,'b',null);\n# end`;
  const dump = await readDump(sql);
  expect(dump.get('jsh_depot')?.rows.map(({ name }) => name)).toEqual(['a', 'b']);
});

test.each([
  ['cut off in a text', `${CREATE}INSERT INTO jsh_depot VALUES (1,'a`, /cut off/],
  ['cut off in a row', `${CREATE}INSERT INTO jsh_depot VALUES (1,'a',`, /cut off/],
  [
    'cut off in a name that is all of it',
    `${CREATE}INSERT INTO \`${'a'.repeat(10_000_000)}`,
    /cut off/,
  ],
  ['cut off in a table', 'CREATE TABLE `jsh_depot` (`id` bigint,', /cut off/],
  ['cut off before the last semicolon', 'SET NAMES utf8', /cut off/],
  [
    'a value too few',
    `${CREATE}INSERT INTO jsh_depot VALUES (1,'a');`,
    /has 2 values for 3 columns/,
  ],
  ['an unknown table', "INSERT INTO jsh_depot VALUES (1,'a',null);", /doesn't create/],
  ['no dump at all', '', /no table/],
  ['garbage among the values', `${CREATE}INSERT INTO jsh_depot VALUES (1,),'a');`, /expected/],
])('an invalid dump is refused with a readable message: %s', async (_, sql, sentence) => {
  const refusal = await readDump(sql).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DomainError);
  expect(sentenceOf(refusal as DomainError, 'en')).toMatch(sentence);
});

test.each([
  ['a table', 'INSERT INTO `jsh\0\u202e` VALUES (1);', /inserts into "jsh"/],
  ['a word', `${CREATE}INSERT INTO jsh_depot '${'x\0'.repeat(1_000_000)}';`, /"x{50}" found/],
])(
  '%s with hidden characters is quoted in the error without the characters, and shortened',
  async (_, sql, sentence) => {
    const refusal = await readDump(sql).catch((error: unknown) => error);
    expect(sentenceOf(refusal as DomainError, 'en')).toMatch(sentence);
  },
);

test('imported names keep a single line and remarks their lines, without control characters', () => {
  const row = { name: ' Flask\r\n500\tml\u202e', remark: 'left\0\r\nright\u0007', unit: null };
  expect(readDumpWord(row, 'name')).toBe('Flask 500 ml');
  expect(readDumpRemark(row)).toBe('left\nright');
  expect(readDumpWord(row, 'unit')).toBe('');
});
