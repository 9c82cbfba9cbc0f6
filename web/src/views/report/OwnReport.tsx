import { boughtOwnTable, soldOwnTable } from '@tradehouse/contract';
import type { RowOf, Table } from '@tradehouse/contract';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { t } from '../../phrase/index.ts';
import { ReportBuilder, puttingTogether } from '../../list/ownReport.tsx';
import { Report } from '../../list/reportPage.tsx';
import type { Drill, ReportDefinition } from '../../list/reportPage.tsx';
import { tradeDrill, tradeName } from '../../list/trade.tsx';
import type { ListState } from '../../list/useList.ts';

type Own = typeof soldOwnTable | typeof boughtOwnTable;

/** What an own report of a subject says: its figures open the documents that they are of. */
function definitionOf<T extends Own>(table: T): ReportDefinition<T> {
  const documents = (row: RowOf<T>, { applied }: ListState<T>): Drill | null =>
    tradeDrill(definition, row, applied, 'document');
  const summed = Object.entries<Table['columns'][string]>(table.columns).flatMap(([name, column]) =>
    column.sum === true && column.asksFor === undefined ? [[name, documents] as const] : [],
  );
  const definition: ReportDefinition<T> = {
    table,
    // SAFETY: columns of every subject.
    cells: { name: tradeName } as ReportDefinition<T>['cells'] & object,
    // SAFETY: names of its columns.
    drills: Object.fromEntries(summed) as ReportDefinition<T>['drills'] & object,
    // Months stand in their order, everything else by what it is ranked by.
    chart: ({ level, measure }) => ({
      // SAFETY: its choices are columns.
      column: String(measure ?? 'quantity') as keyof T['columns'] & string,
      ...(level === 'month'
        ? { as: 'bars', order: { column: 'name', order: 'asc' } }
        : { as: 'rows' }),
    }),
    picks: documents,
  };
  return definition;
}

const subjects = {
  sold: definitionOf(soldOwnTable),
  bought: definitionOf(boughtOwnTable),
} as const;
type Subject = keyof typeof subjects;
const all: readonly Subject[] = ['sold', 'bought'];

const words = { sold: 'own.sold', bought: 'own.bought' } as const;

/** A report that its reader puts together; where a subject's own pages are not for them, it is not offered. */
export default function OwnReport(): ReactNode {
  const { query } = useTab();
  const may = useMay();
  const offered = all.filter((one) => subjects[one].table.access.page.some((page) => may(page)));
  const [chosen, choose] = useState<Subject>(() =>
    query.get('subject') === 'bought' ? 'bought' : 'sold',
  );
  const subject = offered.find((one) => one === chosen) ?? offered[0] ?? 'sold';
  const switcher = (
    <Segmented<Subject>
      aria-label={t('own.subject')}
      value={subject}
      options={offered.map((one) => ({ value: one, label: t(words[one]) }))}
      onChange={choose}
    />
  );
  const key = `${subject} ${query.toString()}`;
  return subject === 'sold' ? (
    <Built key={key} definition={subjects.sold} switcher={switcher} />
  ) : (
    <Built key={key} definition={subjects.bought} switcher={switcher} />
  );
}

function Built<T extends Own>({
  definition,
  switcher,
}: {
  readonly definition: ReportDefinition<T>;
  readonly switcher: ReactNode;
}): ReactNode {
  const draw = (list: ListState<T>): ReactNode => (
    <ReportBuilder list={list} table={definition.table} subject={switcher} />
  );
  return <Report {...definition} built={{ by: puttingTogether, draw }} />;
}
