export { default } from '../../stock/UngradedAdjustPage.tsx';
