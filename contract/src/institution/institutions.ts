import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Closed, resource } from '../resource.ts';
import { table } from '../table.ts';
import {
  BranchFields,
  BranchInfo,
  branchHead,
  branchTail,
  findByIdCall,
  treeCall,
} from '../tree.ts';

export const institutionPage = '/system/organization';

export const institutionTable = table({
  id: 'institutions',
  path: '/organization/list',
  exportPath: '/organization/exportExcel',
  access: { page: institutionPage },
  columns: { ...branchHead, users: { type: 'integer' }, ...branchTail },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** Name and number are each unique in the company. */
export const InstitutionFields = BranchFields(20);
export type InstitutionFields = Static<typeof InstitutionFields>;

/** `users`: how many belong to it itself. */
export const InstitutionInfo = Closed({ ...BranchInfo.properties, users: Type.Integer() });

export const institutions = resource({
  path: '/organization',
  page: institutionPage,
  table: institutionTable,
  fields: InstitutionFields,
  info: InstitutionInfo,
  unique: { field: 'name' },
});

export const institutionTree = treeCall(
  '/organization/getOrganizationTree',
  'The tree of institutions',
);
export const institutionById = findByIdCall(
  '/organization',
  institutionPage,
  'One institution',
  InstitutionInfo,
);
