import { Type } from 'typebox';
import * as is from '../fieldTypes.ts';
import { FileName } from '../file/files.ts';
import { entered, record, remarked, sorted, switched } from '../record.ts';
import { Id, Nullable, choices } from '../resource.ts';

export const brandPage = '/material/brand';

/** Name and code are each unique in the company. */
export const brands = record({
  id: 'brands',
  subject: 'brand',
  called: { 'zh-cn': '品牌', en: 'Brand' },
  path: '/brand',
  page: brandPage,
  filters: {
    code: { by: 'contains', columns: ['code'], control: 'text', first: true },
    name: { by: 'contains', columns: ['name', 'englishName'], control: 'text', first: true },
  },
  fields: {
    name: entered('name', is.name(2, 60), { width: 180 }),
    code: entered('code', is.name(2, 30), { code: true }),
    englishName: entered('english_name', is.text(60)),
    /** A picture that `uploadFile` has taken; null: none. */
    logoId: { is: is.one('logo'), reads: 'both', enters: 'form', lists: {} },
    logo: { is: is.replying(is.wordsOrNone, Nullable(FileName)), reads: 'info' },
    products: { is: is.integer, reads: 'list', lists: {} },
    sort: sorted,
    enabled: { ...switched, filters: 'first' },
    remark: remarked,
  },
});

/** Enabled brands, by their order. */
export const brandChoices = choices({
  path: '/brand/getBrandSelect',
  summary: 'Brands for a select',
  row: { id: Id, name: Type.String(), code: Type.String() },
});
