export { default } from '../../report/GoodsSkuReportPage.tsx';
