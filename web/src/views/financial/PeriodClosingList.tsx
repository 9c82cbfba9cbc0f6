export { default } from '../../closing/PeriodClosingListPage.tsx';
