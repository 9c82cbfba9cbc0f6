import { trialBalanceTable } from '@tradehouse/contract';
import { bookDrill } from '../../list/bookDrills.tsx';
import { reportPage } from '../../list/reportPage.tsx';

export default reportPage({
  table: trialBalanceTable,
  drills: {
    openingDebit: bookDrill('opening'),
    openingCredit: bookDrill('opening'),
    debit: bookDrill('moved'),
    credit: bookDrill('moved'),
    closingDebit: bookDrill('closing'),
    closingCredit: bookDrill('closing'),
  },
});
