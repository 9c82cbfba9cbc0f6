export { default } from '../../report/TaxReportPage.tsx';
