import { retailOutTable } from '@tradehouse/contract';
import { tradePage } from '../../list/report/tradePage.tsx';

export default tradePage(retailOutTable, 'retail');
