import { brands } from '@tradehouse/contract';
import { masterForm } from '../../record/masterForm.ts';
import { t } from '../../phrase/index.ts';

/** A brand on its own page, and where a product names one. */
export const BrandForm = masterForm(brands, { title: t('record.brand'), width: 600 });
