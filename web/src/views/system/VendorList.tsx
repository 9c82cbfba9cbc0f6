import { partnerPage } from '../../list/partnerPage.tsx';

export default partnerPage('supplier');
