export { default } from '../../revaluation/RevaluationListPage.tsx';
