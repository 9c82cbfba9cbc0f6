import { allWarehouses, defaultWarehouse, myWarehouses, warehouses } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountResource } from '../../kernel/index.ts';
import { warehouseChoices } from './choices.ts';
import { makeDefaultWarehouse, warehouseWriter } from './warehouses.ts';

/** The calls of warehouses. */
export function warehouseRoutes(app: FastifyInstance): void {
  mountResource(app, warehouses, warehouseWriter);
  mount(app, defaultWarehouse, ({ id }, { transact }) =>
    transact((context) => makeDefaultWarehouse(context, id)),
  );
  mount(app, myWarehouses, (_, { read }) =>
    read((context) => warehouseChoices(context, { all: false })),
  );
  mount(app, allWarehouses, (_, { read }) =>
    read((context) => warehouseChoices(context, { all: true })),
  );
}
