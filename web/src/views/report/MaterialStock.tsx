export { default } from '../../report/MaterialStockPage.tsx';
