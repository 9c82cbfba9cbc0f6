import { profitTable } from '@tradehouse/contract';
import { bookDrill, bookFigure, bookName } from '../../list/bookDrills.tsx';
import { reportPage } from '../../list/reportPage.tsx';

export default reportPage({
  table: profitTable,
  cells: {
    name: bookName,
    amount: bookFigure('amount'),
    before: bookFigure('before'),
    change: bookFigure('change', true),
  },
  drills: { amount: bookDrill('moved') },
});
