// Catalog: what is bought and sold. Products with their barcodes and prices, units, categories, brands, services.
export { catalogHandlers } from './priceAdjustmentApply.ts';
export { mnemonicOf } from './mnemonic.ts';
export { inCategory, matchesKeyword } from './productList.ts';
export { catalogRoutes } from './routes.ts';
