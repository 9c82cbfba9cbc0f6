import { retailOutTable } from '@tradehouse/contract';
import { tradePage } from '../../list/tradePage.tsx';

export default tradePage(retailOutTable, 'retailOut', 'retailBack');
