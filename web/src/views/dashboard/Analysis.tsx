export { default } from '../../home/AnalysisPage.tsx';
