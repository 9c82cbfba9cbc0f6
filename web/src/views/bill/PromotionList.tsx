export { default } from '../../pricing/PromotionListPage.tsx';
