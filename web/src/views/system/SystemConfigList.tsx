export { default } from '../../companySettings/SystemConfigListPage.tsx';
