import { plainRecords, reports } from '@tradehouse/contract';
import type { Table } from '@tradehouse/contract';
import { createElement } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useTab } from '../app/tabs/tabs.ts';
import { reportPage } from './report/reportPage.tsx';
import { recordPage } from './recordPage.tsx';
import type { Listed } from './recordPage.tsx';

const records: readonly Listed<Table>[] = plainRecords;
const pages: ReadonlyMap<string, ComponentType> = new Map([
  ...records.map((record) => [record.page, recordPage(record)] as const),
  ...reports.flatMap((table) =>
    table.page === undefined ? [] : [[table.page, reportPage({ table })] as const],
  ),
]);

/** A page that is made from its declaration alone; which one, its address says. */
export default function PlainPage(): ReactNode {
  const view = pages.get(useTab().page.url);
  return view === undefined ? null : createElement(view);
}
