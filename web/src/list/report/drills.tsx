import { debtTable, documentTables, stockLedgerTable } from '@tradehouse/contract';
import type { DocumentTable, RowOf } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { t } from '../../phrase/index.ts';
import { renderListCell } from '../columns/cells.tsx';
import type { ReportDefinition } from './reportPage.tsx';

/** Renders a date of an open item; an opening balance has no date. */
const ofNoDay = (name: 'time' | 'dueOn') => (row: RowOf<typeof debtTable>) =>
  renderListCell(name, debtTable.columns[name], row.opening === true ? null : row[name]);

const { columns } = stockLedgerTable;
/** Movements of one product, whose name the user knows. */
export const movesOfProduct = {
  ...stockLedgerTable,
  columns: { ...columns, productName: { ...columns.productName, hidden: true } },
  facts: ['date', 'change', 'after'],
} as const;

/** Open items of a partner with links to documents; an opening balance has no document. */
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

export const defineDocumentsReport = (kind: KindCode): ReportDefinition<DocumentTable> => ({
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
