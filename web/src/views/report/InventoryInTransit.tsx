export { default } from '../../report/InventoryInTransitPage.tsx';
