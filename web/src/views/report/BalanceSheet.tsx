import { balanceSheetTable } from '@tradehouse/contract';
import { bookDrill, bookName } from '../../list/bookDrills.tsx';
import { reportPage } from '../../list/reportPage.tsx';

export default reportPage({
  table: balanceSheetTable,
  cells: { name: bookName },
  drills: {
    opening: bookDrill('opening'),
    increase: bookDrill('moved'),
    decrease: bookDrill('moved'),
    closing: bookDrill('closing'),
  },
});
