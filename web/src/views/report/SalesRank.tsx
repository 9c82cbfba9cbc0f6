export { default } from '../../report/SalesRankPage.tsx';
