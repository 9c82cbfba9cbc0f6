import { ageingPage } from '../../list/ageingPage.tsx';

export default ageingPage('payable');
