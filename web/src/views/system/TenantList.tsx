export { default } from '../../platform/TenantListPage.tsx';
