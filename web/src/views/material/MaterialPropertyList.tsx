export { default } from '../../catalog/MaterialPropertyListPage.tsx';
