import { expect, test } from 'vitest';
import { rooms } from './rooms.ts';
import { readSourcesBelow, readProjectFile } from './sources.ts';

// One letter of each stands in brackets, so that this file does not find itself.
const LEFTOVERS: readonly (readonly [what: string, shape: RegExp])[] = [
  ['a marker', /\b([T]ODO|[F]IXME|[H]ACK|[X]XX)\b/],
  ['a promise', /\b([f]or now|[n]ot yet implemented)\b/i],
  ['a narrowed run', /\b(test|it|describe)\.([o]nly|[s]kip)\(/],
  ['a silenced compiler', /@ts-([i]gnore|[n]ocheck)/],
  ['a breakpoint', /^\s*[d]ebugger\b/m],
];

/** Words that were retired, each with what is said instead. A user of the machine may be called `nobody`. */
const RETIRED: readonly (readonly [what: string, shape: RegExp])[] = [
  ['the retired word for no one', /(?<![`']|user )\b[n]obody\b(?![`'])/i],
  ['the retired word for anyone who, the one who', /\b[w]hoever\b/i],
  ['the retired word for again', /\b[a]new\b/i],
  ['the retired word for not told', /\b[u]ntold\b/i],
  [
    'the retired words for sorted, identified, distinguished',
    /\b[t](old|ells?|elling)( [\w’']+){0,3} apart\b/i,
  ],
  // What other programs know by these names keeps them at the contract: auditorName, reverseAudit, auditPrint.
  ['the retired words for approved, and for a draft', /\b([a]udited|[u]naudited|[u]nreviewed)\b/i],
  // Quoted, the word is a heading of another program.
  ['the retired word for a partner', /(?<!third[- ]|')\b[p]arty\b/i],
];

const sources = [
  ...rooms.flatMap((room) => readSourcesBelow(room, ['.ts', '.tsx', '.mjs', '.sql', '.css'])),
  ...readSourcesBelow('docs', ['.md']),
  ...readSourcesBelow('.ci', ['run']),
];

test.each(LEFTOVERS)('no file holds %s', (_what, shape) => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(({ text }) => shape.test(text)).map(({ path }) => path)).toEqual([]);
});

/** Migrations that said one of them when they were delivered; they stay as they are. */
const FROZEN = /^database\/migrations\/(0001|0002|0004|0011|0015)_/;

test.each(RETIRED)('no file but a frozen migration holds %s', (_what, shape) => {
  const living = sources.filter(({ path }) => !FROZEN.test(path));
  expect(living.filter(({ text }) => shape.test(text)).map(({ path }) => path)).toEqual([]);
});

test('no source of domain, contract, database, server or web writes to the console', () => {
  const talkative = sources
    .filter(({ path }) => /^(domain|contract|database|server|web)\/src\//.test(path))
    .filter(({ text }) => /\bconsole\.(log|info|debug)\(/.test(text));
  expect(talkative.map(({ path }) => path)).toEqual([]);
});

test('links between documents lead somewhere', () => {
  const pages = [
    ...readSourcesBelow('docs', ['.md']),
    { path: 'README.md', text: readProjectFile('README.md') },
  ];
  expect(pages.length).toBeGreaterThan(10);
  const known = new Set(readSourcesBelow('.', ['']).map(({ path }) => path));
  const dead = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map((match) => new URL(match[1] ?? '', `file:///${path}`).pathname.slice(1))
      .filter((target) => ![...known].some((file) => file === target || file.startsWith(target)))
      .map((target) => `${path} → ${target}`),
  );
  expect(dead).toEqual([]);
});
