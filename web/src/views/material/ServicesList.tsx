export { default } from '../../catalog/ServicesListPage.tsx';
