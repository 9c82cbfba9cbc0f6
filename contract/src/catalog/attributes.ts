import { Type } from 'typebox';
import { Name } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { entered, named, record } from '../record.ts';
import { Id, choices } from '../resource.ts';

export const attributePage = '/material/material_attribute';

export const attributes = record({
  id: 'attributes',
  subject: 'attribute',
  called: { 'zh-cn': '规格属性', en: 'Attribute' },
  path: '/materialAttribute',
  page: attributePage,
  fields: {
    name: { ...named(1, 10), called: { 'zh-cn': '属性名', en: 'Attribute' } },
    /** Without comma or bar, each once; joined by bars in a list. Products keep the ones they took over. */
    values: {
      ...entered('choices', is.severalOf(Name(1, 30), { minItems: 1, maxItems: 100 }), {
        width: 420,
        sortable: false,
      }),
      filters: 'first',
    },
    products: { is: is.integer, reads: 'list', lists: {} },
  },
});

export const attributeChoices = choices({
  path: '/materialAttribute/getAll',
  summary: 'What products may differ in',
  row: { id: Id, name: Type.String(), values: Type.Array(Type.String()) },
});
