import {
  logisticsCompanies,
  logisticsCompanyChoices,
  logisticsRate,
  testCarrier,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint, mountRead } from '../../kernel/http/index.ts';
import { mountResource } from '../../kernel/table/index.ts';
import { companyWriter, enabledCompanies } from './companies.ts';
import { freightRoutes } from './freightRoutes.ts';
import { orderRoutes } from './orderRoutes.ts';
import { ratesFor } from './rate.ts';
import { testCarrierConnection } from './tested.ts';

/** Mounts the routes of carriers and shipments. */
export function logisticsRoutes(app: FastifyInstance): void {
  orderRoutes(app);
  freightRoutes(app);
  const { kernel } = app;
  mountResource(app, logisticsCompanies, companyWriter(kernel));
  mountRead(app, logisticsCompanyChoices, enabledCompanies);
  mountEndpoint(app, testCarrier, (input, call) => testCarrierConnection(kernel, input, call));
  mountEndpoint(app, logisticsRate, (input, call) => ratesFor(kernel, input, call));
}
