export { default } from '../../partner/OpeningDebtListPage.tsx';
