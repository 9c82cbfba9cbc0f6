// Catalog: what is bought and sold. Products with their barcodes and prices, units, categories, brands, services.
export { catalogHandlers } from './priceAdjustmentApply.ts';
export {
  addBarcodes,
  addProducts,
  changeBarcodes,
  changeProducts,
  hideProducts,
  productColumns,
  removeProducts,
} from './bringing.ts';
export type { BarcodeChange } from './bringing.ts';
export { holdBarcodes } from './productBarcodes.ts';
export { writeOpenings } from './openingStock.ts';
export type { Opening, OpeningBefore } from './openingStock.ts';
export { priceColumns } from './priceAdjustments.ts';
export { saveSkus } from './skus.ts';
export { fillNameForms } from './fillNameForms.ts';
export { withNameForms } from './nameForms.ts';
export { inCategory } from './productList.ts';
export { catalogRoutes } from './routes.ts';
