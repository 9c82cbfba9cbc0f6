export { default } from '../../catalog/MaterialAttributeListPage.tsx';
