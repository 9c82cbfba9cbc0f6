import { documentPage } from '../../page/documentPage.tsx';

export default documentPage('otherOut');
