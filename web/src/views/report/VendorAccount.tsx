import { statementPage } from '../../list/statementPage.tsx';

export default statementPage('supplier');
