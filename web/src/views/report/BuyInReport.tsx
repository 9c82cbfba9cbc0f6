import { buyInTable } from '@tradehouse/contract';
import { tradePage } from '../../list/report/tradePage.tsx';

export default tradePage(buyInTable, 'purchase');
