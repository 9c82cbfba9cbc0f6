import { ageingPage } from '../../list/report/ageingPage.tsx';

export default ageingPage('receivable');
