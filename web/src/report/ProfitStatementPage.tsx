import { profitMonthsTable, profitTable } from '@tradehouse/contract';
import { bookDrill, bookName, monthDrills } from '../list/report/bookDrills.tsx';
import { bookPage } from '../list/report/bookPage.tsx';

export default bookPage(
  {
    table: profitTable,
    cells: { name: bookName },
    drills: {
      amount: bookDrill('moved'),
      before: bookDrill('before'),
      lastYear: bookDrill('lastYear'),
    },
  },
  {
    table: profitMonthsTable,
    cells: { name: bookName },
    drills: {
      ...monthDrills('amount', 'moved'),
      amount: bookDrill('moved'),
      lastYear: bookDrill('lastYear'),
    },
  },
);
