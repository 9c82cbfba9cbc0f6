import {
  currentDepartments,
  institutionById,
  institutionTree,
  institutions,
  selectDepartment,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint, mountRead } from '../../kernel/http/index.ts';
import { mountResource, resourceEngine } from '../../kernel/table/index.ts';
import { departmentsOf, switchDepartment } from './departments.ts';
import { institutionForest, institutionWriter } from './institutions.ts';

/** Mounts the routes of institutions and of switching between them. */
export function institutionRoutes(app: FastifyInstance): void {
  mountResource(app, institutions, institutionWriter);
  const institution = resourceEngine(institutions, institutionWriter);
  mountRead(app, institutionTree, (context, { id }) => institutionForest(context, id));
  mountRead(app, institutionById, (context, { id }) => institution.info(context, id));
  mountRead(app, currentDepartments, departmentsOf);
  mountEndpoint(app, selectDepartment, (input, { tokenHash, transact }) =>
    transact((context) => switchDepartment(context, tokenHash, input)),
  );
}
