export { default } from '../../report/InOutStockReportPage.tsx';
