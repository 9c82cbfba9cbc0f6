// A record that is made up, for tests: what a declaration alone makes is tried with it.
import * as is from './fieldTypes.ts';
import { formField, nameField, defineRecord, remarked, sorted, switched } from './record.ts';

export const packings = defineRecord({
  id: 'packings',
  subject: 'packing',
  called: { 'zh-cn': '包装', en: 'Packing' },
  plain: true,
  path: '/packing',
  page: '/system/packing',
  fields: {
    name: { ...nameField(2, 30), called: { 'zh-cn': '包装名称', en: 'Packing' } },
    material: {
      ...formField('material', is.textType(20)),
      called: { 'zh-cn': '材质', en: 'Material' },
    },
    rent: {
      ...formField('rent', is.withInputSchema(is.moneyType('money'), is.amount.takes), {
        sum: true,
      }),
      called: { 'zh-cn': '租金', en: 'Rent' },
    },
    sort: sorted,
    remark: remarked,
    enabled: switched,
  },
});
