import { partnerPage } from '../../page/partnerPage.tsx';

export default partnerPage('customer');
