export { default } from '../../report/ProfitReportPage.tsx';
