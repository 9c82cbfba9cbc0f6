export { default } from '../../signIn/RegisterResultPage.tsx';
