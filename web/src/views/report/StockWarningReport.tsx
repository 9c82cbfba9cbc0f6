export { default } from '../../report/StockWarningReportPage.tsx';
