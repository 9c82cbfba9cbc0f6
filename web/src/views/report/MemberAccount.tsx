export { default } from '../../report/MemberAccountPage.tsx';
