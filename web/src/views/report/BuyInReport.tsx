import { buyInTable } from '@tradehouse/contract';
import { tradePage } from '../../list/tradePage.tsx';

export default tradePage(buyInTable, 'purchaseIn', 'purchaseBack');
