export { default } from '../../catalog/BrandListPage.tsx';
