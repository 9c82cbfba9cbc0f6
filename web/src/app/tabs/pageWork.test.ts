import { expect, test } from 'vitest';
import { workOfPage } from './pageWork.ts';

/** A page's work that tells when it begins and ends. */
function told() {
  const said: string[] = [];
  const work = () => {
    said.push('begins');
    return () => void said.push('ends');
  };
  return { said, work };
}

test('work goes on while its page is in front, and begins again when it returns', () => {
  const page = workOfPage(true);
  const { said, work } = told();
  page.add(work);
  page.set(false);
  page.set(true);
  expect(said).toEqual(['begins', 'ends', 'begins']);
});

test('a page drawn behind others begins its work when shown', () => {
  const page = workOfPage(false);
  const { said, work } = told();
  page.add(work);
  expect(said).toEqual([]);
  page.set(true);
  page.set(true);
  expect(said).toEqual(['begins']);
});

test('work that is taken away ends once, wherever its page is', () => {
  const page = workOfPage(true);
  const { said, work } = told();
  const away = page.add(work);
  page.set(false);
  away();
  page.set(true);
  expect(said).toEqual(['begins', 'ends']);
});
