export { default } from '../../externalOrder/ExternalOrderListPage.tsx';
