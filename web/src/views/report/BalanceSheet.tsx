import { balanceSheetTable } from '@tradehouse/contract';
import { bookDrill, bookFigure, bookName } from '../../list/bookDrills.tsx';
import { reportPage } from '../../list/reportPage.tsx';

export default reportPage({
  table: balanceSheetTable,
  cells: {
    name: bookName,
    opening: bookFigure('opening'),
    increase: bookFigure('increase'),
    decrease: bookFigure('decrease'),
    closing: bookFigure('closing'),
    change: bookFigure('change', true),
  },
  drills: {
    opening: bookDrill('opening'),
    increase: bookDrill('moved'),
    decrease: bookDrill('moved'),
    closing: bookDrill('closing'),
  },
});
