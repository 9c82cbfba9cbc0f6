import * as contract from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { menu, platformLabels } from '@tradehouse/database';
import { expect, test } from 'vitest';
import { readSourcesBelow, readProjectFile } from './sources.ts';

/** Views that fixed routes show: they stand in no menu. */
const FIXED = ['/user/Login', '/user/RegisterResult', '/dashboard/Analysis'];

// A view is a file whose name begins with a capital; its parts stand beside it in lower case.
const views = readSourcesBelow('web/src/views', ['.tsx'])
  .map(({ path }) => path.replace('web/src/views', '').replace(/\.tsx$/, ''))
  .filter((path) => /\/[A-Z][A-Za-z]*$/.test(path));
// A group's component is a layout; every other row names a view.
const rows = menu.filter(({ component }) => !component.startsWith('/layouts/'));
const pages = rows
  .filter(({ url }) => !contract.isPlainPage(url))
  .map(({ component }) => component);

test('each page of the menu has its view, and each view its menu row', () => {
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((path) => !views.includes(path))).toEqual([]);
  expect(views.filter((path) => !pages.includes(path) && !FIXED.includes(path))).toEqual([]);
});

test('each page made from a declaration has a menu row', () => {
  const urls = rows.map(({ url }) => url);
  const made = [...contract.plainRecords, ...contract.reports].flatMap(({ page }) => page ?? []);
  expect(made.length).toBeGreaterThan(1);
  expect(made.filter((page) => !urls.includes(page))).toEqual([]);
});

test('page numbers and addresses of the menu are unique, and every named group exists', () => {
  const numbers = menu.map(({ number }) => number);
  const urls = menu.map(({ url }) => url);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(urls).size).toBe(urls.length);
  const groups = menu.map(({ parent }) => parent).filter((parent) => parent !== '0');
  expect(groups.filter((parent) => !numbers.includes(parent))).toEqual([]);
});

const isTable = (value: unknown): value is TableDeclaration =>
  typeof value === 'object' && value !== null && 'columns' in value && 'filters' in value;
const tables = Object.values(contract as Record<string, unknown>)
  .flat()
  .flatMap((value): TableDeclaration[] => {
    if (isTable(value)) return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).filter(isTable) : [];
  });

test('every list can be exported', () => {
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter(({ exportPath }) => exportPath === undefined)).toEqual([]);
});

test('every setting of the platform is read by the code', () => {
  const code = ['server/src', 'web/src']
    .flatMap((room) => readSourcesBelow(room, ['.ts', '.tsx']))
    .filter(({ path }) => !path.includes('test') && !path.includes('/attack/'))
    .map(({ text }) => text)
    .join('\n');
  expect(Object.keys(platformLabels).filter((key) => !code.includes(`'${key}'`))).toEqual([]);
});

test('each report of the menu stands below the heading of a subject', () => {
  const grouped: readonly string[] =
    readProjectFile('web/src/layouts/reportGroups.ts').match(
      /[a-z]\w*_\w+|\bprofit\b|\bjournal\b/g,
    ) ?? [];
  const reports = menu.filter(({ parent }) => parent === '0301');
  expect(reports.length).toBeGreaterThan(30);
  expect(
    reports.map(({ url }) => url.replace('/report/', '')).filter((page) => !grouped.includes(page)),
  ).toEqual([]);
});
