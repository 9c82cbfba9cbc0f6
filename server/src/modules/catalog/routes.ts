import {
  allUnits,
  attributeChoices,
  attributes,
  barcodeExists,
  batchUpdateProducts,
  brandChoices,
  brands,
  categories,
  categoryById,
  categoryTree,
  checkProductCost,
  checkProductStock,
  highestBarcode,
  pinyinInitials,
  productById,
  productChoices,
  priceAdjustments,
  priceListChoices,
  priceLists,
  productExists,
  products,
  propertyAliases,
  propertyInfo,
  serviceChoices,
  services,
  units,
  updateProperty,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint, mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountResource, mountTable, resourceEngine } from '../../kernel/table/index.ts';
import { allAttributes, attributeWriter } from './attributes.ts';
import { brandWriter, enabledBrands } from './brands.ts';
import { categoryForest, categoryWriter } from './categories.ts';
import { mnemonicOf } from './nameForms.ts';
import {
  adjustmentInfo,
  listAdjustmentCandidates,
  priceAdjustmentRows,
} from './priceAdjustments.ts';
import {
  addAdjustment,
  approveAdjustments,
  removeAdjustments,
  reverseAdjustments,
  updateAdjustment,
} from './priceAdjustmentSave.ts';
import { changeProductBatch } from './productBatch.ts';
import { costOfProducts, stockOfProducts } from './productCheck.ts';
import { enabledPriceLists, priceListWriter } from './priceLists.ts';
import { findProducts, isTakenBarcode, isTakenProduct, maxBarcode } from './productChoices.ts';
import { productInfo } from './productInfo.ts';
import { productWriter } from './productWriter.ts';
import { readPropertyAliases, nameProperty, propertyById, propertyRows } from './properties.ts';
import { enabledServices, serviceWriter } from './services.ts';
import { unitChoices, unitWriter } from './units.ts';

/** The calls of units, categories, brands, services and products. */
export function catalogRoutes(app: FastifyInstance): void {
  mountProductDescriptors(app);
  priceRoutes(app);
  mountResource(app, units, unitWriter);
  mountRead(app, allUnits, unitChoices);
  mountResource(app, categories, categoryWriter);
  const category = resourceEngine(categories, categoryWriter);
  mountRead(app, categoryTree, (context, { id }) => categoryForest(context, id));
  mountRead(app, categoryById, (context, { id }) => category.info(context, id));
  mountResource(app, products, productWriter);
  mountRead(app, productById, (context, { id }) => productInfo(context, id));
  mountRead(app, productExists, async (context, input) => ({
    status: await isTakenProduct(context, input),
  }));
  mountRead(app, barcodeExists, async (context, input) => ({
    status: await isTakenBarcode(context, input),
  }));
  mountRead(app, highestBarcode, maxBarcode);
  mountEndpoint(app, pinyinInitials, async ({ name }) => mnemonicOf(name));
  mountWrite(app, batchUpdateProducts, changeProductBatch);
  mountRead(app, checkProductStock, (context, { ids }) => stockOfProducts(context, ids));
  mountRead(app, checkProductCost, (context, { ids }) => costOfProducts(context, ids));
  mountRead(app, productChoices, findProducts);
}

/** Routes of the records that describe products. */
function mountProductDescriptors(app: FastifyInstance): void {
  mountResource(app, brands, brandWriter);
  mountRead(app, brandChoices, enabledBrands);
  mountResource(app, services, serviceWriter);
  mountRead(app, serviceChoices, enabledServices);
  mountResource(app, attributes, attributeWriter);
  mountRead(app, attributeChoices, allAttributes);
  mountTable(app, propertyRows);
  mountRead(app, propertyInfo, (context, { id }) => propertyById(context, id));
  mountWrite(app, updateProperty, nameProperty);
  mountRead(app, propertyAliases, readPropertyAliases);
}

function priceRoutes(app: FastifyInstance): void {
  mountResource(app, priceLists, priceListWriter);
  mountRead(app, priceListChoices, enabledPriceLists);
  mountTable(app, priceAdjustmentRows);
  mountRead(app, priceAdjustments.infoCall, (context, { id }) => adjustmentInfo(context, id));
  mountRead(app, priceAdjustments.candidates, listAdjustmentCandidates);
  mountWrite(app, priceAdjustments.add, addAdjustment);
  mountWrite(app, priceAdjustments.update, updateAdjustment);
  mountWrite(app, priceAdjustments.removeBatch, (context, { ids }) =>
    removeAdjustments(context, ids),
  );
  mountWrite(app, priceAdjustments.approve, approveAdjustments);
  mountWrite(app, priceAdjustments.unapprove, (context, { ids }) =>
    reverseAdjustments(context, ids),
  );
}
