import { exchangeRates } from '@tradehouse/contract';
import { recordPage } from '../../list/recordPage.tsx';

export default recordPage(exchangeRates, { sheets: ['exchangeRates'] });
