import type { MenuEntry } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { groupedReports, reportGroups } from './reportGroups.ts';

const entry = (url: string): MenuEntry => ({
  id: url,
  text: url,
  url,
  component: '',
  icon: '',
  hidden: false,
  frame: '',
  buttons: [],
  children: [],
});
const all = Object.values(reportGroups)
  .flatMap((pages) => pages.split(' '))
  .map((page) => entry(`/report/${page}`));

test('reports are grouped by subject, with embedded pages last', () => {
  const own = entry('/frame/board');
  const groups = groupedReports([own, ...all]) ?? [];
  expect(groups.map(([name]) => name)).toEqual([...Object.keys(reportGroups), null]);
  expect(groups.at(-1)?.[1]).toEqual([own]);
  expect(groups.flatMap(([, pages]) => pages)).toHaveLength(all.length + 1);
});

test('few reports and pages of further groups stay without headings', () => {
  expect(groupedReports(all.slice(0, 5))).toBeNull();
  expect(groupedReports([entry('/bill/sale_out')])).toBeNull();
});
