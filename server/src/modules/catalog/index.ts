// Catalog: goods bought and sold. Products with barcodes and prices, units, categories, brands, services.
export { catalogHandlers } from './priceAdjustmentApply.ts';
export { addNames, removeNames } from './addedNames.ts';
export type { NamedRecord } from './addedNames.ts';
export {
  addBarcodes,
  addProducts,
  changeBarcodes,
  writeProductChanges,
  hideProducts,
  productColumns,
  removeProducts,
} from './bringing.ts';
export type { BarcodeChange } from './bringing.ts';
export { holdBarcodes } from './productBarcodes.ts';
export { writeOpenings } from './openingStock.ts';
export type { OpeningStockInput, OpeningBefore, OpeningPart } from './openingStock.ts';
export { countUpPriceLists, listPriceBulk } from './priceLists.ts';
export { priceColumns } from './priceAdjustments.ts';
export {
  mainSupplierSql,
  restoreSuppliers,
  saveMainSuppliers,
  storedSuppliersSql,
} from './productSuppliers.ts';
export type { MainSupplierChange, StoredSupplier } from './productSuppliers.ts';
export { saveSkus } from './skus.ts';
export { fillNameForms } from './fillNameForms.ts';
export { withNameForms } from './nameForms.ts';
export { findProducts } from './productChoices.ts';
export { inCategory } from './productList.ts';
export { catalogRoutes } from './routes.ts';
