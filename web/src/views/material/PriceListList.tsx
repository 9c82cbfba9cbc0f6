export { default } from '../../pricing/PriceListListPage.tsx';
