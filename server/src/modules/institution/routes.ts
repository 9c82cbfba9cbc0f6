import {
  currentDepartments,
  institutionById,
  institutionTree,
  institutions,
  selectDepartment,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { mountResource, resourceEngine } from '../../kernel/table/index.ts';
import { departmentsOf, switchDepartment } from './departments.ts';
import { institutionForest, institutionWriter } from './institutions.ts';

/** Mounts the routes of institutions and of switching between them. */
export function institutionRoutes(app: FastifyInstance): void {
  mountResource(app, institutions, institutionWriter);
  const institution = resourceEngine(institutions, institutionWriter);
  mountEndpoint(app, institutionTree, ({ id }, { read }) =>
    read((context) => institutionForest(context, id)),
  );
  mountEndpoint(app, institutionById, ({ id }, { read }) =>
    read((context) => institution.info(context, id)),
  );
  mountEndpoint(app, currentDepartments, (_, { read }) => read(departmentsOf));
  mountEndpoint(app, selectDepartment, (input, { tokenHash, transact }) =>
    transact((context) => switchDepartment(context, tokenHash, input)),
  );
}
