import { allWarehouses, defaultWarehouse, myWarehouses, warehouses } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { mountResource } from '../../kernel/table/index.ts';
import { warehouseChoices } from './choices.ts';
import { makeDefaultWarehouse, warehouseWriter } from './warehouses.ts';

/** The calls of warehouses. */
export function warehouseRoutes(app: FastifyInstance): void {
  mountResource(app, warehouses, warehouseWriter);
  mountEndpoint(app, defaultWarehouse, ({ id }, { transact }) =>
    transact((context) => makeDefaultWarehouse(context, id)),
  );
  mountEndpoint(app, myWarehouses, (_, { read }) =>
    read((context) => warehouseChoices(context, { all: false })),
  );
  mountEndpoint(app, allWarehouses, (_, { read }) =>
    read((context) => warehouseChoices(context, { all: true })),
  );
}
