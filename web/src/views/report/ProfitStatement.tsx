import { profitTable } from '@tradehouse/contract';
import { bookDrill, bookName } from '../../list/bookDrills.tsx';
import { reportPage } from '../../list/reportPage.tsx';

export default reportPage({
  table: profitTable,
  cells: { name: bookName },
  drills: { amount: bookDrill('moved') },
});
