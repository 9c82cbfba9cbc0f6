import { saleOutTable } from '@tradehouse/contract';
import { tradePage } from '../../list/tradePage.tsx';

export default tradePage(saleOutTable, 'saleOut', 'saleBack');
