import { debtTable, documentTables, stockLedgerTable } from '@tradehouse/contract';
import type { DocumentTable, RowOf } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { t } from '../../phrase/index.ts';
import { cellOf } from '../columns/cells.tsx';
import type { ReportDefinition } from './reportPage.tsx';

/** A column of what is open; an opening balance is of no day. */
const ofNoDay = (name: 'time' | 'dueOn') => (row: RowOf<typeof debtTable>) =>
  cellOf(name, debtTable.columns[name], row.opening === true ? null : row[name]);

const { columns } = stockLedgerTable;
/** The moves of one product: the one who asked knows what it is called. */
export const movesOfProduct = {
  ...stockLedgerTable,
  columns: { ...columns, productName: { ...columns.productName, hidden: true } },
} as const;

/** What a partner still owes or is owed, each with the way to its document; an opening balance has none. */
export const openDocuments: ReportDefinition<typeof debtTable> = {
  table: debtTable,
  nameColumn: 'number',
  facts: ['time', 'debt', 'openDebt'],
  cells: {
    number: ({ number, kind, id, opening }) =>
      opening === true ? (
        t('report.openingBalance')
      ) : (
        <DocumentLink kind={kind ?? ''} id={id}>
          {number}
        </DocumentLink>
      ),
    time: ofNoDay('time'),
    dueOn: ofNoDay('dueOn'),
  },
};

/** The documents of a kind, each with the way to it. */
export const documentsOf = (kind: KindCode): ReportDefinition<DocumentTable> => ({
  table: documentTables[kind],
  nameColumn: 'number',
  facts: ['time', documentKinds[kind].subject === 'money' ? 'paidNow' : 'payable', 'status'],
  cells: {
    number: (row: RowOf<DocumentTable>) => (
      <DocumentLink kind={kind} id={String(row['id'] ?? '')}>
        {row['number']}
      </DocumentLink>
    ),
  },
});
