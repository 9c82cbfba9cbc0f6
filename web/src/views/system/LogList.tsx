export { default } from '../../log/LogListPage.tsx';
