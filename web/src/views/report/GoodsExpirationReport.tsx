export { default } from '../../report/GoodsExpirationReportPage.tsx';
