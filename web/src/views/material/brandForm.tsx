import { brands } from '@tradehouse/contract';
import { recordForm } from '../../record/recordForm.tsx';
import { t } from '../../phrase/index.ts';

/** A brand on its own page, and where a product names one. */
export const BrandForm = recordForm({
  resource: brands,
  table: brands.table,
  title: t('record.brand'),
  width: 600,
  fields: [
    { name: 'code' },
    { name: 'name', unique: true },
    { name: 'englishName' },
    { name: 'logoId', control: 'logo' },
    { name: 'sort', control: 'integer' },
    { name: 'remark', control: 'area' },
  ],
});
