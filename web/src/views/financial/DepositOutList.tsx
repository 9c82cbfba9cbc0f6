import { moneyPage } from '../../page/moneyPage.tsx';

export default moneyPage('depositOut');
