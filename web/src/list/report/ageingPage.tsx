import { agedBillsTable, ageingTables } from '@tradehouse/contract';
import type { AgeingSide, RowOf, receivableAgeingTable } from '@tradehouse/contract';
import { ageBuckets } from '@tradehouse/domain';
import type { AgeBucket } from '@tradehouse/domain';
import type { ComponentType } from 'react';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { t } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import type { ListState } from '../useList.ts';
import { PartnerName } from './partnerName.tsx';
import type { Drill, ReportDefinition } from './reportPage.tsx';
import { Report, reportPage } from './reportPage.tsx';

type AgeingTable = (typeof ageingTables)[AgeingSide];
type ReceivableAgeingRow = RowOf<typeof receivableAgeingTable>;

/** Open bills with links to documents; an opening balance has no document. */
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

/** Age ranges included in each figure of a partner. */
const addedUp: Readonly<Record<AgeBucket | 'overdue' | 'total', readonly AgeBucket[]>> = {
  notDue: ['notDue'],
  days30: ['days30'],
  days60: ['days60'],
  days90: ['days90'],
  over90: ['over90'],
  overdue: ageBuckets.filter((age) => age !== 'notDue'),
  total: ageBuckets,
};

const partnerOf = { receivable: 'customer', payable: 'supplier' } as const;

/** Creates the ageing report of a side; every figure opens the bills in its sum, on the same day. */
export function ageingPage(side: AgeingSide): ComponentType {
  const table: AgeingTable = ageingTables[side];
  const drill =
    (name: keyof typeof addedUp) =>
    (row: ReceivableAgeingRow, { applied }: ListState<AgeingTable>): Drill => ({
      title: `${row.name ?? ''} · ${labelOfColumn(table, name)}`,
      width: 1200,
      content: () => (
        <Report
          {...agedBills}
          fixed={{ side, organId: row.id, date: applied['date'], age: addedUp[name] }}
          given={{}}
        />
      ),
    });
  const type = partnerOf[side];
  return reportPage<AgeingTable>({
    table,
    cells: { name: ({ id, name }) => <PartnerName type={type} id={id} name={name} /> },
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
