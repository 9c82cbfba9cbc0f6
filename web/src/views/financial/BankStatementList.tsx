export { default } from '../../bank/BankStatementListPage.tsx';
