export { default } from '../../report/SalesRatioPage.tsx';
