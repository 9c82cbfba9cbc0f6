import { brands } from '@tradehouse/contract';
import { masterForm } from '../../record/masterForm.ts';

/** A brand on its own page, and where a product names one. */
export const BrandForm = masterForm(brands, { width: 600 });
