import * as is from '../fieldTypes.ts';
import { defineRecord, formField, remarked, sorted } from '../record.ts';
import { defineTreeFields, findByIdCall, treeCall } from '../tree.ts';

const institutionTypes = ['company', 'department', 'shop'] as const;
export const institutionPage = '/system/organization';

/** Name and number are each unique in the company. */
export const institutions = defineRecord({
  id: 'institutions',
  subject: 'institution',
  called: { 'zh-cn': '机构', en: 'Institution' },
  path: '/organization',
  page: institutionPage,
  alsoUnique: { number: 'organization.number' },
  fields: {
    ...defineTreeFields('institution', 20, 'number'),
    institutionType: {
      ...formField('type', is.withOptionalInput(is.requiredChoiceType(institutionTypes))),
      filters: 'more',
      called: { 'zh-cn': '机构类型', en: 'Type' },
    },
    leaderName: {
      is: is.words,
      reads: 'both',
      lists: {},
      called: { 'zh-cn': '负责人', en: 'Leader' },
    },
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
