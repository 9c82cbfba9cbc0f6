export { default } from '../../pricing/PriceAdjustPage.tsx';
