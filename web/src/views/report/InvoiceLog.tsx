import { stockLedger } from '../../page/drills.tsx';
import { reportPage } from '../../page/reportPage.tsx';

export default reportPage(stockLedger);
