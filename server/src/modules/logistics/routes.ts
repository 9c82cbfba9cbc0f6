import {
  logisticsCompanies,
  logisticsCompanyChoices,
  logisticsRate,
  testCarrier,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountResource } from '../../kernel/index.ts';
import { companyWriter, enabledCompanies } from './companies.ts';
import { freightRoutes } from './freightRoutes.ts';
import { orderRoutes } from './orderRoutes.ts';
import { ratesFor } from './rate.ts';
import { tested } from './tested.ts';

/** The calls of carriers, and of what they carry. */
export function logisticsRoutes(app: FastifyInstance): void {
  orderRoutes(app);
  freightRoutes(app);
  const { kernel } = app;
  mountResource(app, logisticsCompanies, companyWriter(kernel));
  mount(app, logisticsCompanyChoices, (_, { read }) => read(enabledCompanies));
  mount(app, testCarrier, (input, call) => tested(kernel, input, call));
  mount(app, logisticsRate, (input, call) => ratesFor(kernel, input, call));
}
