export { default } from '../../labels/LabelPrintPage.tsx';
