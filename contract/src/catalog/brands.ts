import { Type } from 'typebox';
import * as is from '../fieldTypes.ts';
import { FileName } from '../file/files.ts';
import { formField, defineRecord, remarked, sorted, switched } from '../record.ts';
import { Id, Nullable, defineChoices } from '../resource.ts';

export const brandPage = '/material/brand';

/** Name and code are each unique in the company. */
export const brands = defineRecord({
  id: 'brands',
  subject: 'brand',
  called: { 'zh-cn': '品牌', en: 'Brand' },
  path: '/brand',
  page: brandPage,
  filters: {
    code: { by: 'contains', columns: ['code'], control: 'text', first: true },
    name: { by: 'contains', columns: ['name', 'englishName'], control: 'text', first: true },
  },
  alsoUnique: { code: 'brand.code' },
  fields: {
    name: formField('name', is.nameType(2, 60), { width: 180 }),
    code: formField('code', is.nameType(2, 30), { code: true }),
    englishName: formField('english_name', is.textType(60)),
    /** Picture uploaded by `uploadFile`; null: none. */
    logoId: { is: is.referenceType('logo'), reads: 'both', enters: 'form', lists: {} },
    logo: { is: is.withReplySchema(is.wordsOrNone, Nullable(FileName)), reads: 'info' },
    products: { is: is.integer, reads: 'list', lists: {} },
    sort: sorted,
    enabled: { ...switched, filters: 'first' },
    remark: remarked,
  },
});

/** Enabled brands, by their order. */
export const brandChoices = defineChoices({
  path: '/brand/getBrandSelect',
  summary: 'Brands for a select',
  row: { id: Id, name: Type.String(), code: Type.String() },
});
