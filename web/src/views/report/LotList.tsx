import { lotStockTable } from '@tradehouse/contract';
import { lotMoves } from '../../list/lotMoves.tsx';
import { reportPage } from '../../list/reportPage.tsx';

export default reportPage({ table: lotStockTable, drills: { stock: lotMoves } });
