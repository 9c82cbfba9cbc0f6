import { lotStockTable } from '@tradehouse/contract';
import { lotMoves } from '../../list/report/lotMoves.tsx';
import { reportPage } from '../../list/report/reportPage.tsx';

export default reportPage({ table: lotStockTable, drills: { stock: lotMoves } });
