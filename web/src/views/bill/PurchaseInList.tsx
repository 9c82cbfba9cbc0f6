import { documentPage } from '../../document/documentPage.tsx';

export default documentPage('purchaseIn');
