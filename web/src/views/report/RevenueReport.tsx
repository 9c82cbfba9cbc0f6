export { default } from '../../report/RevenueReportPage.tsx';
