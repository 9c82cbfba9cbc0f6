export { default } from '../../invoice/InvoiceListPage.tsx';
