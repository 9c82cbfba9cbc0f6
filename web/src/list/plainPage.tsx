import { plainRecords, reports } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { createElement } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useTab } from '../app/tabs/tabs.ts';
import { ExceptionPage } from '../control/ExceptionPage.tsx';
import { reportPage } from './report/reportPage.tsx';
import { recordPage } from './recordPage.tsx';
import type { Listed } from './recordPage.tsx';

const records: readonly Listed<TableDeclaration>[] = plainRecords;
const pages: ReadonlyMap<string, ComponentType> = new Map([
  ...records.map((record) => [record.page, recordPage(record)] as const),
  ...reports.flatMap((table) =>
    table.page === undefined ? [] : [[table.page, reportPage({ table })] as const],
  ),
]);

/** Renders a page generated from a declaration, by the page's address; an unknown page is reported. */
export default function PlainPage(): ReactNode {
  const view = pages.get(useTab().page.url);
  return view === undefined ? <ExceptionPage code="404" /> : createElement(view);
}
