export { default } from '../../identity/RoleListPage.tsx';
