export { default } from '../../replenish/ReplenishmentPage.tsx';
