export { default } from '../../report/TrialBalancePage.tsx';
