import { moneyPage } from '../../document/moneyPage.tsx';

export default moneyPage('advanceOut');
