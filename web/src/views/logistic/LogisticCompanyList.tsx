export { default } from '../../logistics/LogisticCompanyPage.tsx';
