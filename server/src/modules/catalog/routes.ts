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
import { mountEndpoint } from '../../kernel/http/index.ts';
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
  mountEndpoint(app, allUnits, (_, { read }) => read(unitChoices));
  mountResource(app, categories, categoryWriter);
  const category = resourceEngine(categories, categoryWriter);
  mountEndpoint(app, categoryTree, ({ id }, { read }) =>
    read((context) => categoryForest(context, id)),
  );
  mountEndpoint(app, categoryById, ({ id }, { read }) =>
    read((context) => category.info(context, id)),
  );
  mountResource(app, products, productWriter);
  mountEndpoint(app, productById, ({ id }, { read }) =>
    read((context) => productInfo(context, id)),
  );
  mountEndpoint(app, productExists, (input, { read }) =>
    read(async (context) => ({ status: await isTakenProduct(context, input) })),
  );
  mountEndpoint(app, barcodeExists, (input, { read }) =>
    read(async (context) => ({ status: await isTakenBarcode(context, input) })),
  );
  mountEndpoint(app, highestBarcode, (_, { read }) => read(maxBarcode));
  mountEndpoint(app, pinyinInitials, async ({ name }) => mnemonicOf(name));
  mountEndpoint(app, batchUpdateProducts, (input, { transact }) =>
    transact((context) => changeProductBatch(context, input)),
  );
  mountEndpoint(app, checkProductStock, ({ ids }, { read }) =>
    read((context) => stockOfProducts(context, ids)),
  );
  mountEndpoint(app, checkProductCost, ({ ids }, { read }) =>
    read((context) => costOfProducts(context, ids)),
  );
  mountEndpoint(app, productChoices, (input, { read }) =>
    read((context) => findProducts(context, input)),
  );
}

/** Routes of the records that describe products. */
function mountProductDescriptors(app: FastifyInstance): void {
  mountResource(app, brands, brandWriter);
  mountEndpoint(app, brandChoices, (_, { read }) => read(enabledBrands));
  mountResource(app, services, serviceWriter);
  mountEndpoint(app, serviceChoices, (_, { read }) => read(enabledServices));
  mountResource(app, attributes, attributeWriter);
  mountEndpoint(app, attributeChoices, (_, { read }) => read(allAttributes));
  mountTable(app, propertyRows);
  mountEndpoint(app, propertyInfo, ({ id }, { read }) =>
    read((context) => propertyById(context, id)),
  );
  mountEndpoint(app, updateProperty, (input, { transact }) =>
    transact((context) => nameProperty(context, input)),
  );
  mountEndpoint(app, propertyAliases, (_, { read }) => read(readPropertyAliases));
}

function priceRoutes(app: FastifyInstance): void {
  mountResource(app, priceLists, priceListWriter);
  mountEndpoint(app, priceListChoices, (_, { read }) => read(enabledPriceLists));
  mountTable(app, priceAdjustmentRows);
  mountEndpoint(app, priceAdjustments.infoCall, ({ id }, { read }) =>
    read((context) => adjustmentInfo(context, id)),
  );
  mountEndpoint(app, priceAdjustments.candidates, (input, { read }) =>
    read((context) => listAdjustmentCandidates(context, input)),
  );
  mountEndpoint(app, priceAdjustments.add, (fields, { transact }) =>
    transact((context) => addAdjustment(context, fields)),
  );
  mountEndpoint(app, priceAdjustments.update, (fields, { transact }) =>
    transact((context) => updateAdjustment(context, fields)),
  );
  mountEndpoint(app, priceAdjustments.removeBatch, ({ ids }, { transact }) =>
    transact((context) => removeAdjustments(context, ids)),
  );
  mountEndpoint(app, priceAdjustments.approve, (input, { transact }) =>
    transact((context) => approveAdjustments(context, input)),
  );
  mountEndpoint(app, priceAdjustments.unapprove, ({ ids }, { transact }) =>
    transact((context) => reverseAdjustments(context, ids)),
  );
}
