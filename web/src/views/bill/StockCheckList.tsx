export { default } from '../../count/StockCheckListPage.tsx';
