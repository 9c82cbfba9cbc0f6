export { default } from '../../report/OwnReportPage.tsx';
