import { expect, test } from 'vitest';
import { measureProject, readCeilings } from './ceilings.ts';
import { percentOfOneWord, percentShared, topLevelNames, usesOfNames } from './measures/names.ts';
import {
  commentsOf,
  hiddenSubjects,
  percentPronouns,
  testTitles,
  unclearTitles,
} from './measures/prose.ts';

const measures = measureProject();
const ceilings = readCeilings();

test('every measure has a ceiling, and every ceiling a measure', () => {
  expect(Object.keys(ceilings).toSorted()).toEqual(Object.keys(measures).toSorted());
});

test.each(Object.entries(ceilings))('the measure "%s" is at most %d', (name, ceiling) => {
  expect(
    measures[name]?.value,
    `print what it counts: npm run ceilings -- --list "${name}"`,
  ).toBeLessThanOrEqual(ceiling);
});

const source = (path: string, text: string) => ({ path, text });

test('names declared in two files are shared, and names of a single word are counted once', () => {
  const files = [
    topLevelNames(
      source('a.ts', 'function told() {}\nexport const sumOf = () => 1;\ntype Row = 1;'),
    ),
    topLevelNames(
      source('b.ts', 'const told = function () {};\nconst limit = 3;\ninterface Row {}'),
    ),
  ];
  const functions = usesOfNames(files, 'functions');
  expect([...functions.keys()]).toEqual(['told', 'sumOf']);
  expect(percentShared(functions)).toBeCloseTo(66.67, 1);
  expect(percentOfOneWord(functions)).toBe(50);
  expect(percentShared(usesOfNames(files, 'types'))).toBe(100);
});

test('comments of several lines are joined, and their pronouns and hidden subjects are counted', () => {
  const comments = commentsOf(
    source('a.ts', '// What it\n// holds.\nconst a = 1; /** Its rows. */'),
  );
  expect(comments).toEqual(['Its rows.', 'What it holds.']);
  expect(percentPronouns(comments)).toBe(60);
  expect(hiddenSubjects(comments)).toBe(2);
});

test('a test title is prefixed by the titles of its groups, and unclear titles are found', () => {
  const text = `describe('a bill', () => { test.each([1])('is %s', () => {}); it(\`of \${1}\`, () => {}); });`;
  expect(testTitles(source('a.test.ts', text))).toEqual(['a bill › is %s', 'a bill › of …']);
  expect(unclearTitles(['what it says of those', 'a bill that is paid'])).toEqual([
    'what it says of those',
  ]);
});
