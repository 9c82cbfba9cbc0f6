export { default } from '../../platform/PlanListPage.tsx';
