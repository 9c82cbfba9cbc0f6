import { allWarehouses, defaultWarehouse, myWarehouses, warehouses } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountResource } from '../../kernel/table/index.ts';
import { warehouseChoices } from './choices.ts';
import { makeDefaultWarehouse, warehouseWriter } from './warehouses.ts';

/** The calls of warehouses. */
export function warehouseRoutes(app: FastifyInstance): void {
  mountResource(app, warehouses, warehouseWriter);
  mountWrite(app, defaultWarehouse, (context, { id }) => makeDefaultWarehouse(context, id));
  mountRead(app, myWarehouses, (context) => warehouseChoices(context, { all: false }));
  mountRead(app, allWarehouses, (context) => warehouseChoices(context, { all: true }));
}
