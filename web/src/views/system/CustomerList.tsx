import { partnerPage } from '../../list/report/partnerPage.tsx';

export default partnerPage('customer');
