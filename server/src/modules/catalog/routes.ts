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
import { mount, mountResource, mountTable, resourceEngine } from '../../kernel/index.ts';
import { allAttributes, attributeWriter } from './attributes.ts';
import { brandWriter, enabledBrands } from './brands.ts';
import { categoryForest, categoryWriter } from './categories.ts';
import { mnemonicOf } from './nameForms.ts';
import { adjustmentInfo, candidates, priceAdjustmentRows } from './priceAdjustments.ts';
import {
  addAdjustment,
  approveAdjustments,
  removeAdjustments,
  reverseAdjustments,
  updateAdjustment,
} from './priceAdjustmentSave.ts';
import { changeProducts } from './productBatch.ts';
import { costOfProducts, stockOfProducts } from './productCheck.ts';
import { enabledPriceLists, priceListWriter } from './priceLists.ts';
import { findProducts, isTakenBarcode, isTakenProduct, maxBarcode } from './productChoices.ts';
import { productInfo } from './productInfo.ts';
import { productWriter } from './productWriter.ts';
import { aliases, nameProperty, propertyById, propertyRows } from './properties.ts';
import { enabledServices, serviceWriter } from './services.ts';
import { unitChoices, unitWriter } from './units.ts';

/** The calls of units, categories, brands, services and products. */
export function catalogRoutes(app: FastifyInstance): void {
  words(app);
  priceRoutes(app);
  mountResource(app, units, unitWriter);
  mount(app, allUnits, (_, { read }) => read(unitChoices));
  mountResource(app, categories, categoryWriter);
  const category = resourceEngine(categories, categoryWriter);
  mount(app, categoryTree, ({ id }, { read }) => read((context) => categoryForest(context, id)));
  mount(app, categoryById, ({ id }, { read }) => read((context) => category.info(context, id)));
  mountResource(app, products, productWriter);
  mount(app, productById, ({ id }, { read }) => read((context) => productInfo(context, id)));
  mount(app, productExists, (input, { read }) =>
    read(async (context) => ({ status: await isTakenProduct(context, input) })),
  );
  mount(app, barcodeExists, (input, { read }) =>
    read(async (context) => ({ status: await isTakenBarcode(context, input) })),
  );
  mount(app, highestBarcode, (_, { read }) => read(maxBarcode));
  mount(app, pinyinInitials, async ({ name }) => mnemonicOf(name));
  mount(app, batchUpdateProducts, (input, { transact }) =>
    transact((context) => changeProducts(context, input)),
  );
  mount(app, checkProductStock, ({ ids }, { read }) =>
    read((context) => stockOfProducts(context, ids)),
  );
  mount(app, checkProductCost, ({ ids }, { read }) =>
    read((context) => costOfProducts(context, ids)),
  );
  mount(app, productChoices, (input, { read }) => read((context) => findProducts(context, input)));
}

/** What products are described by. */
function words(app: FastifyInstance): void {
  mountResource(app, brands, brandWriter);
  mount(app, brandChoices, (_, { read }) => read(enabledBrands));
  mountResource(app, services, serviceWriter);
  mount(app, serviceChoices, (_, { read }) => read(enabledServices));
  mountResource(app, attributes, attributeWriter);
  mount(app, attributeChoices, (_, { read }) => read(allAttributes));
  mountTable(app, propertyRows);
  mount(app, propertyInfo, ({ id }, { read }) => read((context) => propertyById(context, id)));
  mount(app, updateProperty, (input, { transact }) =>
    transact((context) => nameProperty(context, input)),
  );
  mount(app, propertyAliases, (_, { read }) => read(aliases));
}

function priceRoutes(app: FastifyInstance): void {
  mountResource(app, priceLists, priceListWriter);
  mount(app, priceListChoices, (_, { read }) => read(enabledPriceLists));
  mountTable(app, priceAdjustmentRows);
  mount(app, priceAdjustments.infoCall, ({ id }, { read }) =>
    read((context) => adjustmentInfo(context, id)),
  );
  mount(app, priceAdjustments.candidates, (input, { read }) =>
    read((context) => candidates(context, input)),
  );
  mount(app, priceAdjustments.add, (fields, { transact }) =>
    transact((context) => addAdjustment(context, fields)),
  );
  mount(app, priceAdjustments.update, (fields, { transact }) =>
    transact((context) => updateAdjustment(context, fields)),
  );
  mount(app, priceAdjustments.removeBatch, ({ ids }, { transact }) =>
    transact((context) => removeAdjustments(context, ids)),
  );
  mount(app, priceAdjustments.approve, (input, { transact }) =>
    transact((context) => approveAdjustments(context, input)),
  );
  mount(app, priceAdjustments.unapprove, ({ ids }, { transact }) =>
    transact((context) => reverseAdjustments(context, ids)),
  );
}
