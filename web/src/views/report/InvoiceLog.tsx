import { stockLedger } from '../../list/drills.tsx';
import { reportPage } from '../../list/reportPage.tsx';

export default reportPage(stockLedger);
