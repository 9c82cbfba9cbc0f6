export { default } from '../../purchaseReview/PurchaseReviewListPage.tsx';
