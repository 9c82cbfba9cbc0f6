import * as is from '../fieldTypes.ts';
import { record, remarked, sorted } from '../record.ts';
import { branch, findByIdCall, treeCall } from '../tree.ts';

export const institutionPage = '/system/organization';

/** Name and number are each unique in the company. */
export const institutions = record({
  id: 'institutions',
  subject: 'institution',
  called: { 'zh-cn': '机构', en: 'Institution' },
  path: '/organization',
  page: institutionPage,
  fields: {
    ...branch('institution', 20, 'number'),
    /** How many belong to it itself. */
    users: { is: is.integer, reads: 'both', lists: {} },
    sort: sorted,
    remark: remarked,
  },
});

export const institutionTree = treeCall(
  '/organization/getOrganizationTree',
  'The tree of institutions',
);
export const institutionById = findByIdCall(institutions, 'One institution');
