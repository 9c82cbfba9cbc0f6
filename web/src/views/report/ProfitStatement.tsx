export { default } from '../../report/ProfitStatementPage.tsx';
