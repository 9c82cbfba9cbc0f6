import {
  allUnits,
  barcodeExists,
  batchUpdateProducts,
  categories,
  categoryById,
  categoryTree,
  highestBarcode,
  pinyinInitials,
  productById,
  productChoices,
  productExists,
  products,
  units,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountResource } from '../../kernel/index.ts';
import { categoryRecords, categoryWriter } from './categories.ts';
import { mnemonicOf } from './mnemonic.ts';
import { changeProducts } from './productBatch.ts';
import { findProducts, isTakenBarcode, isTakenProduct, maxBarcode } from './productChoices.ts';
import { productInfo } from './productInfo.ts';
import { productWriter } from './productWriter.ts';
import { unitWriter } from './unitWriter.ts';
import { unitChoices } from './units.ts';

/** The calls of units, categories and products. */
export function catalogRoutes(app: FastifyInstance): void {
  mountResource(app, units, unitWriter);
  mount(app, allUnits, (_, { read }) => read(unitChoices));
  mountResource(app, categories, categoryWriter);
  mount(app, categoryTree, ({ id }, { read }) =>
    read((context) => categoryRecords.forest(context, id)),
  );
  mount(app, categoryById, ({ id }, { read }) =>
    read((context) => categoryRecords.info(context, id)),
  );
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
  mount(app, productChoices, (input, { read }) => read((context) => findProducts(context, input)));
}
