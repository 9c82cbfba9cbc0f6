export { default } from '../../signIn/LoginPage.tsx';
