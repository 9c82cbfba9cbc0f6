import { errors, sentences, type ErrorKey } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import { ROOT } from './sources.ts';

const keys = Object.keys(errors) as ErrorKey[];

test('every refusal has a unique number and a sentence in both languages with equal facts', () => {
  expect(keys.length).toBeGreaterThan(20);
  const numbers = keys.map((key) => errors[key].code);
  expect(new Set(numbers).size).toBe(numbers.length);
  const factsIn = (text: string): string[] =>
    [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();
  for (const key of keys) {
    expect(factsIn(sentences.en[key]), key).toEqual(factsIn(sentences['zh-cn'][key]));
  }
});

test('docs/errors.md lists exactly the refusals (npx vitest run tools/tidy -u writes the file)', async () => {
  const rows = keys
    .toSorted((one, other) => errors[one].code - errors[other].code)
    .map((key) => {
      const { code, status } = errors[key];
      return `| ${code} | ${status} | ${key} | ${sentences['zh-cn'][key]} | ${sentences.en[key]} |`;
    });
  const page = `${INTRODUCTION}\n${rows.join('\n')}\n`;
  await expect(page).toMatchFileSnapshot(`${ROOT}/docs/errors.md`);
});

const INTRODUCTION = `# Errors

Every refusal of the product. A call that is refused answers the HTTP status and \`{ code, message, data }\`: \`code\` is
the number below and never changes its meaning, \`message\` is the sentence in the language of \`X-Http-Language\`, and
\`data\` holds the facts, with \`field\` and \`line\` where the input is wrong. A refused call changed nothing. What stands in
\`[ ]\` is said only where its facts are known: a document that was never saved has no number.

| Code | HTTP | Key | 中文 | English |
| --: | --: | --- | --- | --- |`;
