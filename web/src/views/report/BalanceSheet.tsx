export { default } from '../../report/BalanceSheetPage.tsx';
