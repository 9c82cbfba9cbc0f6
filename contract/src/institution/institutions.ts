import * as is from '../fieldTypes.ts';
import { defineRecord, remarked, sorted } from '../record.ts';
import { defineTreeFields, findByIdCall, treeCall } from '../tree.ts';

export const institutionPage = '/system/organization';

/** Name and number are each unique in the company. */
export const institutions = defineRecord({
  id: 'institutions',
  subject: 'institution',
  called: { 'zh-cn': '机构', en: 'Institution' },
  path: '/organization',
  page: institutionPage,
  fields: {
    ...defineTreeFields('institution', 20, 'number'),
    /** Direct members only. */
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
