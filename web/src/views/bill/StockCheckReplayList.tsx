export { default } from '../../count/StockCheckReplayListPage.tsx';
