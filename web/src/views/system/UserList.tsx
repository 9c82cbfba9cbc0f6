export { default } from '../../identity/UserListPage.tsx';
