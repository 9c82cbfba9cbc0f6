export { default } from '../../accounting/LedgerAccountListPage.tsx';
