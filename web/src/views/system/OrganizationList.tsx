export { default } from '../../identity/OrganizationListPage.tsx';
