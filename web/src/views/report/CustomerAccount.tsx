import { statementPage } from '../../list/report/statementPage.tsx';

export default statementPage('customer');
