export { default } from '../../catalog/MaterialListPage.tsx';
