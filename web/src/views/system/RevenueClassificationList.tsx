export { default } from '../../accounting/RevenueClassificationListPage.tsx';
