export { default } from '../../platform/FunctionListPage.tsx';
