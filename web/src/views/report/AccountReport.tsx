export { default } from '../../report/AccountReportPage.tsx';
