// Catalog: what is bought and sold. Products with their barcodes and prices, units, categories.
export { mnemonicOf } from './mnemonic.ts';
export { inCategory, matchesKeyword } from './productList.ts';
export { catalogRoutes } from './routes.ts';
