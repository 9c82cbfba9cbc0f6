import { expect, test } from 'vitest';
import { complaintOf } from './rule.ts';
import { every, textsOf } from './testFields.ts';
import type { Field } from './testFields.ts';

/** Login names are asked more than their schema says (`isClearLoginName`), and HTML is cleaned by the server. */
const ELSEWHERE: readonly RegExp[] = [/\.loginName$/, /^\/announcement\/\w+\.content$/];

const hidden = [
  '\u0000',
  '\u0007',
  '\t',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u200f',
  '\u202e',
  '\u2066',
];
const takes = ({ schema }: Field, sign: string): boolean => {
  const { pattern, enum: choices } = schema as {
    readonly pattern?: string;
    readonly enum?: unknown;
  };
  if (choices !== undefined) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(`ab${sign}c`);
};
const kept = textsOf(every.filter(({ method, writes = method !== 'GET' }) => writes)).filter(
  ({ at, schema }) => schema['const'] === undefined && !ELSEWHERE.some((like) => like.test(at)),
);

test('no stored text takes a control character or a mark turning the direction of writing', () => {
  expect(kept.length).toBeGreaterThan(300);
  expect(
    kept.filter((field) => hidden.some((sign) => takes(field, sign))).map(({ at }) => at),
  ).toEqual([]);
});

test('no stored single-line text may consist of invisible characters only', () => {
  const unseen = kept.filter(({ schema: { pattern, enum: choices } }) => {
    const taken = new RegExp(String(pattern), 'u');
    return (
      choices === undefined && taken.test('ab') && !taken.test('a\nb') && taken.test('\u3164\u3164')
    );
  });
  expect(unseen.map(({ at }) => at)).toEqual([]);
});

test('only remarks, reasons, comments, addresses, agreements and notes accept a line break', () => {
  const several = kept.filter((field) => takes(field, '\n')).map(({ at }) => at);
  expect(several.length).toBeGreaterThan(20);
  expect(
    several.filter((at) => !/\.(remark|reason|comment|address|saleAgreement|note)$/.test(at)),
  ).toEqual([]);
});

test('a refused text gets the rule of its field', () => {
  const name = kept.find(({ at }) => at === '/depot/add.name');
  expect(complaintOf(name?.schema ?? {}, 'a\nb')).toEqual({ rule: 'name' });
  const remark = kept.find(({ at }) => at === '/depot/add.remark');
  expect(complaintOf(remark?.schema ?? {}, 'a\nb')).toBeNull();
  expect(complaintOf(remark?.schema ?? {}, 'a\u202eb')).toEqual({ rule: 'severalLines' });
});

test('a name begins and ends with a visible character', () => {
  const name = kept.find(({ at }) => at === '/depot/add.name')?.schema ?? {};
  for (const blank of ['  ', '\u00a0\u3000'])
    expect(complaintOf(name, blank)).toEqual({ rule: 'missing' });
  for (const wrong of [' ab', 'ab ', '\u3000ab', 'ab\u00a0', '\u3164\u3164', '\u200b\u200b'])
    expect(complaintOf(name, wrong)).toEqual({ rule: 'name' });
  for (const right of ['a b', '仓库 1', 'Heart \u2764\ufe0f', '👩\u200d🌾 farm'])
    expect(complaintOf(name, right)).toBeNull();
});
