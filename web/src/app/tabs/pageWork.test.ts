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

test('work of a page runs while the page is shown, and restarts when the page is shown again', () => {
  const page = workOfPage(true);
  const { said, work } = told();
  page.add(work);
  page.set(false);
  page.set(true);
  expect(said).toEqual(['begins', 'ends', 'begins']);
});

test('a page rendered in the background begins its work when shown', () => {
  const page = workOfPage(false);
  const { said, work } = told();
  page.add(work);
  expect(said).toEqual([]);
  page.set(true);
  page.set(true);
  expect(said).toEqual(['begins']);
});

test('removed work is stopped exactly once, whether its page is shown or hidden', () => {
  const page = workOfPage(true);
  const { said, work } = told();
  const away = page.add(work);
  page.set(false);
  away();
  page.set(true);
  expect(said).toEqual(['begins', 'ends']);
});
