import { ageingPage } from '../../list/ageingPage.tsx';

export default ageingPage('receivable');
