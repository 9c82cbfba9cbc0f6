import { statementPage } from '../../page/statementPage.tsx';

export default statementPage('customer');
