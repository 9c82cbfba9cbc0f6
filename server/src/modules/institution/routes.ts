import {
  currentDepartments,
  institutionById,
  institutionTree,
  institutions,
  selectDepartment,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountResource, resourceEngine } from '../../kernel/index.ts';
import { departmentsOf, switchDepartment } from './departments.ts';
import { institutionForest, institutionWriter } from './institutions.ts';

/** The calls of institutions, and of those who switch between theirs. */
export function institutionRoutes(app: FastifyInstance): void {
  mountResource(app, institutions, institutionWriter);
  const institution = resourceEngine(institutions, institutionWriter);
  mount(app, institutionTree, ({ id }, { read }) =>
    read((context) => institutionForest(context, id)),
  );
  mount(app, institutionById, ({ id }, { read }) =>
    read((context) => institution.info(context, id)),
  );
  mount(app, currentDepartments, (_, { read }) => read(departmentsOf));
  mount(app, selectDepartment, (input, { tokenHash, transact }) =>
    transact((context) => switchDepartment(context, tokenHash, input)),
  );
}
