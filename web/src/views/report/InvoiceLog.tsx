import { stockLedgerTable } from '@tradehouse/contract';
import { reportPage } from '../../page/reportPage.tsx';

export default reportPage({
  table: stockLedgerTable,
  nameColumn: 'number',
  facts: ['date', 'change', 'after'],
});
