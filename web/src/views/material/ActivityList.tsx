export { default } from '../../pricing/ActivityListPage.tsx';
