import { trialBalanceMonthsTable, trialBalanceTable } from '@tradehouse/contract';
import { bookDrill, monthDrills } from '../list/report/bookDrills.tsx';
import { bookPage } from '../list/report/bookPage.tsx';

export default bookPage(
  {
    table: trialBalanceTable,
    drills: {
      openingDebit: bookDrill('opening'),
      openingCredit: bookDrill('opening'),
      debit: bookDrill('moved'),
      credit: bookDrill('moved'),
      closingDebit: bookDrill('closing'),
      closingCredit: bookDrill('closing'),
    },
  },
  {
    table: trialBalanceMonthsTable,
    drills: {
      opening: bookDrill('opening'),
      ...monthDrills('debit', 'moved'),
      ...monthDrills('credit', 'moved'),
      ...monthDrills('closing', 'closing'),
      debit: bookDrill('moved'),
      credit: bookDrill('moved'),
      closing: bookDrill('closing'),
    },
  },
);
