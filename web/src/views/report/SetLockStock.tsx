export { default } from '../../stock/SetLockStockPage.tsx';
