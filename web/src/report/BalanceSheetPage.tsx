import { balanceSheetMonthsTable, balanceSheetTable } from '@tradehouse/contract';
import { bookDrill, bookName, monthDrills } from '../list/report/bookDrills.tsx';
import { bookPage } from '../list/report/bookPage.tsx';

export default bookPage(
  {
    table: balanceSheetTable,
    cells: { name: bookName },
    drills: {
      opening: bookDrill('opening'),
      increase: bookDrill('moved'),
      decrease: bookDrill('moved'),
      closing: bookDrill('closing'),
      change: bookDrill('moved'),
    },
  },
  {
    table: balanceSheetMonthsTable,
    cells: { name: bookName },
    drills: {
      opening: bookDrill('opening'),
      ...monthDrills('closing', 'closing'),
      change: bookDrill('moved'),
    },
  },
);
