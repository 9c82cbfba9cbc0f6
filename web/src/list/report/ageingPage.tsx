import { agedBillsTable, ageingTables } from '@tradehouse/contract';
import type { AgeingSide, RowOf, receivableAgeingTable } from '@tradehouse/contract';
import { ageBuckets } from '@tradehouse/domain';
import type { AgeBucket } from '@tradehouse/domain';
import type { ComponentType } from 'react';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { t } from '../../phrase/index.ts';
import { labelOf } from '../../record/labels.ts';
import type { ListState } from '../useList.ts';
import type { Drill, ReportDefinition } from './reportPage.tsx';
import { Report, reportPage } from './reportPage.tsx';

type AgeingTable = (typeof ageingTables)[AgeingSide];
type Row = RowOf<typeof receivableAgeingTable>;

/** Bills that were open, each with the way to its document; an opening balance has none. */
export const agedBills: ReportDefinition<typeof agedBillsTable> = {
  table: agedBillsTable,
  cells: {
    number: ({ number, kind, id, opening, openDebt }) =>
      opening === true ? (
        t(openDebt?.startsWith('-') === true ? 'money.kept' : 'report.openingBalance')
      ) : (
        <DocumentLink kind={kind ?? ''} id={id}>
          {number}
        </DocumentLink>
      ),
  },
};

/** Which ages a figure of a partner adds up. */
const addedUp: Readonly<Record<AgeBucket | 'overdue' | 'total', readonly AgeBucket[]>> = {
  notDue: ['notDue'],
  days30: ['days30'],
  days60: ['days60'],
  days90: ['days90'],
  over90: ['over90'],
  overdue: ageBuckets.filter((age) => age !== 'notDue'),
  total: ageBuckets,
};

/** What is owed by customers or to suppliers by its age; every figure opens the bills it adds up, at the same day. */
export function ageingPage(side: AgeingSide): ComponentType {
  const table: AgeingTable = ageingTables[side];
  const drill =
    (name: keyof typeof addedUp) =>
    (row: Row, { applied }: ListState<AgeingTable>): Drill => ({
      title: `${row.name ?? ''} · ${labelOf(table, name)}`,
      width: 1200,
      content: () => (
        <Report
          {...agedBills}
          fixed={{ side, organId: row.id, date: applied['date'], age: addedUp[name] }}
          given={{}}
        />
      ),
    });
  return reportPage<AgeingTable>({
    table,
    drills: {
      notDue: drill('notDue'),
      days30: drill('days30'),
      days60: drill('days60'),
      days90: drill('days90'),
      over90: drill('over90'),
      overdue: drill('overdue'),
      total: drill('total'),
    },
  });
}
