import { accountFlowTable, debtTable, stockLedgerTable } from '@tradehouse/contract';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { t } from '../phrase/index.ts';
import type { ReportDefinition } from './reportPage.tsx';

/** Every move of a product: what came has a plus, what went a minus. */
export const stockLedger: ReportDefinition<typeof stockLedgerTable> = {
  table: stockLedgerTable,
  nameColumn: 'number',
  facts: ['date', 'change', 'after'],
  cells: { change: ({ change }) => <NumberText value={change} signed /> },
};

const { columns } = stockLedgerTable;
const productMoves = {
  ...stockLedgerTable,
  columns: { ...columns, productName: { ...columns.productName, hidden: true } },
} as const;

/** The same of one product: the one who asked knows what it is called. */
export const movesOfProduct: ReportDefinition<typeof productMoves> = {
  ...stockLedger,
  table: productMoves,
};

/** Every entry of an account, in the same way. */
export const accountFlow: ReportDefinition<typeof accountFlowTable> = {
  table: accountFlowTable,
  nameColumn: 'number',
  facts: ['date', 'amount', 'balance'],
  cells: { amount: ({ amount }) => <NumberText value={amount} as="money" signed /> },
};

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
  },
};
