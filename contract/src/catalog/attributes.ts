import { Type } from 'typebox';
import { NameText } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { formField, nameField, defineRecord } from '../record.ts';
import { Id, defineChoices } from '../resource.ts';

export const attributePage = '/material/material_attribute';

export const attributes = defineRecord({
  id: 'attributes',
  subject: 'attribute',
  called: { 'zh-cn': '规格属性', en: 'Attribute' },
  path: '/materialAttribute',
  page: attributePage,
  fields: {
    name: { ...nameField(1, 10), called: { 'zh-cn': '属性名', en: 'Attribute' } },
    /**
     * Distinct values without comma or bar; joined by bars in a list. Products keep values already taken
     * over.
     */
    values: {
      ...formField('choices', is.severalOf(NameText(1, 30), { minItems: 1, maxItems: 100 }), {
        width: 420,
        sortable: false,
      }),
      filters: 'first',
    },
    products: { is: is.integer, reads: 'list', lists: {} },
  },
});

export const attributeChoices = defineChoices({
  path: '/materialAttribute/getAll',
  summary: 'What products may differ in',
  row: { id: Id, name: Type.String(), values: Type.Array(Type.String()) },
});
