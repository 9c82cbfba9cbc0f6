export { default } from '../../report/OrderFulfillmentRatePage.tsx';
